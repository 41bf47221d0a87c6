import Access
import Catalog
import GatehouseTesting
import Identity
import JSON
import MCP
import SQL
import Store
import Testing
import Tools

/// The kinds of callers that rights differ for; each calls the endpoint of workspace `acme` unless a test says otherwise.
enum CallerKind: String, CaseIterable, Sendable {
    case anonymous
    /// A key of `built-in/admin`.
    case `operator`
    /// `acme/boss`: administers the organization, no member of the workspace.
    case organizationAdministrator
    /// `acme/ann`: role `admin`.
    case workspaceAdministrator
    /// `acme/rita`.
    case reader
    /// `acme/mia`.
    case member
    /// `acme/clara`: role `clerk`, which has rules.
    case clerk
    /// `acme/tom`: role `temp`, without a rule.
    case temp
    /// A key of `acme/ann` with the one scope `read:record`.
    case narrowed
    /// A key of `acme/ann` that opens workspace `annex` alone.
    case boundElsewhere
    /// `rival/rob`: role `admin` in workspace `rival`.
    case foreigner
    /// `rival/boss`.
    case foreignAdministrator
    /// `acme/zoe`: a user without any role.
    case outsider
    case terminal
    /// The application `caretaker` of `acme` by its id and secret: all scopes, no role.
    case application
    /// An access token of the application `builder` of `acme` for itself: `read:application write:application`.
    case applicationToken
    /// `acme/ann` in a browser.
    case session
    /// An access token of `acme/ann`, for all that a person may have.
    case personToken
    /// An access token of `acme/ann` that was allowed `read:record read:collection write:rule` alone.
    case narrowedToken
}

/// The people of a ``ToolFixture``, with their keys.
struct People: Sendable {
    let builtIn: Organization
    let acme: Organization
    let rival: Organization
    let main: Workspace
    let office: Workspace
    let annex: Workspace
    let abroad: Workspace
    /// By `organization/name`.
    let users: [String: User]
    let keys: [CallerKind: NewAPIKey]
    let robot: NewApplication
    let builder: NewApplication

    var places: [Workspace] { [main, office, annex, abroad] }

    init(_ domains: Domains, _ databases: MainDatabases) async throws {
        builtIn = try await domains.organizations.find(.builtIn)
        acme = try await domains.organizations.add("acme")
        rival = try await domains.organizations.add("rival")
        main = try #require(try await domains.workspaces.find("main"))
        office = try await domains.workspaces.add(acme.id, "acme")
        annex = try await domains.workspaces.add(acme.id, "annex")
        abroad = try await domains.workspaces.add(rival.id, "rival")
        var users: [String: User] = [:]
        let names: [(Organization, [Name])] = [
            (acme, ["boss", "ann", "rita", "mia", "max", "clara", "tom", "zoe"]), (rival, ["boss", "rob"]),
        ]
        for (organization, names) in names {
            for name in names {
                users["\(organization.name)/\(name)"] = try await domains.users.add(
                    organization.id, name, password: nil, email: "\(name)@\(organization.name).example", isAdministrator: name == "boss")
            }
        }
        users["built-in/admin"] = try await domains.users.find(builtIn.id, .admin)
        self.users = users
        for role in ["clerk", "temp"] as [Name] { _ = try await domains.roles.add(acme.id, role) }
        keys = try await Self.admit(users, in: self.office, self.annex, self.abroad, builtIn, domains)
        for place in [main, office, annex, abroad] {
            try await Self.fill(
                databases.database(of: place.id), mine: users["acme/mia"]?.id.rawValue ?? 0, theirs: users["acme/max"]?.id.rawValue ?? 0)
        }
        try await Self.setRules(domains, in: office)
        robot = try await Self.application("caretaker", ScopeSet.all.names, acme, builtIn, domains)
        builder = try await Self.application("builder", ["read:application", "write:application"], acme, builtIn, domains)
    }

    private static func application(
        _ name: Name, _ scopes: [String], _ home: Organization, _ builtIn: Organization, _ domains: Domains
    ) async throws -> NewApplication {
        var change = ApplicationChange()
        change.grantTypes = .set(["client_credentials"])
        change.scopes = .set(scopes.map { ApplicationScope(name: $0) })
        return try await domains.applications.add(
            home.id, name, change, bound: .terminal(builtIn.id, scopes: Set(ScopeSet.all.names)))
    }

