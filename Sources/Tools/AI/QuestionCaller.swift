import Access
import Ask
import Catalog
import Identity
import JSON
import Store

/// Finds the caller and the workspace of a question tool. A token among the arguments takes precedence over the request's credential. The
/// workspace is the chat's, otherwise `oid`, otherwise that of the last used chat, otherwise the one with the lowest id.
/// The first question of a chat is asked in the workspace of `datasource_id` if that is an id, otherwise in `oid`.
struct QuestionCaller: Sendable {
    let chats: Chats
    /// Nil for a tool without the argument `datasource_id`.
    var sources: DataSources?

    /// - Throws: ``Refusal`` `unauthorized` for an invalid or missing token; `invalid_argument` for a workspace in which the caller has no
    ///   role.
    func principal(for arguments: JSONObject, of principal: RequestPrincipal) async throws -> RequestPrincipal {
        let token = Self.text(arguments["token"]).map { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : $0 }
        guard let access = principal.question else {
            guard token == nil else { throw Refusal(.invalidArgument, "token: this connection has its own credential; leave it out") }
            return principal
        }
        guard let token else {
            guard !principal.caller.isAnonymous || access.shown != .none else { throw principal.withoutCredential }
            // At other endpoints the path names the workspace.
            return access.isQuestionServer ? try await self.principal(access.shown, arguments, access, principal) : principal
        }
        return try await self.principal(.bearer(token), arguments, access, principal)
    }

    /// Signs in with a name and a password; the call then runs as that person.
    func signedIn(_ arguments: JSONObject, of principal: RequestPrincipal) async throws -> RequestPrincipal {
        guard Self.text(arguments["token"]) == nil else { return try await self.principal(for: arguments, of: principal) }
        guard let name = Self.text(arguments["username"]), let password = arguments["password"]?.string else {
            guard principal.question?.shown == Credential.none else { return try await self.principal(for: arguments, of: principal) }
            throw Refusal(.invalidArgument, "username, password: expected both, or a token")
        }
        guard let access = principal.question else {
            throw Refusal(.invalidArgument, "username: this connection has its own credential; leave it out")
        }
        guard let token = try await access.token(name: name, password: Secret(password)) else {
            throw Refusal(.invalidArgument, "Incorrect account or password")
        }
        return try await self.principal(.bearer(token.text), arguments, access, principal).given(token)
    }

    private func principal(
        _ credential: Credential, _ arguments: JSONObject, _ access: QuestionAccess, _ principal: RequestPrincipal
    ) async throws -> RequestPrincipal {
        let (owner, workspaces) = try await access.workspaces(of: credential)
        let workspace = try await workspace(arguments, owner, workspaces)
        return try await principal.acting { try await access.caller(for: credential, in: workspace) }
    }

    private func workspace(_ arguments: JSONObject, _ owner: ChatOwner, _ workspaces: [WorkspaceRef]) async throws -> WorkspaceRef {
        guard let first = workspaces.first else { throw SpokenRefusal(.invalidArgument, .noWorkspace) }
        if let id = Self.id(arguments["chat_id"]) {
            guard let chat = try await chats.find(ChatID(id), of: owner), let found = workspaces.first(where: { $0.id == chat.workspace }) else {
                throw Self.unknownChat(id)
            }
            return chat.questions > 0 ? found : try await destination(arguments, workspaces) ?? found
        }
        if let text = Self.label(arguments["oid"]) {
            guard let named = Self.named(text, in: workspaces) else { throw SpokenRefusal(.invalidArgument, .foreignWorkspace) }
            return named
        }
        let last = try await chats.lastWorkspace(of: owner)
        return workspaces.first { $0.id == last } ?? first
    }

    /// The workspace that the first question of a chat names. Nil when the caller has no role there.
    private func destination(_ arguments: JSONObject, _ workspaces: [WorkspaceRef]) async throws -> WorkspaceRef? {
        // Data sources of several workspaces can have the same name: only an id leads to one.
        if workspaces.count > 1, let id = Self.id(arguments["datasource_id"]), let sources {
            for workspace in workspaces
            where try await sources.list(in: workspace.id).contains(where: { $0.questionID == id || $0.id?.rawValue == id }) {
                return workspace
            }
        }
        return Self.label(arguments["oid"]).flatMap { Self.named($0, in: workspaces) }
    }

    /// - Parameter text: its id or name.
    private static func named(_ text: String, in workspaces: [WorkspaceRef]) -> WorkspaceRef? {
        workspaces.first { String($0.id.rawValue) == text || $0.name == text }
    }

    static func unknownChat(_ id: Int64) -> SpokenRefusal { SpokenRefusal(.notFound, .unknownChat, "\(id)") }

    /// A text that is not blank.
    static func text(_ value: JSONValue?) -> String? { value?.string.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }

    /// A name or a number, as text.
    static func label(_ value: JSONValue?) -> String? { text(value) ?? value?.int.map(String.init) }

    /// A whole number, or its text.
    static func id(_ value: JSONValue?) -> Int64? { value?.int ?? value?.string.flatMap { Int64($0) } }
}

extension Caller {
    /// The owner of the caller's chats.
    func chatOwner() throws(Refusal) -> ChatOwner {
        if let user { return .user(user.id) }
        if let application { return .application(application.id) }
        throw Refusal(.forbidden, "chats belong to people and applications")
    }
}

extension RequestPrincipal {
    /// The workspaces in which the credential may ask questions; nil where only the endpoint's workspace is possible.
    func workspaces(_ arguments: JSONObject) async throws -> [WorkspaceRef]? {
        guard let question else { return nil }
        let token = QuestionCaller.text(arguments["token"])
        guard token != nil || question.isQuestionServer else { return nil }
        return try await question.workspaces(of: token.map(Credential.bearer) ?? question.shown).workspaces
    }
}
