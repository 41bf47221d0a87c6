package import JSON

/// One node of a workflow, with the nodes of its branches.
package struct WorkflowNode: Hashable, Sendable {
    /// `[A-Za-z][A-Za-z0-9_]*`, unique in the workflow; `{{$jobsMapByNodeKey.KEY}}` is the node's result.
    package let key: String
    package let type: NodeType
    package let title: String
    package let config: JSONObject
    /// Nodes by ``NodeType/branchKeys``.
    package let branches: [String: [WorkflowNode]]

    /// The node and the nodes in its branches, in order.
    var all: [WorkflowNode] { [self] + type.branchKeys.flatMap { branches[$0, default: []] }.flatMap(\.all) }

    /// The wire form.
    package var json: JSONValue {
        var object: JSONObject = ["key": .string(key), "type": .string(type.rawValue), "title": .string(title), "config": .object(config)]
        if !branches.isEmpty {
            object["branches"] = .object(JSONObject(type.branchKeys.compactMap { key in branches[key].map { (key, .array($0.map(\.json))) } }))
        }
        return .object(object)
    }

    /// The data source and the collection in `config`: `orders`, or `shop:orders` for another source, in NocoBase's notation.
    package var target: (source: String, collection: String) { Self.target(config) }

    /// The URL of a request without its variables, to check whether its host is allowed.
    package var sampleURL: String {
        var (out, rest) = ("", (config["url"]?.string ?? "")[...])
        while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
            out += rest[..<start.lowerBound] + "x"
            rest = rest[end.upperBound...]
        }
        return out + rest
    }

    static func target(_ config: JSONObject) -> (source: String, collection: String) {
        let name = config["collection"]?.string ?? ""
        if let colon = name.firstIndex(of: ":") { return (String(name[..<colon]), String(name[name.index(after: colon)...])) }
        return (config["dataSource"]?.string ?? "main", name)
    }
}

/// The type of a node, by its name on the wire.
package enum NodeType: String, Hashable, Sendable, CaseIterable {
    case query, create, update, destroy
    /// Compares values, and takes one of two branches.
    case condition
    /// Runs its branch for each of some values.
    case loop
    /// Sends an HTTP request.
    case request
    /// Asks a question in plain language.
    case ask
    /// Waits until a person approves or rejects.
    case approval
    /// Ends the execution.
    case end

    /// The keys of `branches`, as NocoBase numbers them.
    var branchKeys: [String] {
        switch self {
        case .condition: ["1", "0"]
        case .loop: ["0"]
        default: []
        }
    }

    /// Members of `config`.
    var configKeys: [String] {
        switch self {
        case .query: ["collection", "dataSource", "multiple", "failOnEmpty", "params"]
        case .create, .update, .destroy: ["collection", "dataSource", "params"]
        case .condition: ["calculation", "rejectOnFalse"]
        case .loop: ["target"]
        case .request: ["url", "method", "headers", "params", "data", "timeout", "ignoreFail", "onlyData"]
        case .ask: ["question", "dataSource"]
        case .approval: ["message", "timeout", "assignees"]
        case .end: ["endStatus"]
        }
    }

    /// Members of `config.params`.
    var parameterKeys: [String] {
        switch self {
        case .query: ["filterByTk", "filter", "sort", "fields", "appends", "page", "pageSize"]
        case .create: ["values"]
        case .update: ["filterByTk", "filter", "values"]
        case .destroy: ["filterByTk", "filter"]
        default: []
        }
    }
}