    private static func admit(
        _ users: [String: User], in office: Workspace, _ annex: Workspace, _ abroad: Workspace, _ builtIn: Organization, _ domains: Domains
    ) async throws -> [CallerKind: NewAPIKey] {
        let bound = CredentialBound.terminal(builtIn.id, scopes: Set(ScopeSet.all.names))
        let roles: [(String, Name, Workspace)] = [
            ("acme/ann", .admin, office), ("acme/ann", .admin, annex), ("acme/rita", .reader, office), ("acme/mia", .member, office),
            ("acme/max", .member, office), ("acme/clara", "clerk", office), ("acme/tom", "temp", office), ("rival/rob", .admin, abroad),
        ]
        for (name, role, place) in roles {
            try await domains.members.add(
                place.organization, workspace: place.id, .user, QualifiedName(parsing: name, argument: "member"), role: role, bound: bound)
        }
        let all = Set(ScopeSet.all.names)
        let owners: [(CallerKind, String, KeyLimits)] = [
            (.operator, "built-in/admin", KeyLimits(scopes: all)), (.organizationAdministrator, "acme/boss", KeyLimits(scopes: all)),
            (.workspaceAdministrator, "acme/ann", KeyLimits(scopes: all)), (.reader, "acme/rita", KeyLimits(scopes: all)),
            (.member, "acme/mia", KeyLimits(scopes: all)), (.clerk, "acme/clara", KeyLimits(scopes: all)),
            (.temp, "acme/tom", KeyLimits(scopes: all)),
            (.narrowed, "acme/ann", KeyLimits(scopes: ["read:record"])),
            (.boundElsewhere, "acme/ann", KeyLimits(workspace: annex.id, scopes: all)), (.foreigner, "rival/rob", KeyLimits(scopes: all)),
            (.foreignAdministrator, "rival/boss", KeyLimits(scopes: all)), (.outsider, "acme/zoe", KeyLimits(scopes: all)),
        ]
        var keys: [CallerKind: NewAPIKey] = [:]
        for (kind, name, limits) in owners {
            let user = try #require(users[name])
            keys[kind] = try await domains.keys.create(user.organization, user: user.id, name: "\(kind)", limits: limits, bound: bound)
        }
        return keys
    }

    private static func fill(_ database: any Database, mine: Int64, theirs: Int64) async throws {
        try await database.write(.patient) { connection in
            for statement in tables + rows { try connection.execute(statement) }
            for (id, owner) in [(1, mine), (2, mine), (3, theirs), (4, theirs)] {
                try connection.execute(
                    "INSERT INTO orders (id, customer_id, total, note, \"createdById\") VALUES (\(id), \((id - 1) % 3 + 1), \(Int64(id * 10)), 'order', \(owner))"
                )
            }
        }
    }

    private static let tables: [Statement] = [
        "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, phone TEXT)",
        """
        CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), total INTEGER, note TEXT, "createdById" INTEGER)
        """,
        "CREATE TABLE secrets (id INTEGER PRIMARY KEY, word TEXT)",
    ]

    private static let rows: [Statement] = [
        "INSERT INTO customers VALUES (1, 'Ada', 'Graz', '555-1'), (2, 'Bo', 'Wien', '555-2'), (3, 'Cy', 'Linz', '555-3')",
        "INSERT INTO secrets VALUES (1, 'swordfish')",
    ]

    /// A clerk sees customers 1 and 2 without phone and with a masked city, and changes their names.
    private static func setRules(_ domains: Domains, in place: Workspace) async throws {
        let contents = try await domains.catalog.contents(of: "main", in: place.id)
        let draft = RuleDraft(
            role: "clerk", source: "main", collection: "customers", actions: ["view", "update"], masked: ["city"], hidden: ["phone"],
            filter: ["id": ["$lt": 3]])
        _ = try await domains.rules.set(try draft.content(in: contents), role: "clerk", source: "main", collection: "customers", in: place.id)
    }
}
