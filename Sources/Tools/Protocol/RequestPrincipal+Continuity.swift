import Access
import Store

extension RequestPrincipal {
    /// Who may go on with a session, a question or a task: the user, the client that acts for them, and the workspace. Not the token, which is renewed.
    /// Nil for whoever showed no credential.
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
