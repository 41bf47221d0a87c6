import GatehouseTesting
import Identity
import JSON
import SQL
import SQLSyntax
import Store
import Synchronization
import Testing

@Suite("Rows of objects that cannot be read")
struct DamagedRowsTests {
    /// One kind of object: its table, the damaged row, and what a list shows of it.
    private struct Kind: Sendable {
        let table: String
        let victim: Statement
        /// Columns that nothing reads, or that errors name rows by.
        var unread: Set<String> = []
        /// Columns by whose values lists choose rows: a wrong one may keep the row out before it is read.
        var chosenBy: Set<String> = ["organization_id"]
        /// Columns of text, each with a text that it cannot hold.
        var wrong: [String: String] = [:]
        let names: @Sendable (IdentityFixture) async throws -> [String]
        let victimName: String
    }

    private static let keys: Set<String> = ["id", "name_key", "email_key", "phone_key"]

    private static let kinds: [Kind] = [
        Kind(
            table: "organizations", victim: "name = 'acme'",
            wrong: [
                "details": "not JSON", "dcr_policy": "perhaps", "ip_allow": "everywhere but there", "password_rules": "AtLeast6 Strong",
                "name": "a b",
            ], names: { try await $0.organizations.list(nil, ListQuery()).items.map(\.name.text) }, victimName: "acme"),
        Kind(
            table: "users", victim: "name = 'ann'", unread: ["password_hash", "password_at"],
            wrong: ["details": "[]", "ip_allow": "10.0.0.0/8,nowhere", "name": ""],
            names: { try await $0.users.list(nil, ListQuery()).items.map(\.name.text) }, victimName: "ann"),
        Kind(
            table: "roles", victim: "name = 'auditor'", wrong: ["details": "{", "name": "/"],
            names: { try await $0.roles.list(nil, ListQuery()).items.map(\.role.name.text) }, victimName: "auditor"),
        Kind(
            table: "permissions", victim: "name = 'reads'",
            wrong: [
                "details": "", "effect": "Perhaps", "state": "Done", "users": "ann", "roles": "[1]", "resources": "{}", "actions": "null",
                "name": " ",
            ], names: { try await $0.permissions.list(nil, ListQuery()).items.map(\.name.text) }, victimName: "reads"),
        Kind(
            table: "providers", victim: "name = 'warehouse'", unread: ["client_secret", "client_secret2"],
            wrong: ["details": "7", "name": "ware house"],
            names: { try await $0.providers.list(nil, ListQuery()).items.map(\.name.text) }, victimName: "warehouse"),
        Kind(
            table: "applications", victim: "name = 'agent'",
            wrong: [
                "details": "x", "category": "Toy", "kind": "X", "tags": "a b", "redirect_uris": "https://client.example", "grant_types": "[null]",
                "scopes": #"["read"]"#, "source": "found", "metadata": "<xml>", "ip_allow": "all", "name": "",
            ], names: { try await $0.applications.list(nil, ListQuery()).items.map(\.name.text) }, victimName: "agent"),
        Kind(
            table: "api_keys", victim: "name = 'victim'", unread: ["hash"], wrong: ["role": "two words"],
            names: { try await $0.keys.list(try await $0.organizations.find("acme").id).map(\.name) }, victimName: "victim"),
        Kind(
            table: "workspaces", victim: "name = 'second'",
            names: { try await $0.workspaces.list(try await $0.organizations.find("acme").id).map(\.name) }, victimName: "second"),
        Kind(
            table: "access_tokens", victim: "name = 'victim'", unread: ["hash", "user_id", "application_id"],
            chosenBy: ["organization_id", "expires_at", "revoked_at"],
            names: { try await $0.tokens.list(nil, ListQuery()).items.map(\.name) }, victimName: "victim"),
    ]

