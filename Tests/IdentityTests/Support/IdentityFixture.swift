import GatehouseTesting
import Identity
import SQL
import Store
import Testing

/// A store after its first start, with all services on it and organizations `acme` and `rival`, each with users and a workspace.
final class IdentityFixture: Sendable {
    static let scopes: Set<String> = ["read:record", "write:record", "read:token", "write:token", "run:sql"]
    static let adminPassword = Secret("a first password")

    let place: TestDatabase
    let store: Store
    let clock = TestClock()
    let hasher = PasswordHasher(cost: PasswordCost(memory: 64, passes: 1))
    let organizations: Organizations
    let users: Users
    let roles: Roles
    let permissions: Permissions
    let providers: Providers
    let workspaces: Workspaces
    let members: Members
    let keys: APIKeys
    let uses: KeyUses
    let directory: Directory
    let applications: Applications
    let tokens: Tokens
    let authorization: AuthorizationServer
    /// The documents that external hosts return, by URL.
    let outside = Outside()

    private init(_ place: TestDatabase, maximumClients: Int64) async throws {
        self.place = place
        store = try await Self.open(place)
        let now: @Sendable () -> Timestamp = { [clock] in clock.now }
        organizations = Organizations(store: store, now: now)
        users = Users(store: store, hasher: hasher, now: now)
        roles = Roles(store: store, now: now)
        permissions = Permissions(store: store, now: now)
        providers = Providers(store: store, now: now)
        workspaces = Workspaces(store: store, now: now)
        members = Members(store: store, now: now)
        keys = APIKeys(store: store, now: now)
        uses = KeyUses(store: store)
        directory = Directory(store: store, uses: uses, limit: 8, now: now)
        applications = Applications(store: store, policy: FixturePolicy(), now: now)
        tokens = Tokens(store: store, now: now)
        authorization = AuthorizationServer(
            store: store, applications: applications, users: users, hasher: hasher, directory: directory,
            documents: { [outside] url, caller in try outside.document(url, for: caller) }, maximumUnregistered: maximumClients, now: now)
    }

    /// The same server as another node runs it, on a store of its own over the same database.
    func otherNode() async throws -> (store: Store, server: AuthorizationServer) {
        let other = try await Self.open(place, secrets: store.secrets)
        let now: @Sendable () -> Timestamp = { [clock] in clock.now }
        let applications = Applications(store: other, policy: FixturePolicy(), now: now)
        let users = Users(store: other, hasher: hasher, now: now)
        let directory = Directory(store: other, uses: KeyUses(store: other), now: now)
        return (
            other,
            AuthorizationServer(store: other, applications: applications, users: users, hasher: hasher, directory: directory, now: now)
        )
    }

    /// The store as another process opens it.
    static func open(_ place: TestDatabase, secrets: SecretBox = .ephemeral()) async throws -> Store {
        try await Store.open(place.open(), migrations: IdentitySchema.migrations, secrets: secrets, node: "test")
    }

    private static let migrated = PreparedDatabase { database in
        await (try await Store.open(database, migrations: IdentitySchema.migrations, secrets: .ephemeral(), node: "test")).close()
    }

    /// - Parameter maximumClients: that registered themselves.
    static func with(_ engine: StoreEngine, maximumClients: Int64 = 10_000, _ body: (IdentityFixture) async throws -> Void) async throws {
        let fixture = try await IdentityFixture(migrated.copy(on: engine), maximumClients: maximumClients)
        do {
            _ = try await Bootstrap.run(fixture.store, hasher: fixture.hasher, password: adminPassword) { [clock = fixture.clock] in clock.now }
            try await body(fixture)
        } catch {
            await fixture.store.close()
            throw error
        }
        await fixture.store.close()
    }

    /// An organization with user `ann`, an administrator `boss`, and a workspace of its own name.
    func tenant(_ name: Name) async throws -> Tenant {
        let organization = try await organizations.add(name)
        let ann = try await users.add(organization.id, "ann", password: Secret("ann's password"), email: "ann@\(name).example")
        let boss = try await users.add(organization.id, "boss", password: nil, isAdministrator: true)
        let workspace = try await workspaces.add(organization.id, name.text)
        return Tenant(organization: organization, ann: ann, boss: boss, workspace: workspace)
    }

