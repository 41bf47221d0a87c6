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

/// Objects are no stored forms: each changes a decision elsewhere.
@Suite("What objects decide")
struct ObjectEffectsTests {
    private static func tools(_ kind: CallerKind, _ house: ToolHouse) async throws -> Set<String> {
        Set(try await house.list(as: try await house.requester(kind)).map(\.name))
    }

    @Test("A role that is disabled hides its holders' tools, and gives them back", arguments: StoreEngine.allCases)
    func role(engine: StoreEngine) async throws {
        try await ToolHouse.with(.init(engine: engine)) { house in
            let boss = CallerKind.organizationAdministrator
            let before = try await Self.tools(.clerk, house)
            #expect(before.isSuperset(of: ["crud", "collections_list", "run_sql"]))
            try await house.does("update_role", ["id": "acme/clerk", "role": ["isEnabled": false]], as: boss)
            #expect(try await Self.tools(.clerk, house).isDisjoint(with: ["crud", "collections_list", "run_sql"]))
            #expect(try await house.call("crud", ["resource": "customers", "action": "list"], as: .clerk).code == "forbidden")
            try await house.does("update_role", ["id": "acme/clerk", "role": ["isEnabled": true]], as: boss)
            #expect(try await Self.tools(.clerk, house) == before)
            // Who is named by a role has it in every workspace, with its rules there.
            #expect(try await Self.tools(.outsider, house).contains("crud") == false)
            try await house.does("update_role", ["id": "acme/clerk", "role": ["users": ["acme/zoe"]]], as: boss)
            let rows = try await house.does("crud", ["resource": "customers", "action": "list"], as: .outsider)
            #expect(rows["data"]?.ids == [1, 2] && rows["data"]?[0]?.object?.keys.contains("phone") == false)
            #expect(try await house.does("whoami", as: .outsider, at: "annex")["roles"] == ["clerk"])
            let people = try await house.does("crud", ["resource": "users", "action": "list"], as: .reader)
            #expect(people["data"]?.array?.contains { $0["name"] == "zoe" && $0["role"] == "clerk" } == true)
        }
    }

    @Test("A removed role takes its rules along: another one of its name begins without", arguments: StoreEngine.allCases)
    func removedRole(engine: StoreEngine) async throws {
        try await ToolHouse.with(.init(engine: engine)) { house in
            let boss = CallerKind.organizationAdministrator
            try await house.does("add_role", ["role": ["name": "auditor", "users": ["acme/zoe"]]], as: boss)
            try await house.does("access_rules_set", ["role": "auditor", "resource": "secrets", "actions": ["view"]], as: .workspaceAdministrator)
            #expect(try await house.does("crud", ["resource": "secrets", "action": "list"], as: .outsider)["data"]?.count == 1)
            try await house.does("delete_role", ["role": ["owner": "acme", "name": "auditor"]], as: boss)
            try await house.does("add_role", ["role": ["name": "auditor", "users": ["acme/zoe"]]], as: boss)
            try await house.refuses(.notFound, "crud", ["resource": "secrets", "action": "list"], as: .outsider)
        }
    }