    /// An object of every kind, each with another beside it.
    private static func fill(_ fixture: IdentityFixture) async throws {
        let acme = try await fixture.tenant("acme")
        let bound = try await fixture.terminal()
        _ = try await fixture.roles.add(acme.id, "auditor")
        for name in ["reads", "other"] as [Name] {
            let draft = try fixture.permissions.draft(acme.id, name, over: nil, Patch(), by: "acme/boss")
            _ = try await fixture.permissions.add(draft) { _, _, _ in }
        }
        for name in ["warehouse", "other"] as [Name] { _ = try await fixture.providers.add(acme.id, name, Patch(ProvidersTests.login), bound: bound) }
        for name in ["agent", "other"] as [Name] { _ = try await fixture.application(name, in: acme.id) }
        for name in ["victim", "other"] {
            _ = try await fixture.keys.create(
                acme.id, user: acme.ann.id, name: name, limits: KeyLimits(scopes: ["read:record"]), bound: acme.bound(acme.ann))
        }
        _ = try await fixture.workspaces.add(acme.id, "second")
        let agent = try await fixture.applications.get(acme.id, "agent")
        let now = fixture.clock.now
        try await fixture.store.write { connection in
            for name in ["victim", "other"] {
                try connection.execute(
                    """
                    INSERT INTO access_tokens (name, hash, application_id, organization_id, scope, resource, grant_type, created_at, expires_at)
                    VALUES (\(name), \(Array(name.utf8)), \(agent.id), \(acme.id), 'read:record', 'r', 'client_credentials', \(now), \(now + .seconds(60)))
                    """)
            }
        }
    }

