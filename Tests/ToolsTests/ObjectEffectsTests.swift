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
@Suite("Effects of objects")
struct ObjectEffectsTests {
    private static func tools(_ kind: CallerKind, _ fixture: ToolFixture) async throws -> Set<String> {
        Set(try await fixture.list(as: try await fixture.principal(kind)).map(\.name))
    }

    @Test("A role that is disabled hides its holders' tools, and gives them back", arguments: StoreEngine.allCases)
    func role(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let boss = CallerKind.organizationAdministrator
            let before = try await Self.tools(.clerk, fixture)
            #expect(before.isSuperset(of: ["crud", "collections_list", "run_sql"]))
            try await fixture.does("update_role", ["id": "acme/clerk", "role": ["isEnabled": false]], as: boss)
            #expect(try await Self.tools(.clerk, fixture).isDisjoint(with: ["crud", "collections_list", "run_sql"]))
            #expect(try await fixture.call("crud", ["resource": "customers", "action": "list"], as: .clerk).code == "forbidden")
            try await fixture.does("update_role", ["id": "acme/clerk", "role": ["isEnabled": true]], as: boss)
            #expect(try await Self.tools(.clerk, fixture) == before)
            // Who is named by a role has it in every workspace, with its rules there.
            #expect(try await Self.tools(.outsider, fixture).contains("crud") == false)
            try await fixture.does("update_role", ["id": "acme/clerk", "role": ["users": ["acme/zoe"]]], as: boss)
            let rows = try await fixture.does("crud", ["resource": "customers", "action": "list"], as: .outsider)
            #expect(rows["data"]?.ids == [1, 2] && rows["data"]?[0]?.object?.keys.contains("phone") == false)
            #expect(try await fixture.does("whoami", as: .outsider, at: "annex")["roles"] == ["clerk"])
            let people = try await fixture.does("crud", ["resource": "users", "action": "list"], as: .reader)
            #expect(people["data"]?.array?.contains { $0["name"] == "zoe" && $0["role"] == "clerk" } == true)
        }
    }

    @Test("A removed role takes its rules along: another one of its name begins without", arguments: StoreEngine.allCases)
    func removedRole(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let boss = CallerKind.organizationAdministrator
            try await fixture.does("add_role", ["role": ["name": "auditor", "users": ["acme/zoe"]]], as: boss)
            try await fixture.does("access_rules_set", ["role": "auditor", "resource": "secrets", "actions": ["view"]], as: .workspaceAdministrator)
            #expect(try await fixture.does("crud", ["resource": "secrets", "action": "list"], as: .outsider)["data"]?.count == 1)
            try await fixture.does("delete_role", ["role": ["owner": "acme", "name": "auditor"]], as: boss)
            try await fixture.does("add_role", ["role": ["name": "auditor", "users": ["acme/zoe"]]], as: boss)
            try await fixture.refuses(.notFound, "crud", ["resource": "secrets", "action": "list"], as: .outsider)
        }
    }

    @Test("A permission shows rows while it is enabled, approved and unexpired, to its roles and users", arguments: StoreEngine.allCases)
    func permission(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let boss = CallerKind.organizationAdministrator
            func seen(_ kind: CallerKind = .temp) async throws -> Bool {
                try await fixture.call("crud", ["resource": "secrets", "action": "list"], as: kind).body["data"]?.ids == [1]
            }
            func update(_ members: JSONObject) async throws -> JSONValue? {
                try await fixture.does("update_permission", ["id": "acme/peek", "permission": .object(members)], as: boss)["permission"]?["enforced"]
            }
            let members: JSONObject = [
                "name": "peek", "roles": ["acme/temp"], "resources": ["acme/main/secrets"], "actions": ["Read"], "expireTime": "2099-01-01T00:00:00Z",
            ]
            let made = try await fixture.does("add_permission", ["permission": .object(members)], as: boss)["permission"]
            #expect(made?["enforced"] == true && made?["submitter"] == "acme/boss" && made?["approver"] == "acme/boss")
            #expect(try await seen())
            #expect(try await update(["state": "Pending"]) == false)
            #expect(try await !seen())
            #expect(try await update(["state": "Approved", "isEnabled": false]) == false)
            #expect(try await !seen())
            #expect(try await update(["isEnabled": true]) == true)
            #expect(try await seen())
            // The effect of time.
            let past = Timestamp.now + .seconds(-1)
            try await fixture.store.write { connection in
                for table in ["rules", "permissions"] as [Statement] {
                    try connection.execute("UPDATE \(table) SET expires_at = \(past) WHERE expires_at IS NOT NULL")
                }
            }
            #expect(try await !seen())
            #expect(try await fixture.does("get_permission", ["id": "acme/peek"], as: boss)["enforced"] == false)
            #expect(try await update(["expireTime": .null, "roles": [], "users": ["acme/clara"]]) == true)
            #expect(try await seen(.clerk))
            #expect(try await !seen())
            // Deny beats Allow, also that of a role that allows everything.
            #expect(try await update(["users": ["acme/rita"], "effect": "Deny"]) == true)
            #expect(try await !seen(.reader))
            #expect(try await update(["resourceType": "API"]) == false)
            #expect(try await seen(.reader))
            #expect(try await update(["resourceType": "Collection"]) == true)
            try await fixture.does("delete_permission", ["permission": ["owner": "acme", "name": "peek"]], as: boss)
            #expect(try await seen(.reader))
            #expect(try await fixture.domains.rules.list(in: fixture.people.office.id).allSatisfy { $0.permission == nil })
        }
    }

    @Test("A permission sets exactly its rights: Write is not Read, Admin is all; wrong resources and actions are refused by name")
    func actions() async throws {
        try await ToolFixture.with { fixture in
            let boss = CallerKind.organizationAdministrator
            let base: JSONObject = ["name": "p", "roles": ["acme/temp"], "resources": ["acme/main/customers"]]
            func with(_ more: JSONObject) -> JSONObject {
                ["permission": .object(JSONObject(base.map { ($0.key, $0.value) } + more.map { ($0.key, $0.value) }))]
            }
            for (words, actions) in [
                (["Write"], ["create", "update", "destroy"]), (["Read"], ["view"]), (["Admin"], ["view", "create", "update", "destroy"]),
            ] {
                try await fixture.does("add_permission", with(["actions": .array(words.map { .string($0) })]), as: boss)
                let explained = try await fixture.call("access_rules_explain", ["resource": "customers"], as: .temp)
                #expect(explained.body["actions"]?.array?.compactMap(\.string) ?? [] == actions, "\(words): \(explained)")
                try await fixture.does("delete_permission", ["permission": ["owner": "acme", "name": "p"]], as: boss)
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
                let reply = try await fixture.refuses(code, "add_permission", with(more), as: boss)
                #expect(reply.reason.contains(word), "\(reply)")
            }
            // Of a type that nothing enforces, anything is kept.
            let other = try await fixture.does(
                "add_permission", with(["resourceType": "API", "actions": ["POST"], "resources": ["get-users"]]), as: boss)
            #expect(other["permission"]?["enforced"] == false && other["permission"]?["resources"] == ["get-users"])
            #expect(try await fixture.domains.rules.list(in: fixture.people.office.id).count == 1)
        }
    }

    @Test(
        "E08 a forbidden user's key dies at its next use and lives again when that is taken back; a deleted user's never",
        arguments: StoreEngine.allCases)
    func user(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let boss = CallerKind.organizationAdministrator
            try await fixture.does("whoami", as: .reader)
            try await fixture.does("update_user", ["id": "acme/rita", "user": ["isForbidden": true]], as: boss)
            #expect(try await fixture.call("whoami", as: .reader).code == "unauthorized")
            try await fixture.does("update_user", ["id": "acme/rita", "user": ["isForbidden": false]], as: boss)
            try await fixture.does("whoami", as: .reader)
            try await fixture.does("delete_user", ["user": ["owner": "acme", "name": "rita"]], as: boss)
            #expect(try await fixture.call("whoami", as: .reader).code == "unauthorized")
            try await fixture.does("add_user", ["user": ["owner": "acme", "name": "rita"]], as: boss)
            #expect(try await fixture.call("whoami", as: .reader).code == "unauthorized")
            #expect(try await fixture.does("members_list", as: .member)["data"]?.array?.contains { $0["member"] == "acme/rita" } == false)
        }
    }

    @Test("An organization's password policy refuses, by every tool that sets one")
    func organization() async throws {
        try await ToolFixture.with { fixture in
            let boss = CallerKind.organizationAdministrator
            try await fixture.does(
                "update_organization", ["id": "admin/acme", "organization": ["passwordOptions": ["Aa123", "SpecialChar"]]], as: boss)
            let weak: JSONObject = ["owner": "acme", "name": "new", "password": "onlysmall"]
            let reply = try await fixture.refuses(.invalidArgument, "add_user", ["user": .object(weak)], as: boss)
            #expect(reply.reason == "password: the organization expects a capital letter, a small letter and a digit, a special character")
            try await fixture.refuses(.invalidArgument, "update_user", ["id": "acme/mia", "user": ["password": "onlysmall"]], as: boss)
            try await fixture.does("update_user", ["id": "acme/mia", "user": ["password": "Good-enough-1"]], as: boss)
            #expect(try await fixture.domains.users.verifyPassword(QualifiedName(organization: "acme", name: "mia"), Secret("Good-enough-1")) != nil)
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
        try await ToolFixture.with(.init(engine: engine, allowedHosts: ["127.0.0.1"])) { fixture in
            let boss = CallerKind.organizationAdministrator
            func provider(_ more: JSONObject) -> JSONObject {
                let base: JSONObject = [
                    "owner": "acme", "name": "dw", "type": "PostgreSQL", "clientId": .string(user), "host": "127.0.0.1",
                    "port": .number(JSONNumber(Int64(server.port))),
                ]
                return ["provider": .object(JSONObject(base.map { ($0.key, $0.value) } + more.map { ($0.key, $0.value) }))]
            }
            let url = "postgres://127.0.0.1:\(server.port)/\(database)?sslmode=disable"
            var said = [try await fixture.does("add_provider", provider(["clientSecret": "wrong-secret"]), as: boss)]
            let wrong = try await fixture.does("data_sources_add", ["name": "no", "url": .string(url), "provider": "dw"], as: boss)
            #expect(wrong["ok"]?.bool == false)
            said.append(try await fixture.does("update_provider", ["id": "acme/dw", "provider": ["clientSecret": .string(secret)]], as: boss))
            said.append(try await fixture.does("data_sources_add", ["name": "dw", "url": .string(url), "provider": "dw"], as: boss))
            #expect(said.last?["ok"]?.bool == true, "\(said)")
            #expect(try await fixture.does("crud", ["dataSource": "dw", "resource": "sales", "action": "list"], as: .reader)["data"]?.ids == [7])
            said.append(try await fixture.does("get_provider", ["id": "acme/dw"], as: boss))
            said.append(try await fixture.does("data_sources_list", as: .operator))
            #expect(said[3]["clientSecret"] == "***")
            for text in said.map(\.description) + (try await fixture.state()) + [try await fixture.auditText()] { #expect(!text.contains("s3cret")) }
            // It goes nowhere else than it was given for, and is nobody's but an administrator's to use.
            for other in [
                "postgres://localhost:\(server.port)/\(database)", "postgres://127.0.0.1:1/\(database)",
                "postgres://root@127.0.0.1:\(server.port)/\(database)", "postgres://127.0.0.1:\(server.port)/\(database)?host=evil.example",
                "sqlite:///tmp/x",
            ] {
                try await fixture.refuses(.invalidArgument, "data_sources_add", ["name": "x", "url": .string(other), "provider": "dw"], as: boss)
            }
            try await fixture.refuses(
                .forbidden, "data_sources_add", ["name": "x", "url": .string(url), "provider": "dw"], as: .workspaceAdministrator)
            try await fixture.does("update_provider", ["id": "acme/dw", "provider": ["isEnabled": false]], as: boss)
            try await fixture.refuses(.notFound, "data_sources_add", ["name": "x", "url": .string(url), "provider": "dw"], as: boss)
        }
    }

    /// The response of `whoami` to a credential at the endpoint of `acme`, at this moment.
    private static func answer(_ credential: Credential, _ fixture: ToolFixture, from address: String? = nil) async throws -> Reply {
        let place = try #require(try await fixture.callers.workspace("acme"))
        do {
            let facts = EndpointFacts(origin: "http://test", address: address)
            return await fixture.call("whoami", as: fixture.principal(try await fixture.callers.caller(for: credential, in: place, endpoint: facts)))
        } catch let refusal as Refusal {
            return Reply(code: refusal.code.rawValue, reason: refusal.reason, body: .null)
        }
    }

    @Test("E08 a disabled application's secret and tokens die at their next use, a deleted one's for ever", arguments: StoreEngine.allCases)
    func application(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let boss = CallerKind.organizationAdministrator
            var credentials: [Credential] = [.bearer(try await fixture.token(of: fixture.people.builder)), try fixture.people.builder.basic]
            func codes() async throws -> [String] {
                var codes: [String] = []
                for credential in credentials { codes.append(try await Self.answer(credential, fixture).code) }
                return codes
            }
            #expect(try await codes() == ["ok", "ok"])
            try await fixture.does("update_application", ["id": "acme/builder", "application": ["isEnabled": false]], as: boss)
            #expect(try await codes() == ["unauthorized", "unauthorized"])
            try await fixture.does("update_application", ["id": "admin/builder", "application": ["isEnabled": true]], as: boss)
            #expect(try await codes() == ["ok", "ok"])
            let renewed = try await fixture.does("update_application", ["id": "acme/builder", "application": ["clientSecret": .null]], as: boss)
            let secret = try #require(renewed["application"]?["clientSecret"]?.string)
            // Tokens that the application got for itself with the old secret end with it.
            #expect(secret.count > 40)
            #expect(try await codes() == ["unauthorized", "unauthorized"])
            credentials[1] = .basic(user: fixture.people.builder.application.clientID, password: secret)
            #expect(try await codes() == ["unauthorized", "ok"])
            try await fixture.does("delete_application", ["application": ["owner": "acme", "name": "builder"]], as: boss)
            #expect(try await codes() == ["unauthorized", "unauthorized"])
            try await fixture.does("add_application", ["application": ["owner": "acme", "name": "builder"]], as: boss)
            #expect(try await codes() == ["unauthorized", "unauthorized"])
        }
    }

    @Test("A deleted token object revokes that token, and no other", arguments: StoreEngine.allCases)
    func token(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let boss = CallerKind.organizationAdministrator
            let first = try await fixture.token(of: fixture.people.builder, scope: "read:application")
            let second = try await fixture.token(of: fixture.people.builder)
            let list = try await fixture.does("get_tokens", ["owner": "acme", "sortField": "scope", "sortOrder": "ascend"], as: boss)
            #expect(list["total"]?.int == 2 && list["data"]?[0]?["scope"] == "read:application" && list["data"]?[0]?["application"] == "builder")
            #expect(list["data"]?[0]?["accessToken"] == "***" && list["data"]?[0]?["expiresIn"]?.int == 3_600 && !list.description.contains(first))
            let name = try #require(list["data"]?[0]?["name"])
            try await fixture.does("delete_token", ["token": ["owner": "acme", "name": name]], as: .application)
            #expect(try await Self.answer(.bearer(first), fixture).code == "unauthorized")
            #expect(try await Self.answer(.bearer(second), fixture).code == "ok")
            #expect(try await fixture.does("get_tokens", ["owner": ""], as: boss)["total"]?.int == 1)
        }
    }

    @Test(
        "An application makes another one of its organization, at most with its own scopes; its secret is shown once", arguments: StoreEngine.allCases
    )
    func automation(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let object: JSONObject = ["owner": "acme", "name": "automated-app", "displayName": "Automated Application", "organization": "acme"]
            let made = try await fixture.does("add_application", ["application": .object(object)], as: .applicationToken)["application"]
            let secret = try #require(made?["clientSecret"]?.string)
            #expect(secret.hasPrefix("gthc_") && made?["owner"] == "acme" && made?["grantTypes"] == ["authorization_code", "refresh_token"])
            for id in ["acme/automated-app", "admin/automated-app"] {
                let found = try await fixture.does("get_application", ["id": .string(id)], as: .applicationToken)
                #expect(found["clientSecret"] == "***" && found["displayName"] == "Automated Application")
            }
            for text in try await fixture.state() + [fixture.auditText()] { #expect(!text.contains(secret)) }
            let grants: JSONValue = ["client_credentials"]
            let tries: [(String, JSONObject, Refusal.Code, String)] = [
                ("add_application", ["application": ["name": "more", "scopes": ["write:user"], "grantTypes": grants]], .forbidden, "write:user"),
                ("add_application", ["application": ["name": "more", "scopes": [["name": "admin"]]]], .forbidden, "admin"),
                (
                    "update_application", ["id": "acme/automated-app", "application": ["scopes": ["read:application", "run:sql"]]], .forbidden,
                    "run:sql"
                ),
                (
                    "update_application", ["id": "acme/caretaker", "application": ["redirectUris": ["https://mine.example/cb"]]], .forbidden, "scopes"
                ),
                ("update_application", ["id": "acme/caretaker", "application": ["clientSecret": .null]], .forbidden, "scopes"),
                ("update_application", ["id": "acme/builder", "application": ["expireInHours": 168]], .forbidden, "own rights"),
                ("add_application", ["application": ["name": "more", "clientSecret": "my own"]], .invalidArgument, "clientSecret"),
                ("add_application", ["application": ["name": "more", "ipWhitelist": "1.2.3.4"]], .invalidArgument, "1.2.3.4 does not meet the CIDR"),
                ("add_application", ["application": ["name": "more", "isShared": true]], .forbidden, "only applications belonging to built-in"),
                ("add_application", ["application": ["owner": "acme", "organization": "rival", "name": "more"]], .notFound, "rival"),
                (
                    "delete_application", ["application": ["owner": "acme", "organization": "rival", "name": "automated-app"]], .notFound,
                    "No changes"
                ),
            ]
            for (tool, arguments, code, word) in tries {
                let reply = try await fixture.refuses(code, tool, arguments, as: .applicationToken)
                #expect(reply.reason.contains(word), "\(tool): \(reply)")
            }
            try await fixture.refuses(.insufficientScope, "get_users", ["owner": "acme"], as: .applicationToken)
        }
    }

    @Test("E11 an application gives nobody rights: no administrators, roles, rights on data, or access for people who have some")
    func applicationBound() async throws {
        try await ToolFixture.with { fixture in
            let tries: [(String, JSONObject)] = [
                ("add_user", ["user": ["name": "x", "isAdmin": true]]), ("update_user", ["id": "acme/rita", "user": ["isAdmin": true]]),
                ("update_user", ["id": "acme/rita", "user": ["password": "a password of mine"]]),
                ("update_user", ["id": "acme/rita", "user": ["ipWhitelist": "10.0.0.0/8"]]),
                ("update_user", ["id": "acme/boss", "user": ["displayName": "Boss"]]), ("delete_user", ["user": ["name": "boss"]]),
                ("update_role", ["id": "acme/temp", "role": ["users": ["acme/zoe"]]]),
                ("update_role", ["id": "acme/temp", "role": ["roles": ["acme/clerk"]]]),
                ("add_permission", ["permission": ["name": "p", "roles": ["acme/temp"], "resources": ["acme/main/secrets"], "actions": ["Read"]]]),
                ("update_organization", ["id": "admin/acme", "organization": ["passwordOptions": []]]),
                ("update_organization", ["id": "admin/acme", "organization": ["ipWhitelist": "0.0.0.0/0"]]),
                ("members_add", ["member": "acme/zoe", "role": "reader"]), ("api_keys_create", ["name": "k", "user": "acme/boss"]),
            ]
            try await fixture.does("update_organization", ["id": "admin/acme", "organization": ["passwordOptions": ["AtLeast8"]]], as: .operator)
            for (tool, arguments) in tries { try await fixture.refuses(.forbidden, tool, arguments, as: .application) }
            try await fixture.does("add_user", ["user": ["name": "x", "password": "a password of theirs"]], as: .application)
            try await fixture.does("update_user", ["id": "acme/x", "user": ["isForbidden": true]], as: .application)
            try await fixture.refuses(.forbidden, "update_user", ["id": "acme/x", "user": ["isForbidden": false]], as: .application)
            try await fixture.does(
                "add_permission",
                ["permission": ["name": "p", "roles": ["acme/temp"], "resources": ["acme/main/secrets"], "actions": ["Read"], "effect": "Deny"]],
                as: .application)
            try await fixture.refuses(.forbidden, "delete_permission", ["permission": ["name": "p"]], as: .application)
            try await fixture.does(
                "update_organization", ["id": "admin/acme", "organization": ["websiteUrl": "https://acme.example"]], as: .application)
        }
    }

    @Test(
        "E09 an address list of a user, an application or an organization refuses every credential from elsewhere, at the token endpoint too",
        arguments: StoreEngine.allCases)
    func addresses(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let key = Credential.bearer(try #require(fixture.people.keys[.reader]).key.text)
            let token = Credential.bearer(try await fixture.token(of: fixture.people.builder))
            let basic = try fixture.people.builder.basic
            let lists: [(tool: String, id: JSONValue, one: String, name: String, over: [Credential])] = [
                ("update_user", "acme/rita", "user", "acme/rita", [key]),
                ("update_application", "acme/builder", "application", "builder", [token, basic]),
                ("update_organization", "admin/acme", "organization", "acme", [key, token, basic]),
            ]
            for list in lists {
                try await fixture.does(list.tool, ["id": list.id, list.one: ["ipWhitelist": "10.0.0.0/8,2001:db8::/32"]], as: .operator)
                for credential in [key, token, basic] {
                    let reply = try await Self.answer(credential, fixture, from: "192.0.2.1")
                    guard list.over.contains(credential) else {
                        #expect(reply.code == "ok", "\(list.name): \(reply)")
                        continue
                    }
                    #expect(reply.code == "forbidden")
                    #expect(reply.reason == "Your IP address: 192.0.2.1 has been banned according to the configuration of: \(list.name)")
                    for address in ["10.1.2.3", "2001:db8::1", nil] {
                        #expect(try await Self.answer(credential, fixture, from: address).code == "ok")
                    }
                    #expect(try await Self.answer(credential, fixture, from: "127.0.0.1").code == "forbidden", "loopback is no exception")
                }
                if list.over.contains(basic) { await #expect(throws: (any Error).self) { _ = try await fixture.token(of: fixture.people.builder) } }
                try await fixture.does(list.tool, ["id": list.id, list.one: ["ipWhitelist": .null]], as: .operator)
                _ = try await fixture.token(of: fixture.people.builder)
            }
        }
    }

    @Test("E11 nobody can give another, or themselves, more rights than they have: passwords, administrators, own permissions")
    func bounds() async throws {
        try await ToolFixture.with { fixture in
            let bound = CredentialBound.terminal(fixture.people.builtIn.id, scopes: Set(ScopeSet.all.names))
            let boss = try #require(fixture.people.users["acme/boss"])
            func key(_ scopes: Set<String>) async throws -> RequestPrincipal {
                let made = try await fixture.domains.keys.create(
                    boss.organization, user: boss.id, name: "k", limits: KeyLimits(scopes: scopes), bound: bound)
                return try await fixture.principal(key: made.key.text)
            }
            let narrow = try await key(["write:user", "read:user"])
            let person = try await key(Set(ScopeSet.allowed(administrator: false).names).union(["write:user"]))
            try await fixture.does("update_user", ["id": "acme/tom", "user": ["isForbidden": true]], as: .organizationAdministrator)
            let before = try await fixture.fingerprint()
            let tries: [(RequestPrincipal, JSONObject)] = [
                (narrow, ["id": "acme/rita", "user": ["password": "a password of mine"]]), (narrow, ["id": "acme/rita", "user": ["isAdmin": true]]),
                (narrow, ["id": "acme/tom", "user": ["isForbidden": false]]),
                (narrow, ["id": "acme/boss", "user": ["password": "a password of mine"]]),
                (person, ["id": "acme/rita", "user": ["isAdmin": true]]), (person, ["id": "acme/boss", "user": ["password": "a password of mine"]]),
                (person, ["id": "acme/boss", "user": ["isAdmin": false]]), (person, ["id": "acme/boss", "user": ["isForbidden": true]]),
            ]
            for (principal, arguments) in tries {
                let reply = await fixture.call("update_user", arguments, as: principal)
                #expect(reply.code == "forbidden", "\(JSONValue.object(arguments)): \(reply)")
            }
            let add = await fixture.call("add_user", ["user": ["owner": "acme", "name": "x", "password": "a password of mine"]], as: narrow)
            #expect(add.code == "forbidden")
            #expect(try await fixture.fingerprint() == before)
            #expect(await fixture.call("add_user", ["user": ["owner": "acme", "name": "x"]], as: narrow).code == "ok")
            #expect(await fixture.call("update_user", ["id": "acme/rita", "user": ["password": "a password of mine"]], as: person).code == "ok")
            for members in [["users": ["acme/boss"]], ["roles": ["acme/own"]]] as [JSONObject] {
                _ = try await fixture.call("add_role", ["role": ["owner": "acme", "name": "own", "users": ["acme/boss"]]], as: .terminal)
                let base: JSONObject = ["owner": "acme", "name": "mine", "resources": ["acme/main/secrets"], "actions": ["Read"]]
                let whole = JSONObject(base.map { ($0.key, $0.value) } + members.map { ($0.key, $0.value) })
                try await fixture.refuses(.forbidden, "add_permission", ["permission": .object(whole)], as: .organizationAdministrator)
                try await fixture.does(
                    "add_permission", ["permission": .object(JSONObject(whole.map { ($0.key, $0.value) } + [("effect", "Deny")]))], as: .terminal)
                for (tool, arguments) in [
                    ("update_permission", ["id": "acme/mine", "permission": ["isEnabled": false]]),
                    ("delete_permission", ["permission": ["owner": "acme", "name": "mine"]]),
                ] as [(String, JSONObject)] {
                    try await fixture.refuses(.forbidden, tool, arguments, as: .organizationAdministrator)
                }
                try await fixture.does("delete_permission", ["permission": ["owner": "acme", "name": "mine"]], as: .terminal)
            }
        }
    }
}