    @Test("A permission shows rows while it is enabled, approved and unexpired, to its roles and users", arguments: StoreEngine.allCases)
    func permission(engine: StoreEngine) async throws {
        try await ToolHouse.with(.init(engine: engine)) { house in
            let boss = CallerKind.organizationAdministrator
            func seen(_ kind: CallerKind = .temp) async throws -> Bool {
                try await house.call("crud", ["resource": "secrets", "action": "list"], as: kind).body["data"]?.ids == [1]
            }
            func update(_ members: JSONObject) async throws -> JSONValue? {
                try await house.does("update_permission", ["id": "acme/peek", "permission": .object(members)], as: boss)["permission"]?["enforced"]
            }
            let members: JSONObject = [
                "name": "peek", "roles": ["acme/temp"], "resources": ["acme/main/secrets"], "actions": ["Read"], "expireTime": "2099-01-01T00:00:00Z",
            ]
            let made = try await house.does("add_permission", ["permission": .object(members)], as: boss)["permission"]
            #expect(made?["enforced"] == true && made?["submitter"] == "api_key:acme/boss" && made?["approver"] == "api_key:acme/boss")
            #expect(try await seen())
            #expect(try await update(["state": "Pending"]) == false)
            #expect(try await !seen())
            #expect(try await update(["state": "Approved", "isEnabled": false]) == false)
            #expect(try await !seen())
            #expect(try await update(["isEnabled": true]) == true)
            #expect(try await seen())
            // What the clock does.
            let past = Timestamp.now + .seconds(-1)
            try await house.store.write { connection in
                for table in ["rules", "permissions"] as [Statement] {
                    try connection.execute("UPDATE \(table) SET expires_at = \(past) WHERE expires_at IS NOT NULL")
                }
            }
            #expect(try await !seen())
            #expect(try await house.does("get_permission", ["id": "acme/peek"], as: boss)["enforced"] == false)
            #expect(try await update(["expireTime": .null, "roles": [], "users": ["acme/clara"]]) == true)
            #expect(try await seen(.clerk))
            #expect(try await !seen())
            // Deny beats Allow, also that of a role that allows everything.
            #expect(try await update(["users": ["acme/rita"], "effect": "Deny"]) == true)
            #expect(try await !seen(.reader))
            #expect(try await update(["resourceType": "API"]) == false)
            #expect(try await seen(.reader))
            #expect(try await update(["resourceType": "Collection"]) == true)
            try await house.does("delete_permission", ["permission": ["owner": "acme", "name": "peek"]], as: boss)
            #expect(try await seen(.reader))
            #expect(try await house.domains.rules.list(in: house.people.office.id).allSatisfy { $0.permission == nil })
        }
    }

    @Test("A permission writes what it says: Write is not Read, Admin is all; wrong resources and actions are refused by name")
    func actions() async throws {
        try await ToolHouse.with { house in
            let boss = CallerKind.organizationAdministrator
            let base: JSONObject = ["name": "p", "roles": ["acme/temp"], "resources": ["acme/main/customers"]]
            func with(_ more: JSONObject) -> JSONObject {
                ["permission": .object(JSONObject(base.map { ($0.key, $0.value) } + more.map { ($0.key, $0.value) }))]
            }
            for (words, actions) in [
                (["Write"], ["create", "update", "destroy"]), (["Read"], ["view"]), (["Admin"], ["view", "create", "update", "destroy"]),
            ] {
                try await house.does("add_permission", with(["actions": .array(words.map { .string($0) })]), as: boss)
                let explained = try await house.call("access_rules_explain", ["resource": "customers"], as: .temp)
                #expect(explained.body["actions"]?.array?.compactMap(\.string) ?? [] == actions, "\(words): \(explained)")
                try await house.does("delete_permission", ["permission": ["owner": "acme", "name": "p"]], as: boss)
            }
            let tries: [(Refusal.Code, JSONObject, String)] = [
                (.invalidArgument, ["actions": ["Fly"]], "actions"),
                (.invalidArgument, ["actions": ["Read"], "resources": ["customers"]], "resources"),
                (.notFound, ["actions": ["Read"], "resources": ["acme/main/nothing"]], "nothing"),
                (.notFound, ["actions": ["Read"], "resources": ["acme/nowhere/customers"]], "nowhere"),
                (.invalidArgument, ["actions": ["Write"], "resources": ["acme/main/users"]], "actions"),
                (.invalidArgument, ["effect": "Maybe"], "effect"), (.invalidArgument, ["state": "Open"], "state"),
                (.invalidArgument, ["expireTime": "tomorrow"], "expireTime"), (.notFound, ["actions": ["Read"], "roles": ["acme/none"]], "none"),
            ]
            for (code, more, word) in tries {
                let reply = try await house.refuses(code, "add_permission", with(more), as: boss)
                #expect(reply.reason.contains(word), "\(reply)")
            }
            // Of a type that nothing enforces, anything is kept.
            let other = try await house.does(
                "add_permission", with(["resourceType": "API", "actions": ["POST"], "resources": ["get-users"]]), as: boss)
            #expect(other["permission"]?["enforced"] == false && other["permission"]?["resources"] == ["get-users"])
            #expect(try await house.domains.rules.list(in: house.people.office.id).count == 1)
        }
    }