    @Test("NULL is valid in every nullable column", arguments: StoreEngine.allCases)
    func nulls(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            try await Self.fill(fixture)
            for kind in Self.kinds {
                let columns = try await Self.columns(of: kind.table, in: fixture)
                let nullable = columns.filter { !$0.isRequired }.map { "\(Identifier($0.name)) = NULL" as Statement }
                guard !nullable.isEmpty else { continue }
                try await fixture.store.write { try $0.execute("UPDATE \(Identifier(kind.table)) SET \(Statement.joined(nullable, by: ", "))") }
            }
            #expect(try await DamagedObjects.all(in: fixture.store) == [])
            for kind in Self.kinds {
                let names = try await kind.names(fixture)
                #expect(names.contains(kind.victimName) && names.count > 1, "\(kind.table)")
            }
        }
    }

    // STRICT tables and their checks keep such values out; files that were written by others, or broke, have them.
    @Test("A NULL, a text for a number, broken JSON or an unknown word fails only its row: lists omit it, log and check report it")
    func damaged() async throws {
        try await IdentityFixture.with(.sqlite) { fixture in
            try await Self.fill(fixture)
            let told = Mutex<Set<DamagedRow>>([])
            fixture.store.damaged.listen { row in told.withLock { _ = $0.insert(row) } }
            for kind in Self.kinds {
                let columns = try await Self.columns(of: kind.table, in: fixture)
                try await Self.loosen(kind.table, in: fixture)
                let victim = try await fixture.store.read { connection in
                    try connection.value(of: "victims", "SELECT id FROM \(Identifier(kind.table)) WHERE \(kind.victim)", .integer)
                }
                for column in columns where !kind.unread.union(Self.keys).contains(column.name) {
                    var values: [SQLValue] = column.isRequired ? [.null] : []
                    if column.isNumber { values.append(.text("many")) }
                    if let wrong = kind.wrong[column.name] { values.append(.text(wrong)) }
                    for value in values {
                        try await Self.check(kind, column.name, value, try #require(victim), in: fixture) { told.withLock { $0 } }
                    }
                }
            }
        }
    }

    private static func check(
        _ kind: Kind, _ column: String, _ value: SQLValue, _ victim: Int64, in fixture: IdentityFixture, told: () -> Set<DamagedRow>
    ) async throws {
        let (table, name) = (Identifier(kind.table), Identifier(column))
        let before = try await fixture.store.read { try $0.first("SELECT \(name) FROM \(table) WHERE id = \(victim)") { $0.value(0) } }
        try await fixture.store.write { try $0.execute("UPDATE \(table) SET \(name) = \(value) WHERE id = \(victim)") }
        let found = try await DamagedObjects.all(in: fixture.store)
        let row = found.first { $0.table == kind.table && $0.key == String(victim) }
        #expect(row?.column == column, "\(kind.table).\(column) = \(value): \(found)")
        #expect(found.count { $0.table == kind.table } == 1, "\(kind.table).\(column) = \(value): \(found)")
        let names = try await kind.names(fixture)
        #expect(!names.contains(kind.victimName) && !names.isEmpty, "\(kind.table).\(column) = \(value): \(names)")
        if !kind.chosenBy.contains(column) {
            #expect(row.map { told().contains($0) } ?? false, "\(kind.table).\(column) = \(value)")
        }
        try await fixture.store.write { try $0.execute("UPDATE \(table) SET \(name) = \(before ?? .null) WHERE id = \(victim)") }
        #expect(try await DamagedObjects.all(in: fixture.store) == [], "\(kind.table).\(column)")
    }

    @Test("A damaged row gives no access: its key is refused, and its object is not changed")
    func closed() async throws {
        try await IdentityFixture.with(.sqlite) { fixture in
            try await Self.fill(fixture)
            let acme = try await fixture.organizations.find("acme")
            let ann = try await fixture.users.find(acme.id, "ann")
            let key = try await fixture.keys.create(
                acme.id, user: ann.id, name: "live", limits: KeyLimits(scopes: ["read:record"]), bound: try await fixture.terminal())
            #expect(try await fixture.keys.find(key.presented) != nil)
            try await Self.loosen("users", in: fixture)
            try await fixture.store.write { try $0.execute("UPDATE users SET is_admin = 'maybe' WHERE id = \(ann.id)") }
            await #expect(throws: DamagedRow(table: "api_keys", column: "is_admin", key: "\(key.id.rawValue)", reason: "expected 0 or 1")) {
                _ = try await fixture.keys.find(key.presented)
            }
            await #expect(throws: DamagedRow(table: "users", column: "is_admin", key: "\(ann.id.rawValue)", reason: "expected 0 or 1")) {
                _ = try await fixture.users.update(acme.id, ann.id, Patch(["isAdmin": true]), bound: try await fixture.terminal())
            }
            let kept = try await fixture.store.read { try $0.first("SELECT is_admin FROM users WHERE id = \(ann.id)") { $0.value(0) } }
            #expect(kept == .text("maybe"))
        }
    }

    private struct ColumnOfTable {
        let name: String
        let isRequired: Bool
        let isNumber: Bool
    }

    private static func columns(of table: String, in fixture: IdentityFixture) async throws -> [ColumnOfTable] {
        try await fixture.store.read { connection in
            let statement: Statement =
                connection.dialect == .sqlite
                ? #"SELECT name, "notnull" AS required, type FROM pragma_table_info(\#(table))"#
                : """
                SELECT column_name AS name, CASE is_nullable WHEN 'NO' THEN 1 ELSE 0 END AS required, data_type AS type
                FROM information_schema.columns WHERE table_name = \(table) AND table_schema = current_schema()
                """
            return try connection.all(of: "columns", statement) { row in
                ColumnOfTable(
                    name: try row["name", .text], isRequired: try row["required", .flag],
                    isNumber: ["INTEGER", "bigint"].contains(try row["type", .text]))
            }
        }
    }

    /// The same table without types, checks and keys. Other tables still use the old one.
    private static func loosen(_ table: String, in fixture: IdentityFixture) async throws {
        let old = Identifier("\(table)_of_before")
        try await fixture.store.write { connection in
            try connection.execute("ALTER TABLE \(Identifier(table)) RENAME TO \(old)")
            try connection.execute("CREATE TABLE \(Identifier(table)) AS SELECT * FROM \(old)")
        }
    }
}
