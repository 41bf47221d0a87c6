import Access
import Store

extension AuditCall {
    /// The same call about what its arguments name: the collection, the source, the object; never a value of a record.
    func about(_ input: ToolInput) -> AuditCall {
        let source = input.string("dataSource") ?? "main"
        if let resource = input.string("resource") { return about(["\(source)/\(resource)"]) }
        return about([])
    }

    /// The same call about these objects, when there are any.
    func about(_ objects: [String]) -> AuditCall {
        guard !objects.isEmpty else { return self }
        return AuditCall(
            id: id, time: time, organization: organization, workspace: workspace, caller: caller, user: user, client: client, tool: tool,
            objects: objects, requestID: requestID)
    }
}

extension Caller {
    /// Kind and name, as logs have it: `api_key:built-in/admin`.
    package var label: String {
        switch kind {
        case .anonymous: "anonymous"
        case .userSession: "session:\(userLabel ?? "")"
        case .accessToken: "token:\(userLabel ?? application?.name ?? "")"
        case .application: "application:\(application?.name ?? "")"
        case .apiKey: "api_key:\(userLabel ?? "")"
        case .questionToken: "question:\(userLabel ?? "")"
        case .terminal: "terminal"
        }
    }

    /// The person as `organization/name`.
    package var userLabel: String? {
        guard let user, let organization else { return nil }
        return "\(organization.name)/\(user.name)"
    }
}
