package import JSON

/// One node of a workflow, with the nodes of its branches.
package struct WorkflowNode: Hashable, Sendable {
    /// `[A-Za-z][A-Za-z0-9_]*`, unique in the workflow; `{{$jobsMapByNodeKey.KEY}}` is what it gave.
    package let key: String
    package let type: NodeType
    package let title: String
    package let config: JSONObject
    /// By ``NodeType/branchKeys``.
    package let branches: [String: [WorkflowNode]]

    /// The node and those of its branches, in their order.
    var all: [WorkflowNode] { [self] + type.branchKeys.flatMap { branches[$0, default: []] }.flatMap(\.all) }

    /// As the wire has it.
    package var json: JSONValue {
        var object: JSONObject = ["key": .string(key), "type": .string(type.rawValue), "title": .string(title), "config": .object(config)]
        if !branches.isEmpty {
            object["branches"] = .object(JSONObject(type.branchKeys.compactMap { key in branches[key].map { (key, .array($0.map(\.json))) } }))
        }
        return .object(object)
    }

    /// The data source and the collection that `config` names: `orders`, or `shop:orders` of another source, as NocoBase writes it.
    package var target: (source: String, collection: String) { Self.target(config) }

    /// The URL of a request with its variables left out, to see whether its host may be asked.
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
