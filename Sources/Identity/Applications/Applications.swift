import Notation
package import OAuth
import SQL
package import Store

/// The applications of an organization: OAuth clients with their secrets, limits and redirect URIs.
package struct Applications: Sendable {
    let store: Store
    let policy: any ScopePolicy
    let quotas: Quotas
    /// Whether lists omit clients that strangers registered: on a demo server, every visitor could read their names.
    let hidesUnregistered: Bool
    let now: @Sendable () -> Timestamp

    package init(
        store: Store, policy: any ScopePolicy, quotas: Quotas = .none, hidesUnregistered: Bool = false,
        now: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        self.store = store
        self.policy = policy
        self.quotas = quotas
        self.hidesUnregistered = hidesUnregistered
        self.now = now
    }

    /// Creates an application with a client id and, unless it is public, its own secret, which expires with the creator's credential.
    /// - Parameters:
    ///   - change: members that differ from the defaults.
    ///   - bound: the creator's; scopes beyond it are refused, not narrowed. Its scopes and workspace are the defaults of the application's.
    /// - Throws: `not_found` for the organization; `conflict` when any organization uses the name; `forbidden`; `invalid`; `limited`.
    package func add(
        _ organization: OrganizationID, _ name: Name, _ change: ApplicationChange = ApplicationChange(), bound: CredentialBound
    ) async throws -> NewApplication {
        guard bound.reaches(organization) else { throw IdentityError.notFound("organization", organization.rawValue) }
        let time = now()
        var form = try Application(organization, name, clientID: Self.newClientID(), source: .registered, at: time).applying(change, policy)
        try bound.check(form.scopes, policy)
        // The application of a caller with fewer scopes has fewer scopes.
        if form.asksForEverything, bound.covers < .administrator { form.scopes = bound.limits.scopes.sorted().map { ApplicationScope(name: $0) } }
        if change.workspace.isKeep { form.workspace = bound.limits.workspace }
        try bound.checkOpening(form.workspace)
        form.isVouched = bound.administers(organization)
        let secret = form.isPublic ? nil : SecretText.client.make()
        if let secret {
            (form.secret, form.ownSecretEnd, form.secretGrant) = (secret.digest, bound.limits.expires, bound.grant)
        }
        let application = try await store.change(orConflict: .taken("application", form.name)) { [quotas, form] connection, changed in
            changed.insert(.client(form.clientID))
            try Self.checkName(form.name, of: try Organizations.require(organization, on: connection))
            if let workspace = form.workspace { _ = try Workspaces.require(workspace, openTo: organization, on: connection) }
            try quotas.check(.application, of: organization, on: connection)
            return try Self.require(try Self.insert(form, on: connection), on: connection)
        }
        return NewApplication(application: application, secret: secret?.secret)
    }

    /// Refuses the name of the question server's application outside of `built-in`: an application of that name in another organization
    /// would keep everybody from signing in to the question server.
    static func checkName(_ name: Name, of organization: Organization) throws(IdentityError) {
        guard organization.isBuiltIn || name.key != QuestionTokens.client.key else { throw .taken("application", name) }
    }

    /// The application with this name in any organization; the calling code checks its organization.
    package func find(_ name: Name) async throws -> Application? {
        try await store.read { try Application.stored.table.first(where: "applications.name = \(name)", on: $0) }
    }

    /// The application with this client id in any organization.
    package func find(client id: String) async throws -> Application? {
        // Ids are made by this server, or are URLs of documents; a longer text is neither.
        guard (1...2_048).contains(id.utf8.count), !id.utf8.contains(0) else { return nil }
        return try await store.read { try Self.find(client: id, on: $0) }
    }

    /// - Throws: `not_found`, also for an application of another organization.
    package func get(_ organization: OrganizationID, _ name: Name) async throws -> Application {
        try await store.read { try Self.require(organization, name, on: $0) }
    }

    /// Sorted by name.
    package func list(_ organization: OrganizationID) async throws -> [Application] {
        try await store.read { [damaged = store.damaged] connection in
            try Application.stored.table.readable(
                where: "applications.organization_id = \(organization)", by: "applications.name_key", on: connection, reporting: damaged)
        }
    }

    /// A part of an organization's applications, or of all applications without an organization.
    package func list(_ organization: OrganizationID?, _ query: ListQuery) async throws -> ObjectPage<Application> {
        let owner: Statement = organization.map { "applications.organization_id = \($0)" } ?? "1 = 1"
        let listed: Statement = hidesUnregistered ? "\(owner) AND applications.source = 'registered'" : owner
        return try await store.read { [damaged = store.damaged] in
            try Application.stored.page(query, where: listed, on: $0, reporting: damaged)
        }
    }

    static func find(client id: String, on connection: any Connection) throws -> Application? {
        try Application.stored.table.first(where: "applications.client_id = \(id)", on: connection)
    }

    static func require(_ organization: OrganizationID, _ name: Name, lock: Statement = "", on connection: any Connection) throws -> Application {
        try Application.stored.require(
            "applications.organization_id = \(organization) AND applications.name = \(name)", lock, on: connection,
            orThrow: .notFound("application", name))
    }

    static func require(_ id: ApplicationID, on connection: any Connection) throws -> Application {
        try Application.stored.require("applications.id = \(id)", on: connection, orThrow: .notFound("application", id.rawValue))
    }

    /// 20 hexadecimal digits; an id is not secret, but must be unique.
    static func newClientID() -> String { Hexadecimal.encode(RandomBytes.make(10)) }
}
