import Access
import Catalog
import JSON

/// Checks that each variable of a workflow can have a value where it is used: from a node that ran before, or a loop around it.
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
