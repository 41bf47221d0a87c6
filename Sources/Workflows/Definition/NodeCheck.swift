import Access
import Catalog
import JSON
import Outbound

/// Checks the form of a node's `config`.
struct NodeCheck {
    let type: NodeType
    let config: JSONObject
    /// Path of the config: `nodes[2].config`.
    let path: String

    func check() throws(Refusal) {
        try WorkflowReader.checkMembers(.object(config), of: type.configKeys, path)
        switch type {
        case .query, .create, .update, .destroy: try checkRecords()
        case .condition:
            guard let calculation = config["calculation"] else {
                throw Refusal(.invalidArgument, "\(path).calculation: missing (expected \(Calculation.shape))")
            }
            _ = try Calculation(calculation, argument: "\(path).calculation")
        case .loop:
            guard let target = config["target"], target.string != nil || target.array != nil || target.int != nil else {
                throw Refusal(.invalidArgument, "\(path).target: expected a list, a number, or a variable that is one: {{$jobsMapByNodeKey.query1}}")
            }
        case .request: try checkRequest()
        case .ask:
            guard config["question"]?.string?.isEmpty == false else {
                throw Refusal(.invalidArgument, "\(path).question: missing (expected a question in plain language)")
            }
        case .approval:
            try checkSeconds("timeout", 60...30 * 86_400)
            if let assignees = config["assignees"] { _ = try Assignees(assignees, argument: "\(path).assignees") }
            guard config["message"].map({ $0.string != nil }) ?? true else { throw Refusal(.invalidArgument, "\(path).message: expected a text") }
        case .end:
            guard config["endStatus"].map({ $0 == 1 || $0 == -1 }) ?? true else {
                throw Refusal(.invalidArgument, "\(path).endStatus: expected 1 (resolved) or -1 (failed)")
            }
        }
    }

    private func checkRecords() throws(Refusal) {
        guard config["collection"]?.string?.isEmpty == false else {
            throw Refusal(.invalidArgument, "\(path).collection: missing (expected the name of a collection; collections_list names yours)")
        }
        let params = config["params"] ?? [:]
        try WorkflowReader.checkMembers(params, of: type.parameterKeys, "\(path).params")
        if type == .create || type == .update {
            guard let values = params["values"], values.object != nil || values.string != nil || (type == .create && values.array != nil) else {
                throw Refusal(.invalidArgument, "\(path).params.values: missing (expected an object of fields)")
            }
        }
        if type == .update || type == .destroy {
            guard params["filter"] ?? .null != .null || params["filterByTk"] ?? .null != .null else {
                throw Refusal(.invalidArgument, "\(path).params: expected filter or filterByTk, so that not every row is meant")
            }
        }
        if let size = params["pageSize"], size.string == nil, !(1...1_000).contains(size.int ?? 0) {
            throw Refusal(.invalidArgument, "\(path).params.pageSize: expected 1 to 1000")
        }
    }

    private func checkRequest() throws(Refusal) {
        guard let url = config["url"]?.string else { throw Refusal(.invalidArgument, "\(path).url: missing (expected https://host/path)") }
        // Variables may set the path or query, but not the host: a caller that writes a row must not choose where secrets in headers are
        // sent.
        let start = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? ""
        let host = start.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !host.isEmpty, !url[..<host.endIndex].contains("{{") else {
            throw Refusal(.invalidArgument, "\(path).url: expected https://host/… with the host written out; variables may stand in path and query")
        }
        let method = config["method"]?.string ?? "GET"
        guard OutboundRequest.Method(rawValue: method.uppercased()) != nil else {
            throw Refusal(
                .invalidArgument, "\(path).method: expected one of \(OutboundRequest.Method.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        for name in ["headers", "params"] {
            for (index, pair) in (config[name]?.array ?? []).enumerated() {
                guard let key = pair["name"]?.string, let value = pair["value"], value.object == nil, value.array == nil, !key.contains("{{") else {
                    throw Refusal(.invalidArgument, #"\#(path).\#(name)[\#(index)]: expected {"name":"…","value":"…"}"#)
                }
                if name == "headers", !OutboundRequest.isValidHeader(name: key, value: "") {
                    throw Refusal(.invalidArgument, "\(path).headers: '\(key.prefix(40))' is decided by the server, or is not a name of a header")
                }
            }
            guard config[name].map({ $0.array != nil }) ?? true else {
                throw Refusal(.invalidArgument, #"\#(path).\#(name): expected a list of {"name":"…","value":"…"}"#)
            }
        }
        guard config["timeout"].map({ (1...60_000).contains($0.int ?? 0) }) ?? true else {
            throw Refusal(.invalidArgument, "\(path).timeout: expected 1 to 60000 milliseconds")
        }
    }

    private func checkSeconds(_ name: String, _ range: ClosedRange<Int64>) throws(Refusal) {
        guard let value = config[name] else { return }
        guard let number = value.int, range.contains(number) else {
            throw Refusal(.invalidArgument, "\(path).\(name): expected \(range.lowerBound) to \(range.upperBound) seconds")
        }
    }
}

/// Checks that each variable of a workflow can have a value where it is used: from an earlier node, or from an enclosing loop.
struct VariableCheck {
    private var before: Set<String> = []
    private let all: Set<String>

    private init(all: Set<String>) { self.all = all }

    /// - Throws: ``Refusal`` `invalidArgument`.
    static func check(_ content: WorkflowContent) throws(Refusal) {
        var check = VariableCheck(all: Set(content.allNodes.map(\.key)))
        try check.walk(content.nodes, loops: [])
    }

    private mutating func walk(_ nodes: [WorkflowNode], loops: [String]) throws(Refusal) {
        for node in nodes {
            for variable in try Template.variables(of: .object(node.config)) { try check(variable, of: node, loops) }
            let inside = node.type == .loop ? loops + [node.key] : loops
            before.insert(node.key)
            for key in node.type.branchKeys { try walk(node.branches[key, default: []], loops: inside) }
        }
    }

    private func check(_ variable: Template.Variable, of node: WorkflowNode, _ loops: [String]) throws(Refusal) {
        let first = variable.path.first ?? ""
        switch variable.root {
        case "$jobsMapByNodeKey" where !before.contains(first):
            let reason = all.contains(first) ? "does not run before it" : "does not exist\(NearName.hint(first, among: all))"
            throw Refusal(.invalidArgument, "node '\(node.key)': {{$jobsMapByNodeKey.\(first.prefix(40))}}: the node '\(first.prefix(40))' \(reason)")
        case "$scopes" where !loops.contains(first) || !["item", "index", "length"].contains(variable.path.dropFirst().first ?? ""):
            let known = loops.isEmpty ? "it is in no loop" : "expected {{$scopes.\(loops[loops.count - 1]).item}}, .index or .length"
            throw Refusal(.invalidArgument, "node '\(node.key)': {{$scopes.\(variable.path.joined(separator: ".").prefix(60))}}: \(known)")
        case "$context" where first != "data":
            throw Refusal(.invalidArgument, "node '\(node.key)': {{$context…}}: expected {{$context.data}} or a path below it")
        case "$system" where variable.path != ["now"]:
            throw Refusal(.invalidArgument, "node '\(node.key)': {{$system…}}: expected {{$system.now}}")
        default: return
        }
    }
}
