package import Access
import Catalog
package import JSON

/// Parses a workflow from a client's JSON. It refuses one that could not run, with the path of the error and what to do.
package struct WorkflowReader {
    private var keys: Set<String> = []
    private var count = 0

    private init() {}

    /// - Throws: ``Refusal`` `invalidArgument`.
    package static func read(
        type: TriggerType, config: JSONObject, nodes: [JSONValue], role: String, timeout: Int64?
    ) throws(Refusal) -> WorkflowContent {
        var reader = WorkflowReader()
        try TriggerCheck(type: type, config: config).check()
        // Given keys are reserved before others are generated.
        reader.takeKeys(nodes)
        var made: [WorkflowNode] = []
        for (index, node) in nodes.enumerated() { made.append(try reader.node(node, "nodes[\(index)]", depth: 0)) }
        guard Set(made.flatMap(\.all).map(\.key)).count == reader.count else {
            throw Refusal(.invalidArgument, "nodes: two nodes have the same key")
        }
        let content = WorkflowContent(type: type, config: config, nodes: made, role: role, timeout: timeout)
        guard content.json.serialized.count <= WorkflowLimits.contentBytes else {
            throw Refusal(.invalidArgument, "nodes: a workflow has at most \(WorkflowLimits.contentBytes / 1024) KB")
        }
        try VariableCheck.check(content)
        return content
    }

    /// Parses a stored version.
    package static func read(kept json: JSONValue) throws(Refusal) -> WorkflowContent {
        var reader = WorkflowReader()
        var nodes: [WorkflowNode] = []
        for node in json["nodes"]?.array ?? [] { nodes.append(try reader.node(node, "nodes", depth: 0)) }
        return WorkflowContent(
            type: json["type"]?.string.flatMap(TriggerType.init(rawValue:)) ?? .manual, config: json["config"]?.object ?? [:], nodes: nodes,
            role: json["role"]?.string ?? "", onlyRoles: json["onlyRoles"]?.array?.compactMap(\.string), timeout: json["timeout"]?.int)
    }

    private mutating func takeKeys(_ nodes: [JSONValue], depth: Int = 0) {
        guard depth <= WorkflowLimits.nesting else { return }
        for node in nodes {
            if let key = node["key"]?.string { keys.insert(key) }
            for (_, branch) in node["branches"]?.object ?? [:] { takeKeys(branch.array ?? [], depth: depth + 1) }
        }
    }

    private mutating func node(_ json: JSONValue, _ path: String, depth: Int) throws(Refusal) -> WorkflowNode {
        count += 1
        guard count <= WorkflowLimits.nodes else { throw Refusal(.invalidArgument, "nodes: a workflow has at most \(WorkflowLimits.nodes) nodes") }
        guard depth < WorkflowLimits.nesting else {
            throw Refusal(.invalidArgument, "\(path): branches are too deep inside one another; at most \(WorkflowLimits.nesting)")
        }
        try Self.checkMembers(json, of: ["key", "type", "title", "config", "branches"], path)
        let names = NodeType.allCases.map(\.rawValue)
        guard let name = json["type"]?.string, let type = NodeType(rawValue: name) else {
            let given = json["type"]?.string ?? ""
            throw Refusal(
                .invalidArgument,
                "\(path).type: unknown node '\(given.prefix(40))'\(NearName.hint(given, among: names)) Nodes: \(names.joined(separator: ", "))")
        }
        let config = json["config"]?.object ?? [:]
        let key = try self.key(json["key"], type, path)
        try NodeCheck(type: type, config: config, path: "\(path).config").check()
        let branches = try branches(json["branches"], type, path, depth)
        return WorkflowNode(key: key, type: type, title: String((json["title"]?.string ?? "").prefix(200)), config: config, branches: branches)
    }

    private mutating func branches(
        _ json: JSONValue?, _ type: NodeType, _ path: String, _ depth: Int
    ) throws(Refusal) -> [String: [WorkflowNode]] {
        let given = json?.object ?? [:]
        for (key, _) in given where !type.branchKeys.contains(key) {
            let known = type.branchKeys.isEmpty ? "has no branches" : "has the branches \(type.branchKeys.joined(separator: ", "))"
            throw Refusal(.invalidArgument, "\(path).branches: a node \(type.rawValue) \(known)")
        }
        var branches: [String: [WorkflowNode]] = [:]
        for key in type.branchKeys {
            guard let value = given[key] else { continue }
            guard let list = value.array else { throw Refusal(.invalidArgument, "\(path).branches.\(key): expected a list of nodes") }
            var nodes: [WorkflowNode] = []
            for (index, node) in list.enumerated() {
                nodes.append(try self.node(node, "\(path).branches.\(key)[\(index)]", depth: depth + 1))
            }
            branches[key] = nodes
        }
        if type == .loop, branches["0"]?.isEmpty ?? true {
            throw Refusal(.invalidArgument, #"\#(path).branches: a loop runs the nodes of {"0":[…]}"#)
        }
        return branches
    }

    private mutating func key(_ json: JSONValue?, _ type: NodeType, _ path: String) throws(Refusal) -> String {
        if let json, !json.isNull {
            guard let key = json.string, Self.isKey(key) else {
                throw Refusal(.invalidArgument, "\(path).key: expected a letter, then letters, digits or _, at most 40")
            }
            return key
        }
        var number = 1
        while keys.contains("\(type.rawValue)\(number)") { number += 1 }
        keys.insert("\(type.rawValue)\(number)")
        return "\(type.rawValue)\(number)"
    }

    private static func isKey(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count)
            && text.utf8.enumerated().allSatisfy { index, byte in
                switch byte {
                case 0x41...0x5A, 0x61...0x7A: true
                case 0x30...0x39, 0x5F: index > 0
                default: false
                }
            }
    }

    /// - Throws: ``Refusal`` for an object with an unknown member.
    static func checkMembers(_ json: JSONValue, of known: [String], _ path: String) throws(Refusal) {
        guard let object = json.object else { throw Refusal(.invalidArgument, "\(path): expected an object") }
        for (name, _) in object where !known.contains(name) {
            throw Refusal(
                .invalidArgument,
                "\(path): '\(name.prefix(40))' is not used here\(NearName.hint(name, among: known)); it takes \(known.joined(separator: ", "))")
        }
    }
}
