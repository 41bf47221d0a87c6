import Access
import Catalog
import GatehouseTesting
import Identity
import SQL
import Server
import Store
import Tools

/// The objects of a test server, created through the domains and not over the wire.
extension RunningServer {

    private func builtIn() async throws -> OrganizationID { try await domains.organizations.find(.builtIn).id }
    func terminal() async throws -> CredentialBound { .terminal(try await builtIn(), scopes: Set(ScopeSet.all.names)) }

    /// An API key of a user, without bounds but those given.
    func key(
        of user: String = "built-in/admin", scopes: [String] = ScopeSet.all.names, workspace: WorkspaceID? = nil, expires: Timestamp? = nil,
        now: Timestamp = .now
    ) async throws -> String { try await newKey(of: user, scopes: scopes, workspace: workspace, expires: expires, now: now).key.text }

    func newKey(
        of user: String = "built-in/admin", scopes: [String] = ScopeSet.all.names, workspace: WorkspaceID? = nil, expires: Timestamp? = nil,
        now: Timestamp = .now
    ) async throws -> NewAPIKey {
        let name = try QualifiedName(parsing: user, argument: "user")
        let organization = try await domains.organizations.find(name.organization).id
        return try await APIKeys(store: composition.store, now: { now }).create(
            organization, user: try await domains.users.find(organization, name.name).id, name: "test",
            limits: KeyLimits(workspace: workspace, scopes: Set(scopes), expires: expires), bound: terminal())
    }

    func revoke(_ key: APIKeyID) async throws { try await domains.keys.revoke(try await builtIn(), key) }

    func disable(_ user: String) async throws {
        let name = try QualifiedName(parsing: user, argument: "user")
        let organization = try await domains.organizations.find(name.organization).id
        try await domains.users.disable(organization, try await domains.users.find(organization, name.name).id)
    }

    /// A user of `built-in` with one role in `main`.
    func addUser(_ name: Name, role: Name) async throws {
        let organization = try await builtIn()
        _ = try await domains.users.add(organization, name, password: nil)
        try await domains.members.add(
            organization, workspace: Workspace.mainID, .user, QualifiedName(parsing: "built-in/\(name)", argument: "user"), role: role,
            bound: terminal())
    }

    /// Takes every role in `main` from a user of `built-in`.
    func removeUser(_ name: Name) async throws {
        try await domains.members.remove(
            try await builtIn(), workspace: Workspace.mainID, .user, QualifiedName(parsing: "built-in/\(name)", argument: "user"), role: nil,
            bound: terminal())
    }

    /// Organization `acme` with workspace `acme-data`, whose administrator is `acme/eve`.
    func addAcme() async throws -> WorkspaceID {
        let acme = try await domains.organizations.add("acme").id
        _ = try await domains.users.add(acme, "eve", password: nil)
        let workspace = try await domains.workspaces.add(acme, "acme-data").id
        try await domains.members.add(
            acme, workspace: workspace, .user, QualifiedName(parsing: "acme/eve", argument: "user"), role: .admin, bound: terminal())
        return workspace
    }

    /// Collection `notes` of `main` with three rows.
    func addNotes() async throws {
        try await main().write(.patient) { connection in
            try connection.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
            try connection.execute("INSERT INTO notes VALUES (1, 'first'), (2, 'second'), (3, 'third')")
        }
    }

    /// A rule in `main`, which changes what members see there.
    func changeRules() async throws {
        _ = try await domains.rules.set(RuleContent(actions: [.view]), role: "reader", source: "main", collection: "notes", in: Workspace.mainID)
    }

    func notes() async throws -> [String] {
        try await main().read(.patient) { connection in
            try connection.all("SELECT id, title FROM notes ORDER BY id") { "\($0.int(0) ?? 0) \($0.text(1) ?? "")" }
        }
    }

    static let untouchedNotes = ["1 first", "2 second", "3 third"]

    /// Collection `numbers` of `main` with 2,000 rows: four of it joined take an engine for ages.
    func addNumbers() async throws {
        try await main().write(.patient) { connection in
            try connection.execute("CREATE TABLE numbers (n INTEGER PRIMARY KEY)")
            try connection.execute(
                "INSERT INTO numbers WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < 2000) SELECT n FROM up")
        }
    }

    func main() async throws -> any Database { try await domains.sources.open("main", in: Workspace.mainID).database }

    /// The audit log, oldest first: `crud refused insufficient_scope`, `run_sql ok`.
    func audit() async throws -> [String] {
        try await entries().map { entry in
            let ending = entry.outcome.map { "\($0.outcome.rawValue)\($0.code.map { " \($0)" } ?? "")" } ?? "open"
            return "\(entry.call.tool) \(ending)"
        }
    }

    /// Without the row in which a first start records its tools.
    func entries() async throws -> [AuditEntry] {
        await composition.store.audit.flush()
        return try await composition.store.audit.list(AuditQuery(newestFirst: false)).filter { $0.call.caller != "server" }
    }

    /// The audit entries about the definitions of the tools, oldest first.
    func definitions() async throws -> [[String]] {
        await composition.store.audit.flush()
        return try await composition.store.audit.list(AuditQuery(tool: "tools/list", newestFirst: false)).map(\.call.objects)
    }
}
