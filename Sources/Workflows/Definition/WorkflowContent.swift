package import JSON

/// What one version of a workflow says.
package struct WorkflowContent: Hashable, Sendable {
    package let type: TriggerType
    /// Of the trigger.
    package let config: JSONObject
    package let nodes: [WorkflowNode]
    /// Whose rights its nodes have.
    package let role: String
    /// How long its nodes may take together; nil for ``WorkflowLimits/runTime``. Unit: seconds.
    package let timeout: Int64?

    package var allNodes: [WorkflowNode] { nodes.flatMap(\.all) }

    package var json: JSONValue {
        var object: JSONObject = [
            "type": .string(type.rawValue), "config": .object(config), "nodes": .array(nodes.map(\.json)), "role": .string(role),
        ]
        if let timeout { object["timeout"] = .number(JSONNumber(timeout)) }
        return .object(object)
    }

    /// The same with the values of headers hidden that may be secrets.
    package var shown: WorkflowContent { mapped { $0.hidden() } }

    /// The same, where each hidden value is what it was in an earlier version.
    func revealed(by old: WorkflowContent?) -> WorkflowContent {
        let headers = Dictionary((old?.allNodes ?? []).map { ($0.key, $0.config["headers"]) }) { first, _ in first }
        return mapped { $0.revealed(by: headers[$0.key] ?? nil) }
    }

    private func mapped(_ change: (WorkflowNode) -> WorkflowNode) -> WorkflowContent {
        func map(_ node: WorkflowNode) -> WorkflowNode {
            let node = change(node)
            return WorkflowNode(
                key: node.key, type: node.type, title: node.title, config: node.config, branches: node.branches.mapValues { $0.map(map) })
        }
        return WorkflowContent(type: type, config: config, nodes: nodes.map(map), role: role, timeout: timeout)
    }
}

extension WorkflowNode {
    /// In place of a value that is not shown.
    static let hiddenValue: JSONValue = "***"

    /// Headers whose values say nothing secret.
    private static let plainHeaders: Set<String> = ["accept", "content-type", "user-agent"]

    fileprivate func hidden() -> WorkflowNode {
        withHeaders { header in
            guard let name = header["name"]?.string, !Self.plainHeaders.contains(name.lowercased()) else { return header }
            return ["name": .string(name), "value": Self.hiddenValue]
        }
    }

    fileprivate func revealed(by old: JSONValue?) -> WorkflowNode {
        withHeaders { header in
            guard header["value"] == Self.hiddenValue, let name = header["name"]?.string else { return header }
            return old?.array?.first { $0["name"]?.string?.lowercased() == name.lowercased() } ?? header
        }
    }

    private func withHeaders(_ change: (JSONValue) -> JSONValue) -> WorkflowNode {
        guard type == .request, let headers = config["headers"]?.array else { return self }
        var config = config
        config["headers"] = .array(headers.map(change))
        return WorkflowNode(key: key, type: type, title: title, config: config, branches: branches)
    }
}
