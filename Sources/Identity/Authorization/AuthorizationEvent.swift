import OAuth

/// An action of the authorization server, as the audit log names it.
struct AuthorizationEvent {
    /// As a tool's name: `sign_in`, `issue_token`.
    let name: String
    /// The person concerned.
    var user: QualifiedName?
    /// Whether the person acts with a session, and not a client for them.
    var isSession = false
    /// What the client calls itself.
    var client: String?
    var objects: [String] = []
}

extension AuthorizationEvent {
    /// Something that a person does on a page.
    static func session(_ name: String, _ user: QualifiedName, client: String? = nil, objects: [String] = []) -> AuthorizationEvent {
        AuthorizationEvent(name: name, user: user, isSession: true, client: client, objects: objects)
    }

    /// Something that a client does.
    static func client(_ name: String, _ application: Application, for user: QualifiedName? = nil, _ grant: GrantType? = nil) -> AuthorizationEvent {
        AuthorizationEvent(
            name: name, user: user, client: application.displayName,
            objects: ["application/\(application.qualifiedName)"] + (grant.map { ["grant/\($0.rawValue)"] } ?? []))
    }
}
