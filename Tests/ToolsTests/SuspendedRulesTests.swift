import Access
import Catalog
import GatehouseTesting
import Identity
import JSON
import SQL
import SQLSyntax
import Store
import Testing
import Tools

@Suite("Rules of removed objects")
struct SuspendedRulesTests {
    private static let rows: JSONObject = ["dataSource": "files", "resource": "orders", "action": "list"]

    private func attach(_ fixture: ToolFixture) async throws {
        try await fixture.does(
            "data_sources_add", ["name": "files", "url": .string("sqlite://\(fixture.path(ofMain: fixture.people.abroad.id))")],
            as: .workspaceAdministrator)
    }

    @Test("E16 A source that is removed and added again is closed until its rules are resumed", arguments: StoreEngine.allCases)
    func source(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine, hasSourceRoot: true)) { fixture in
            try await attach(fixture)
            #expect(try await fixture.does("crud", Self.rows, as: .reader)["data"]?.count == 4)
            try await fixture.does(
                "access_rules_set",
                ["role": "reader", "dataSource": "files", "resource": "orders", "actions": ["view"], "filter": ["id": 1]],
                as: .workspaceAdministrator)
            #expect(try await fixture.does("crud", Self.rows, as: .reader)["data"]?.ids == [1])

            try await fixture.does("data_sources_remove", ["name": "files"], as: .workspaceAdministrator)
            try await attach(fixture)
            // Neither by the role's defaults, nor by a table that no rule names.
            for call in [Self.rows, ["dataSource": "files", "resource": "customers", "action": "list"]] as [JSONObject] {
                try await fixture.refuses(.notFound, "crud", call, as: .reader)
            }
            try await fixture.refuses(.forbidden, "run_sql", ["dataSource": "files", "sql": "SELECT id FROM orders"], as: .reader)
            #expect(try await fixture.does("data_sources_tables", ["name": "files"], as: .reader)["data"]?.count == 0)
            #expect(try await fixture.does("crud", Self.rows, as: .workspaceAdministrator)["data"]?.count == 4)
            let rules = try await fixture.does("access_rules_list", ["dataSource": "files"], as: .workspaceAdministrator)["data"]
            #expect(rules?[0]?["suspended"]?.string == "source")

            try await fixture.refuses(.forbidden, "access_rules_resume", ["dataSource": "files"], as: .reader)
            try await fixture.refuses(.notFound, "crud", Self.rows, as: .reader)
            let resumed = try await fixture.does("access_rules_resume", ["dataSource": "files"], as: .workspaceAdministrator)
            #expect(resumed["resumed"]?.count == 1)
            #expect(try await fixture.does("crud", Self.rows, as: .reader)["data"]?.ids == [1])
            try await fixture.refuses(.notFound, "access_rules_resume", ["dataSource": "files"], as: .workspaceAdministrator)
        }
    }

    @Test("E16 When a role is removed and added again, its rules are suspended, and it has no access to their collections")
    func role() async throws {
        try await ToolFixture.with(.init()) { fixture in
            let (acme, office) = (fixture.people.acme.id, fixture.people.office)
            let bound = try CredentialBound(Callers.terminal(organization: OrganizationRef(id: acme, name: "acme"), workspace: WorkspaceRef(office)))
            let role: Name = "auditor"
            _ = try await fixture.domains.roles.add(acme, role)
            try await fixture.does(
                "access_rules_set", ["role": "auditor", "resource": "orders", "actions": ["view"], "effect": "deny", "filter": ["id": 1]],
                as: .workspaceAdministrator)
            try await fixture.domains.removeRole(acme, role, bound: bound)
            let before = try await fixture.does("crud", ["resource": "orders", "action": "list"], as: .reader)["data"]?.count
            #expect(before == 4)
            _ = try await fixture.domains.roles.add(acme, role)
            try await fixture.domains.members.add(
                acme, workspace: office.id, .user, QualifiedName(organization: "acme", name: "rita"), role: role, bound: bound)
            try await fixture.refuses(.notFound, "crud", ["resource": "orders", "action": "list"], as: .reader)
            try await fixture.does("access_rules_resume", ["role": "auditor"], as: .workspaceAdministrator)
            #expect(try await fixture.does("crud", ["resource": "orders", "action": "list"], as: .reader)["data"]?.count == 3)
        }
    }

    @Test("E16 A role that comes back in another case is closed by the suspended rules of the first")
    func otherCase() async throws {
        try await ToolFixture.with(.init()) { fixture in
            let (acme, office) = (fixture.people.acme.id, fixture.people.office)
            let bound = try CredentialBound(Callers.terminal(organization: OrganizationRef(id: acme, name: "acme"), workspace: WorkspaceRef(office)))
            _ = try await fixture.domains.roles.add(acme, "auditor")
            try await fixture.does(
                "access_rules_set", ["role": "auditor", "resource": "orders", "actions": ["view"], "effect": "deny"], as: .workspaceAdministrator)
            try await fixture.domains.removeRole(acme, "auditor", bound: bound)
            _ = try await fixture.domains.roles.add(acme, "Auditor")
            try await fixture.domains.members.add(
                acme, workspace: office.id, .user, QualifiedName(organization: "acme", name: "rita"), role: "Auditor", bound: bound)
            try await fixture.refuses(.notFound, "crud", ["resource": "orders", "action": "list"], as: .reader)
        }
    }

    @Test("E16 A permission on a workspace that is removed and added again is enforced again")
    func workspace() async throws {
        try await ToolFixture.with(.init()) { fixture in
            let administrator = CallerKind.organizationAdministrator
            func enforced() async throws -> Bool? {
                try await fixture.does("get_permission", ["id": "acme/no-users"], as: administrator)["enforced"]?.bool
            }
            try await fixture.does("workspaces_add", ["name": "third"], as: administrator)
            let permission: JSONObject = [
                "owner": "acme", "name": "no-users", "users": ["acme/mia"], "resourceType": "Collection", "resources": ["third/main/users"],
                "actions": ["Read"], "effect": "Deny", "isEnabled": true, "state": "Approved",
            ]
            try await fixture.does("add_permission", ["permission": .object(permission)], as: administrator)
            #expect(try await enforced() == true)
            try await fixture.does("workspaces_remove", ["name": "third"], as: administrator)
            #expect(try await enforced() == false)
            try await fixture.does("workspaces_add", ["name": "third"], as: administrator)
            #expect(try await enforced() == true)
        }
    }

    @Test(
        "E16 A person who gets the name of a removed one has the name's denials, also where another person or a table that the permission names is missing",
        arguments: [false, true])
    func user(tableGoes: Bool) async throws {
        try await ToolFixture.with { fixture in
            func execute(_ statement: Statement) async throws {
                _ = try await fixture.database(fixture.people.office.id).write(.patient) { try $0.execute(statement) }
                try await fixture.does("data_sources_refresh", ["name": "main"], as: .workspaceAdministrator)
            }
            try await execute("CREATE TABLE extra (id INTEGER PRIMARY KEY)")
            let administrator = CallerKind.organizationAdministrator
            let permission: JSONObject = [
                "owner": "acme", "name": "no-orders", "users": tableGoes ? ["acme/mia"] : ["acme/max", "acme/mia"], "resourceType": "Collection",
                "resources": ["acme/main/extra", "acme/main/orders"], "actions": ["Read"], "effect": "Deny",
                "isEnabled": true, "state": "Approved",
            ]
            try await fixture.does("add_permission", ["permission": .object(permission)], as: administrator)
            let orders: JSONObject = ["resource": "orders", "action": "list"]
            // Who may add rows there knows that there is such a collection.
            try await fixture.refuses(.forbidden, "crud", orders, as: .member)
            for name in ["mia", "max"] {
                try await fixture.does("delete_user", ["user": ["owner": "acme", "name": .string(name)]], as: administrator)
            }
            if tableGoes { try await execute("DROP TABLE extra") }
            try await fixture.does("add_user", ["user": ["owner": "acme", "name": "mia"]], as: administrator)
            try await fixture.does("members_add", ["member": "acme/mia", "role": "reader"], as: .workspaceAdministrator)
            let mia = try await fixture.domains.users.find(fixture.people.acme.id, "mia")
            let key = try await fixture.domains.keys.create(
                mia.organization, user: mia.id, name: "k", limits: KeyLimits(scopes: Set(ScopeSet.all.names)),
                bound: .terminal(fixture.people.builtIn.id, scopes: Set(ScopeSet.all.names)))
            let caller = try await fixture.principal(key: key.key.text)
            #expect(await fixture.call("crud", ["resource": "customers", "action": "list"], as: caller).code == "ok")
            let denied = await fixture.call("crud", orders, as: caller)
            #expect(denied.code == "not_found", "\(denied)")
            #expect(try await fixture.does("get_permission", ["id": "acme/no-orders"], as: administrator)["enforced"] == true)
        }
    }

    @Test("A permission is reported as enforced as long as one of its rules applies, and again when its source is back")
    func permission() async throws {
        try await ToolFixture.with(.init(hasSourceRoot: true)) { fixture in
            try await attach(fixture)
            let resource = "\(fixture.people.office.name)/files/orders"
            let permission: JSONObject = [
                "owner": "acme", "name": "no-orders", "resourceType": "Collection", "resources": [.string(resource)], "actions": ["Read"],
                "effect": "Deny", "roles": ["acme/reader"], "isEnabled": true, "state": "Approved",
            ]
            func isEnforced() async throws -> Bool? {
                try await fixture.does("get_permission", ["id": "acme/no-orders"], as: .organizationAdministrator)["enforced"]?.bool
            }
            try await fixture.does("add_permission", ["permission": .object(permission)], as: .organizationAdministrator)
            #expect(try await isEnforced() == true)
            try await fixture.refuses(.notFound, "crud", Self.rows, as: .reader)
            try await fixture.does("data_sources_remove", ["name": "files"], as: .workspaceAdministrator)
            #expect(try await isEnforced() == false)
            try await attach(fixture)
            #expect(try await isEnforced() == true)
            try await fixture.refuses(.notFound, "crud", Self.rows, as: .reader)
            #expect(
                try await fixture.does("crud", ["dataSource": "files", "resource": "customers", "action": "list"], as: .reader)["data"]?.count ?? 0
                    > 0)
        }
    }

    @Test("A source is changed in place: its rules stay, and a wrong address changes nothing")
    func update() async throws {
        let server = try await PostgreSQLServer.shared()
        let (first, second) = (try server.makeDatabase(named: "first"), try server.makeDatabase(named: "second"))
        for (database, count) in [(first, 3), (second, 5)] {
            try server.psql("CREATE TABLE sales (id BIGINT PRIMARY KEY); INSERT INTO sales SELECT generate_series(1, \(count))", database: database)
        }
        try await ToolFixture.with(.init(allowedHosts: ["127.0.0.1"])) { fixture in
            let list: JSONObject = ["dataSource": "dw", "resource": "sales", "action": "list"]
            try await fixture.does("data_sources_add", ["name": "dw", "url": .string(server.url(database: first))], as: .workspaceAdministrator)
            try await fixture.does(
                "access_rules_set", ["role": "reader", "dataSource": "dw", "resource": "sales", "actions": ["view"], "filter": ["id": ["$gt": 1]]],
                as: .workspaceAdministrator)
            #expect(try await fixture.does("crud", list, as: .reader)["data"]?.count == 2)
            try await fixture.does("data_sources_update", ["name": "dw", "url": .string(server.url(database: second))], as: .workspaceAdministrator)
            #expect(try await fixture.does("crud", list, as: .reader)["data"]?.count == 4)
            for (url, code) in [
                ("postgres://u@evil.example/d", Refusal.Code.invalidArgument), (server.url(database: "missing"), .sourceFailed),
                ("sqlite:///etc/passwd", .invalidArgument),
            ] {
                try await fixture.refuses(code, "data_sources_update", ["name": "dw", "url": .string(url)], as: .workspaceAdministrator)
                #expect(try await fixture.does("crud", list, as: .reader)["data"]?.count == 4)
            }
            try await fixture.refuses(.forbidden, "data_sources_update", ["name": "dw", "maxCost": 1], as: .reader)
            try await fixture.refuses(.notFound, "data_sources_update", ["name": "none", "maxCost": 1], as: .workspaceAdministrator)
            try await fixture.does("data_sources_update", ["name": "dw", "maxCost": 1], as: .workspaceAdministrator)
            try await fixture.refuses(.limited, "run_sql", ["dataSource": "dw", "sql": "SELECT id FROM sales"], as: .workspaceAdministrator)
            try await fixture.does("data_sources_update", ["name": "dw", "maxCost": 0], as: .workspaceAdministrator)
            try await fixture.does("run_sql", ["dataSource": "dw", "sql": "SELECT id FROM sales"], as: .workspaceAdministrator)
        }
    }

    @Test(
        "C63 The stored password opens no other database, login, host or protection for whoever does not know it; for the operator, another database")
    func password() async throws {
        let server = try await PostgreSQLServer.shared()
        let (first, second) = (try server.makeDatabase(named: "first"), try server.makeDatabase(named: "second"))
        // The same password, so that each of these addresses answers when it is sent.
        let other = "other_\(first)"
        try server.makeRole(other)
        let place = "127.0.0.1:\(server.port)/\(first)?connect_timeout=60"
        try await ToolFixture.with(.init(allowedHosts: ["127.0.0.1", "localhost"])) { fixture in
            try await fixture.does("data_sources_add", ["name": "dw", "url": .string(server.url(database: first))], as: .workspaceAdministrator)
            func update(_ url: String) -> JSONObject { ["name": "dw", "url": .string(url)] }
            let user = PostgreSQLServer.superuser
            for url in [
                "postgres://\(other)@\(place)", "postgres://\(user)@\(place)&sslmode=disable",
                "postgres://\(user)@\(place.replacing("127.0.0.1", with: "localhost"))",
            ] {
                try await fixture.refuses(.sourceFailed, "data_sources_update", update(url), as: .workspaceAdministrator)
            }
            let moved = "postgres://\(user)@\(place.replacing(first, with: second))"
            try await fixture.refuses(.sourceFailed, "data_sources_update", update(moved), as: .workspaceAdministrator)
            let office = fixture.people.office.id
            #expect(try await fixture.domains.sources.list(in: office).last?.url?.database == first)
            try await fixture.does("data_sources_update", update(server.url(database: second)), as: .workspaceAdministrator)
            let back = DataSourceChange(url: try DatabaseURL(parsing: "postgres://\(user)@\(place)"))
            _ = try await fixture.domains.sources.update("dw", in: office, back, trust: .operator, .patient)
            try await fixture.does("data_sources_test", ["name": "dw"], as: .workspaceAdministrator)
        }
    }
}