    @Test(
        "E08 a forbidden user's key dies at its next use and lives again when that is taken back; a deleted user's never",
        arguments: StoreEngine.allCases)
    func user(engine: StoreEngine) async throws {
        try await ToolHouse.with(.init(engine: engine)) { house in
            let boss = CallerKind.organizationAdministrator
            try await house.does("whoami", as: .reader)
            try await house.does("update_user", ["id": "acme/rita", "user": ["isForbidden": true]], as: boss)
            #expect(try await house.call("whoami", as: .reader).code == "unauthorized")
            try await house.does("update_user", ["id": "acme/rita", "user": ["isForbidden": false]], as: boss)
            try await house.does("whoami", as: .reader)
            try await house.does("delete_user", ["user": ["owner": "acme", "name": "rita"]], as: boss)
            #expect(try await house.call("whoami", as: .reader).code == "unauthorized")
            try await house.does("add_user", ["user": ["owner": "acme", "name": "rita"]], as: boss)
            #expect(try await house.call("whoami", as: .reader).code == "unauthorized")
            #expect(try await house.does("members_list", as: .member)["members"]?.array?.contains { $0["member"] == "acme/rita" } == false)
        }
    }

    @Test("An organization's password policy refuses, by every tool that sets one")
    func organization() async throws {
        try await ToolHouse.with { house in
            let boss = CallerKind.organizationAdministrator
            try await house.does(
                "update_organization", ["id": "admin/acme", "organization": ["passwordOptions": ["Aa123", "SpecialChar"]]], as: boss)
            let weak: JSONObject = ["owner": "acme", "name": "new", "password": "onlysmall"]
            let reply = try await house.refuses(.invalidArgument, "add_user", ["user": .object(weak)], as: boss)
            #expect(reply.reason == "password: the organization expects a capital letter, a small letter and a digit, a special character")
            try await house.refuses(.invalidArgument, "update_user", ["id": "acme/mia", "user": ["password": "onlysmall"]], as: boss)
            try await house.does("update_user", ["id": "acme/mia", "user": ["password": "Good-enough-1"]], as: boss)
            #expect(try await house.domains.users.verifyPassword(QualifiedName(organization: "acme", name: "mia"), Secret("Good-enough-1")) != nil)
        }
    }