    func terminal() async throws -> CredentialBound {
        .terminal(try await organizations.find(.builtIn).id, scopes: Self.scopes)
    }

    /// Every row of every table of this target as text, to check that a refusal changes nothing.
    func contents() async throws -> [String] { try await Self.contents(store) }

    static func contents(_ store: Store) async throws -> [String] {
        try await store.read { connection in
            let tables: [Statement] = [
                "SELECT * FROM organizations ORDER BY 1", "SELECT * FROM users ORDER BY 1", "SELECT * FROM roles ORDER BY 1",
                "SELECT * FROM workspaces ORDER BY 1", "SELECT * FROM memberships ORDER BY 1, 2, 3, 4", "SELECT * FROM api_keys ORDER BY 1",
                "SELECT * FROM applications ORDER BY 1", "SELECT * FROM authorization_grants ORDER BY 1",
                "SELECT * FROM authorization_codes ORDER BY 1", "SELECT * FROM refresh_tokens ORDER BY 1", "SELECT * FROM access_tokens ORDER BY 1",
                "SELECT * FROM consents ORDER BY 1, 2, 3", "SELECT * FROM sessions ORDER BY 1", "SELECT * FROM device_codes ORDER BY 1",
                "SELECT * FROM signing_keys ORDER BY 1",
                "SELECT * FROM role_users ORDER BY 1, 2", "SELECT * FROM role_parts ORDER BY 1, 2", "SELECT * FROM permissions ORDER BY 1",
                "SELECT * FROM providers ORDER BY 1",
            ]
            return try tables.flatMap { table in
                try connection.all(table) { row in (0..<row.columnCount).map { "\(row.value($0))" }.joined(separator: "|") }
            }
        }
    }

    /// Expects a refusal with this code, and not one row changed by it.
    /// - Parameter words: what the reason has to contain, so that it is refused for this and for nothing else.
    func refuses(
        _ code: IdentityError.Code, saying words: String = "", sourceLocation: SourceLocation = #_sourceLocation, _ call: () async throws -> Void
    ) async throws {
        let before = try await contents()
        do {
            try await call()
            Issue.record("expected the refusal \(code)", sourceLocation: sourceLocation)
        } catch let error as IdentityError {
            #expect(error.code == code && (words.isEmpty || error.reason.contains(words)), "\(error)", sourceLocation: sourceLocation)
        }
        #expect(try await contents() == before, sourceLocation: sourceLocation)
    }
}

extension NewAPIKey {
    /// The key as its owner shows it.
    var presented: PresentedKey { get throws { try #require(PresentedKey(key.text)) } }
}

/// One organization of a ``IdentityFixture``.
struct Tenant: Sendable {
    let organization: Organization
    let ann: User
    let boss: User
    let workspace: Workspace

    var id: OrganizationID { organization.id }
    var annName: QualifiedName { QualifiedName(organization: organization.name, name: ann.name) }

    /// The credential bound of `user` with these roles in the tenant's workspace.
    func bound(_ user: User, roles: Set<Name> = [], limits: KeyLimits = KeyLimits(scopes: IdentityFixture.scopes)) -> CredentialBound {
        CredentialBound(
            organization: id, user: user.id, isOperator: false, isAdministrator: user.isAdministrator, workspace: workspace.id, roles: roles,
            limits: limits, covers: user.isAdministrator ? .administrator : .person)
    }

    /// The credential bound of an application of the organization.
    func bound(application: Int64, covers: CredentialBound.ScopeAuthority = .person) -> CredentialBound {
        CredentialBound(
            organization: id, user: nil, application: ApplicationID(application), isOperator: false, isAdministrator: false, workspace: workspace.id,
            roles: [], limits: KeyLimits(scopes: IdentityFixture.scopes), covers: covers)
    }
}
