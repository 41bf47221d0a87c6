import Access
package import JSON

/// One version of a workflow: its trigger, nodes and role.
package struct WorkflowContent: Hashable, Sendable {
    package let type: TriggerType
    /// The config of the trigger.
    package let config: JSONObject
    package let nodes: [WorkflowNode]
    /// The role with whose rights its nodes run.
    package let role: String
    /// The only roles with which its nodes act, if the creating credential excludes some of its owner's roles; nil for all roles that
    /// ``role`` gives.
    package var onlyRoles: [String]?
    /// Time limit for all nodes together; nil for ``WorkflowLimits/runTime``. Unit: seconds.
    package let timeout: Int64?

    package var allNodes: [WorkflowNode] { nodes.flatMap(\.all) }

    package var json: JSONValue {
        var object: JSONObject = [
            "type": .string(type.rawValue), "config": .object(config), "nodes": .array(nodes.map(\.json)), "role": .string(role),
        ]
        if let onlyRoles { object["onlyRoles"] = .array(onlyRoles.map { .string($0) }) }
        if let timeout { object["timeout"] = .number(JSONNumber(timeout)) }
        return .object(object)
    }

    /// The same content with header values hidden that may be secrets.
    package var shown: WorkflowContent { mapped { $0.hidden() } }

    /// The same content with hidden values replaced by those of an earlier version, for the same server only.
    /// - Throws: ``Refusal`` for a hidden value that did not exist, or would be sent to another server.
    func revealed(by old: WorkflowContent?) throws(Refusal) -> WorkflowContent {
        let known = Dictionary((old?.allNodes ?? []).map { ($0.key, $0) }) { first, _ in first }
        return try mapped { node throws(Refusal) in try node.revealed(by: known[node.key]) }
    }

    private func mapped<Failure>(_ change: (WorkflowNode) throws(Failure) -> WorkflowNode) throws(Failure) -> WorkflowContent {
        func map(_ node: WorkflowNode) throws(Failure) -> WorkflowNode {
            let node = try change(node)
            var branches: [String: [WorkflowNode]] = [:]
            for (name, nodes) in node.branches { branches[name] = try nodes.map(map) }
            return WorkflowNode(key: node.key, type: node.type, title: node.title, config: node.config, branches: branches)
        }
        return WorkflowContent(type: type, config: config, nodes: try nodes.map(map), role: role, onlyRoles: onlyRoles, timeout: timeout)
    }
}

extension WorkflowNode {
    /// Replaces a hidden value.
    static let hiddenValue: JSONValue = "***"

    /// Headers whose values are not secret.
    private static let plainHeaders: Set<String> = ["accept", "content-type", "user-agent"]

    fileprivate func hidden() -> WorkflowNode {
        withHeaders { header in
            guard let name = header["name"]?.string, !Self.plainHeaders.contains(name.lowercased()) else { return header }
            return ["name": .string(name), "value": Self.hiddenValue]
        }
    }

    fileprivate func revealed(by old: WorkflowNode?) throws(Refusal) -> WorkflowNode {
        try withHeaders { header throws(Refusal) in
            guard header["value"] == Self.hiddenValue, let name = header["name"]?.string else { return header }
            let known = old?.config["headers"]?.array?.first { $0["name"]?.string?.lowercased() == name.lowercased() }
            guard let known, old?.server == server else {
                throw Refusal(
                    .invalidArgument,
                    "nodes: the value of header '\(name.prefix(60))' of node '\(key)' is hidden, and was not given for this server: give it again")
            }
            return known
        }
    }

    /// Scheme, host and port of a request, as written.
    private var server: String? {
        guard let url = config["url"]?.string, let start = url.firstRange(of: "://")?.upperBound else { return nil }
        return url[..<start].lowercased() + url[start...].prefix { !"/?#\\".contains($0) }.lowercased()
    }

    private func withHeaders<Failure>(_ change: (JSONValue) throws(Failure) -> JSONValue) throws(Failure) -> WorkflowNode {
        guard type == .request, let headers = config["headers"]?.array else { return self }
        var config = config
        config["headers"] = .array(try headers.map(change))
        return WorkflowNode(key: key, type: type, title: title, config: config, branches: branches)
    }
}