    @Test("A provider's secret signs in to its database, and is in no answer, log or row", arguments: StoreEngine.allCases)
    func provider(engine: StoreEngine) async throws {
        let server = try await PostgreSQLServer.shared()
        let user = "provider_\(engine.rawValue.lowercased())"
        let (secret, database) = ("s3cret-of-the-provider", try server.makeDatabase(named: "provided"))
        try server.makeRole(user)
        try server.psql("ALTER ROLE \"\(user)\" PASSWORD '\(secret)'")
        try server.psql(
            "CREATE TABLE sales (id BIGINT PRIMARY KEY); INSERT INTO sales VALUES (7); GRANT SELECT ON sales TO \"\(user)\"", database: database)
        try await ToolHouse.with(.init(engine: engine, allowedHosts: ["127.0.0.1"])) { house in
            let boss = CallerKind.organizationAdministrator
            func provider(_ more: JSONObject) -> JSONObject {
                let base: JSONObject = [
                    "owner": "acme", "name": "dw", "type": "PostgreSQL", "clientId": .string(user), "host": "127.0.0.1",
                    "port": .number(JSONNumber(Int64(server.port))),
                ]
                return ["provider": .object(JSONObject(base.map { ($0.key, $0.value) } + more.map { ($0.key, $0.value) }))]
            }
            let url = "postgres://127.0.0.1:\(server.port)/\(database)?sslmode=disable"
            var said = [try await house.does("add_provider", provider(["clientSecret": "wrong-secret"]), as: boss)]
            let wrong = try await house.does("data_sources_add", ["name": "no", "url": .string(url), "provider": "dw"], as: boss)
            #expect(wrong["ok"]?.bool == false)
            said.append(try await house.does("update_provider", ["id": "acme/dw", "provider": ["clientSecret": .string(secret)]], as: boss))
            said.append(try await house.does("data_sources_add", ["name": "dw", "url": .string(url), "provider": "dw"], as: boss))
            #expect(said.last?["ok"]?.bool == true, "\(said)")
            #expect(try await house.does("crud", ["dataSource": "dw", "resource": "sales", "action": "list"], as: .reader)["data"]?.ids == [7])
            said.append(try await house.does("get_provider", ["id": "acme/dw"], as: boss))
            said.append(try await house.does("data_sources_list", as: .operator))
            #expect(said[3]["clientSecret"] == "***")
            for text in said.map(\.description) + (try await house.state()) + [try await house.auditText()] { #expect(!text.contains("s3cret")) }
            // It goes nowhere else than it was given for, and is nobody's but an administrator's to use.
            for other in [
                "postgres://localhost:\(server.port)/\(database)", "postgres://127.0.0.1:1/\(database)",
                "postgres://root@127.0.0.1:\(server.port)/\(database)", "postgres://127.0.0.1:\(server.port)/\(database)?host=evil.example",
                "sqlite:///tmp/x",
            ] {
                try await house.refuses(.invalidArgument, "data_sources_add", ["name": "x", "url": .string(other), "provider": "dw"], as: boss)
            }
            try await house.refuses(
                .forbidden, "data_sources_add", ["name": "x", "url": .string(url), "provider": "dw"], as: .workspaceAdministrator)
            try await house.does("update_provider", ["id": "acme/dw", "provider": ["isEnabled": false]], as: boss)
            try await house.refuses(.notFound, "data_sources_add", ["name": "x", "url": .string(url), "provider": "dw"], as: boss)
        }
    }

    @Test("E11 nobody lets another, or themselves, do more than they can: passwords, administrators, permissions of one's own")
    func bounds() async throws {
        try await ToolHouse.with { house in
            let bound = CredentialBound.terminal(house.people.builtIn.id, scopes: Set(ScopeSet.all.names))
            let boss = try #require(house.people.users["acme/boss"])
            func key(_ scopes: Set<String>) async throws -> Requester {
                let made = try await house.domains.keys.create(
                    boss.organization, user: boss.id, name: "k", limits: KeyLimits(scopes: scopes), bound: bound)
                return try await house.requester(key: made.key.text)
            }
            let narrow = try await key(["write:user", "read:user"])
            let person = try await key(Set(ScopeSet.allowed(administrator: false).names).union(["write:user"]))
            try await house.does("update_user", ["id": "acme/tom", "user": ["isForbidden": true]], as: .organizationAdministrator)
            let before = try await house.fingerprint()
            let tries: [(Requester, JSONObject)] = [
                (narrow, ["id": "acme/rita", "user": ["password": "a password of mine"]]), (narrow, ["id": "acme/rita", "user": ["isAdmin": true]]),
                (narrow, ["id": "acme/tom", "user": ["isForbidden": false]]),
                (narrow, ["id": "acme/boss", "user": ["password": "a password of mine"]]),
                (person, ["id": "acme/rita", "user": ["isAdmin": true]]), (person, ["id": "acme/boss", "user": ["password": "a password of mine"]]),
                (person, ["id": "acme/boss", "user": ["isAdmin": false]]), (person, ["id": "acme/boss", "user": ["isForbidden": true]]),
            ]
            for (requester, arguments) in tries {
                let reply = await house.call("update_user", arguments, as: requester)
                #expect(reply.code == "forbidden", "\(JSONValue.object(arguments)): \(reply)")
            }
            let add = await house.call("add_user", ["user": ["owner": "acme", "name": "x", "password": "a password of mine"]], as: narrow)
            #expect(add.code == "forbidden")
            #expect(try await house.fingerprint() == before)
            #expect(await house.call("add_user", ["user": ["owner": "acme", "name": "x"]], as: narrow).code == "ok")
            #expect(await house.call("update_user", ["id": "acme/rita", "user": ["password": "a password of mine"]], as: person).code == "ok")
            for members in [["users": ["acme/boss"]], ["roles": ["acme/own"]]] as [JSONObject] {
                _ = try await house.call("add_role", ["role": ["owner": "acme", "name": "own", "users": ["acme/boss"]]], as: .terminal)
                let base: JSONObject = ["owner": "acme", "name": "mine", "resources": ["acme/main/secrets"], "actions": ["Read"]]
                let whole = JSONObject(base.map { ($0.key, $0.value) } + members.map { ($0.key, $0.value) })
                try await house.refuses(.forbidden, "add_permission", ["permission": .object(whole)], as: .organizationAdministrator)
                try await house.does(
                    "add_permission", ["permission": .object(JSONObject(whole.map { ($0.key, $0.value) } + [("effect", "Deny")]))], as: .terminal)
                for (tool, arguments) in [
                    ("update_permission", ["id": "acme/mine", "permission": ["isEnabled": false]]),
                    ("delete_permission", ["permission": ["owner": "acme", "name": "mine"]]),
                ] as [(String, JSONObject)] {
                    try await house.refuses(.forbidden, tool, arguments, as: .organizationAdministrator)
                }
                try await house.does("delete_permission", ["permission": ["owner": "acme", "name": "mine"]], as: .terminal)
            }
        }
    }
}
