import Access
import Store

extension RequestPrincipal {
    /// Identifies the user, the client that acts for the user, and the workspace: only they may continue a session, a question or a task. The token
    /// is not part of it, because it is renewed.
    /// Nil without a credential.
    package var continuityKey: String? {
        let client: String
        switch caller.kind {
        case .anonymous: return nil
        case .apiKey(let id): client = "key \(id.rawValue)"
        case .application: client = "application"
        case .accessToken: client = "token"
        case .userSession: client = "session"
        case .questionToken: client = "question"
        case .terminal: client = "terminal"
        case .workflow(let id, _): client = "workflow \(id.rawValue)"
        }
        let (user, application) = (caller.user?.id.rawValue ?? 0, caller.application?.id.rawValue ?? 0)
        return "\(caller.workspace.id.rawValue)/\(user)/\(application)/\(client)"
    }
}
