import Access
import GatehouseTesting
import Identity
import JSON
import MCP
import Store
import Testing
import Tools

@Suite("Objects that a token or a restricted credential leaves behind")
struct BoundTokenTests {
    /// Expects a refusal, and not one row changed by it.
    private static func refuses(
        _ fixture: ToolFixture, _ principal: RequestPrincipal, _ tool: String, _ arguments: JSONObject, _ codes: Set<String> = ["forbidden"],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try await fixture.fingerprint()
        let reply = await fixture.call(tool, arguments, as: principal)
        #expect(codes.contains(reply.code), "\(tool): \(reply)", sourceLocation: sourceLocation)
        #expect(try await fixture.fingerprint() == before, sourceLocation: sourceLocation)
    }

    @Test("E11 E13 an administrator's token for a workspace administers nothing: it makes no user, application, password or role that opens more")
    func workspaceToken() async throws {
        try await ToolFixture.with { fixture in
            for person in ["acme/boss", "built-in/admin"] {
                if person == "built-in/admin" {
                    try await fixture.does("members_add", ["member": "built-in/admin", "role": "reader"], as: .terminal)
                }
                let principal = try await fixture.principal(.bearer(try await fixture.token(of: person, scopes: "admin")), at: "acme")
                #expect(!principal.caller.isOperator && !principal.caller.isOrganizationAdministrator)
                for (tool, arguments) in [
                    ("add_user", ["user": ["owner": "acme", "name": "mallory", "password": "a long password", "isAdmin": true]]),
                    ("add_application", ["application": ["owner": "acme", "name": "made", "scopes": ["admin"]]]),
                    ("update_user", ["id": "acme/boss", "user": ["password": "a long password"]]),
                    ("update_role", ["id": "acme/clerk", "role": ["users": ["acme/zoe"]]]), ("workspaces_add", ["name": "third"]),
                    ("api_keys_create", ["name": "k", "workspace": "*"]), ("api_keys_create", ["name": "k", "user": "acme/zoe"]),
                ] as [(String, JSONObject)] { try await Self.refuses(fixture, principal, tool, arguments, ["forbidden", "not_found"]) }
            }
            let main = try await fixture.principal(.bearer(try await fixture.token(of: "acme/boss", scopes: "admin", at: "main")), at: "main")
            #expect(main.caller.isOrganizationAdministrator)
            #expect(await fixture.call("add_user", ["user": ["owner": "acme", "name": "new", "password": "a long password"]], as: main).code == "ok")
        }
    }

    @Test("E11 an object created by an application's token for one workspace cannot sign in to all of them")
    func applicationToken() async throws {
        try await ToolFixture.with { fixture in
            let user: JSONObject = ["user": ["owner": "acme", "name": "new", "password": "a long password"]]
            let bound = try await fixture.principal(.bearer(try await fixture.token(of: fixture.people.robot)), at: "acme")
            try await Self.refuses(fixture, bound, "add_user", user)
            let main = try await fixture.principal(.bearer(try await fixture.token(of: fixture.people.robot, at: "main")), at: "main")
            #expect(await fixture.call("add_user", user, as: main).code == "ok")
        }
    }

    @Test("E08 a key that a client made with a person's token ends with the connection, and so do the keys that it makes")
    func keysOfGrants() async throws {
        try await ToolFixture.with { fixture in
            let token = try await fixture.token(of: "acme/rita", scopes: "mcp write:token")
            func make(_ principal: RequestPrincipal) async throws -> String {
                try #require(await fixture.call("api_keys_create", ["name": "k"], as: principal).body["key"]?.string)
            }
            let first = try await make(try await fixture.principal(.bearer(token), at: "acme"))
            let second = try await make(try await fixture.principal(key: first))
            let own = try await fixture.does("api_keys_create", ["name": "own"], as: .reader)["key"]?.string ?? ""
            for key in [first, second, own] { #expect(try await fixture.principal(key: key).caller.userLabel == "acme/rita") }
            let object = try #require(
                try await fixture.domains.tokens.list(fixture.people.acme.id, ListQuery()).items.first { $0.user?.name == "rita" })
            try await fixture.domains.tokens.remove(fixture.people.acme.id, object.name)
            for key in [first, second] { await #expect(throws: Refusal.self) { _ = try await fixture.principal(key: key) } }
            #expect(try await fixture.principal(key: own).caller.userLabel == "acme/rita")
        }
    }

    @Test("E11 an administrator's credential without a person's scopes cannot give a role or a permission")
    func narrowedAdministrator() async throws {
        try await ToolFixture.with { fixture in
            let boss = try #require(fixture.people.users["acme/boss"])
            let limits = KeyLimits(scopes: ["write:role", "write:permission", "write:user"])
            let key = try await fixture.domains.keys.create(
                boss.organization, user: boss.id, name: "narrow", limits: limits,
                bound: .terminal(fixture.people.builtIn.id, scopes: Set(ScopeSet.all.names)))
            let principal = try await fixture.principal(key: key.key.text)
            #expect(principal.caller.isOrganizationAdministrator)
            let permission: JSONObject = [
                "owner": "acme", "name": "made", "users": ["acme/tom"], "resources": ["acme/main/secrets"], "actions": ["Admin"],
            ]
            for (tool, arguments) in [
                ("members_add", ["member": "acme/zoe", "role": "admin"]), ("update_role", ["id": "acme/reader", "role": ["users": ["acme/zoe"]]]),
                ("add_role", ["role": ["owner": "acme", "name": "made", "users": ["acme/zoe"]]]),
                ("add_permission", ["permission": .object(permission)]), ("update_user", ["id": "acme/zoe", "user": ["isAdmin": true]]),
            ] as [(String, JSONObject)] { try await Self.refuses(fixture, principal, tool, arguments) }
            // It may create objects that give no rights.
            #expect(await fixture.call("add_role", ["role": ["owner": "acme", "name": "made"]], as: principal).code == "ok")
            try await fixture.does("add_permission", ["permission": .object(permission)], as: .organizationAdministrator)
            let denial: JSONObject = ["id": "acme/made", "permission": ["effect": "Deny"]]
            #expect(await fixture.call("update_permission", denial, as: principal).code == "ok")
            try await Self.refuses(fixture, principal, "delete_permission", ["permission": ["owner": "acme", "name": "made"]])
        }
    }

    @Test("E11 a workspace administrator's credential without a person's scopes cannot change rights by setting or removing rules")
    func narrowedRules() async throws {
        try await ToolFixture.with { fixture in
            func set(_ role: String, _ effect: String, _ actions: [JSONValue], filter: JSONValue? = nil) -> JSONObject {
                var rule: JSONObject = ["role": .string(role), "resource": "orders", "actions": .array(actions), "effect": .string(effect)]
                rule["filter"] = filter
                return rule
            }
            let denial = try await fixture.does("access_rules_set", set("temp", "deny", ["view"]), as: .workspaceAdministrator)["id"] ?? .null
            let allowance = try await fixture.does("access_rules_set", set("reader", "allow", ["view"]), as: .workspaceAdministrator)["id"] ?? .null
            let ours = try await fixture.does("access_rules_set", set("clerk", "allow", ["view"]), as: .workspaceAdministrator)["id"] ?? .null
            let ann = try #require(fixture.people.users["acme/ann"])
            let token = try await fixture.token(of: "acme/ann", scopes: "write:rule read:rule read:record")
            for limits in [
                KeyLimits(scopes: ["write:rule"]),
                KeyLimits(workspace: fixture.people.office.id, role: .admin, scopes: ["write:rule", "read:record"]),
            ] {
                let key = try await fixture.domains.keys.create(
                    ann.organization, user: ann.id, name: "narrow", limits: limits,
                    bound: .terminal(fixture.people.builtIn.id, scopes: Set(ScopeSet.all.names)))
                let narrowed = [try await fixture.principal(key: key.key.text), try await fixture.principal(.bearer(token), at: "acme")]
                for principal in narrowed {
                    for (tool, arguments) in [
                        ("access_rules_set", set("temp", "allow", ["view"])), ("access_rules_set", set("clerk", "allow", ["view", "update"])),
                        // In the place of a denial of everything, one of a few rows.
                        ("access_rules_set", set("temp", "deny", ["view"], filter: ["id": 1])), ("access_rules_remove", ["id": denial]),
                        // Without it the role has its defaults again.
                        ("access_rules_remove", ["id": allowance]),
                    ] as [(String, JSONObject)] { try await Self.refuses(fixture, principal, tool, arguments) }
                }
                // It may set rules that give no rights.
                #expect(await fixture.call("access_rules_set", set("clerk", "deny", ["destroy"]), as: narrowed[0]).code == "ok")
                try await fixture.does(
                    "access_rules_remove", ["id": JSONValue.number(JSONNumber(try await Self.lastRule(fixture)))], as: .workspaceAdministrator)
            }
            let last = try await fixture.principal(.bearer(token), at: "acme")
            #expect(await fixture.call("access_rules_remove", ["id": ours], as: last).code == "ok")
            try await fixture.does("access_rules_remove", ["id": denial], as: .workspaceAdministrator)
            try await fixture.does("access_rules_remove", ["id": allowance], as: .workspaceAdministrator)
        }
    }

    private static func lastRule(_ fixture: ToolFixture) async throws -> Int64 {
        try await fixture.domains.rules.list(in: fixture.people.office.id).map(\.id.rawValue).max() ?? 0
    }

    @Test("E11 a permission that narrows a role of every organization is not ended by who may not give rights: the defaults would be back")
    func narrowingPermission() async throws {
        try await ToolFixture.with { fixture in
            let permission: JSONObject = [
                "owner": "acme", "name": "less", "roles": ["acme/reader"], "resources": ["acme/main/secrets"], "actions": ["Write"],
            ]
            let list: JSONObject = ["resource": "secrets", "action": "list"]
            #expect(try await fixture.call("crud", list, as: .reader).code == "ok")
            try await fixture.does("add_permission", ["permission": .object(permission)], as: .organizationAdministrator)
            #expect(try await fixture.call("crud", list, as: .reader).code != "ok")
            for (tool, arguments) in [
                ("delete_permission", ["permission": ["owner": "acme", "name": "less"]]),
                ("update_permission", ["id": "acme/less", "permission": ["isEnabled": false]]),
            ] as [(String, JSONObject)] {
                try await fixture.refuses(.forbidden, tool, arguments, as: .application)
                #expect(try await fixture.call("crud", list, as: .reader).code != "ok")
            }
            try await fixture.does("delete_permission", ["permission": ["owner": "acme", "name": "less"]], as: .organizationAdministrator)
            #expect(try await fixture.call("crud", list, as: .reader).code == "ok")
        }
    }

    @Test("E11 everything created with an expiring key expires with it and says so: keys, application secrets, and what these create; no password")
    func endingKey() async throws {
        try await ToolFixture.with { fixture in
            let boss = try #require(fixture.people.users["acme/boss"])
            let end = Timestamp.now + .seconds(3_600)
            let key = try await fixture.domains.keys.create(
                boss.organization, user: boss.id, name: "short", limits: KeyLimits(scopes: Set(ScopeSet.all.names), expires: end),
                bound: .terminal(fixture.people.builtIn.id, scopes: Set(ScopeSet.all.names)))
            let principal = try await fixture.principal(key: key.key.text)
            func make(_ name: String, as maker: RequestPrincipal) async throws -> (JSONValue, Credential) {
                let application: JSONObject = [
                    "owner": "acme", "name": .string(name), "grantTypes": ["client_credentials"],
                    "scopes": ["read:application", "write:application", "write:user", "read:user"],
                ]
                let made = await fixture.call("add_application", ["application": .object(application)], as: maker).body["application"] ?? .null
                return (made, .basic(user: made["clientId"]?.string ?? "", password: made["clientSecret"]?.string ?? ""))
            }
            let (first, credential) = try await make("first", as: principal)
            #expect(first["clientSecretExpireTime"]?.string == end.rfc3339)
            let child = try await fixture.principal(credential, at: "acme")
            #expect(child.caller.limits.expires == end)
            let (second, grandchild) = try await make("second", as: child)
            #expect(second["clientSecretExpireTime"]?.string == end.rfc3339)
            let user: JSONObject = ["user": ["owner": "acme", "name": "new", "password": "a long password"]]
            for maker in [principal, child, try await fixture.principal(grandchild, at: "acme")] {
                try await Self.refuses(fixture, maker, "add_user", user)
            }
            let (lasting, _) = try await make("third", as: try await fixture.principal(.organizationAdministrator))
            #expect(lasting["clientSecretExpireTime"]?.string == "")
            let renewed = await fixture.call("update_application", ["id": "acme/third", "application": ["clientSecret": .null]], as: principal)
            #expect(renewed.body["application"]?["clientSecretExpireTime"]?.string == end.rfc3339)
            // A person's token is renewed until the connection ends, and everything created with it ends then.
            let token = try await fixture.principal(.bearer(try await fixture.token(of: "acme/boss", scopes: "admin", at: "main")), at: "main")
            let (connected, secret) = try await make("fourth", as: token)
            #expect(connected["clientSecretExpireTime"]?.string == token.caller.limits.expires?.rfc3339)
            #expect(try await fixture.principal(secret, at: "main").caller.limits.grant == token.caller.limits.grant)
            let object = try #require(
                try await fixture.domains.tokens.list(fixture.people.acme.id, ListQuery()).items.first { $0.user?.name == "boss" })
            try await fixture.domains.tokens.remove(fixture.people.acme.id, object.name)
            await #expect(throws: Refusal.self) { _ = try await fixture.principal(secret, at: "main") }
        }
    }

    @Test("E11 nobody can give themselves a role that takes effect later: in a future workspace, or once it is enabled")
    func rolesToCome() async throws {
        try await ToolFixture.with { fixture in
            let empty = try await fixture.domains.organizations.add("globex")
            let gus = try await fixture.domains.users.add(empty.id, "gus", password: nil, isAdministrator: true)
            let key = try await fixture.domains.keys.create(
                empty.id, user: gus.id, name: "k", limits: KeyLimits(scopes: Set(ScopeSet.all.names)),
                bound: .terminal(fixture.people.builtIn.id, scopes: Set(ScopeSet.all.names)))
            let principal = try await fixture.principal(key: key.key.text, at: "main")
            try await Self.refuses(fixture, principal, "update_role", ["id": "globex/admin", "role": ["users": ["globex/gus"]]])
            let sleeping: JSONObject = ["owner": "globex", "name": "made", "isEnabled": false, "users": ["globex/gus"]]
            try await Self.refuses(fixture, principal, "add_role", ["role": .object(sleeping)])
            #expect(await fixture.call("add_role", ["role": ["owner": "globex", "name": "made"]], as: principal).code == "ok")
        }
    }

    @Test("E09 nobody can lock themselves out with an address list")
    func ownAddress() async throws {
        try await ToolFixture.with { fixture in
            let place = try #require(try await fixture.callers.workspace("acme"))
            let key = try #require(fixture.people.keys[.organizationAdministrator]).key.text
            let facts = EndpointFacts(origin: "http://test", address: "192.0.2.7")
            let principal = fixture.principal(try await fixture.callers.caller(for: .bearer(key), in: place, endpoint: facts))
            for (tool, argument, id) in [("update_organization", "organization", "admin/acme"), ("update_user", "user", "acme/boss")] {
                let list: JSONObject = ["id": .string(id), argument: ["ipWhitelist": "10.0.0.0/8"]]
                try await Self.refuses(fixture, principal, tool, list, ["invalid_argument"])
                let holding: JSONObject = ["id": .string(id), argument: ["ipWhitelist": "10.0.0.0/8,192.0.2.0/24"]]
                #expect(await fixture.call(tool, holding, as: principal).code == "ok")
            }
        }
    }

    @Test("A permission for somebody without a role reports that it has no effect yet")
    func permissionWithoutRole() async throws {
        try await ToolFixture.with { fixture in
            let permission: JSONObject = [
                "owner": "acme", "name": "peek", "users": ["acme/zoe", "acme/tom"], "resources": ["acme/main/secrets"], "actions": ["Read"],
            ]
            let made = try await fixture.does("add_permission", ["permission": .object(permission)], as: .organizationAdministrator)
            let warnings = made["permission"]?["warnings"]?.array?.compactMap(\.string) ?? []
            #expect(warnings.count == 1 && warnings[0].contains("acme/zoe") && warnings[0].contains("'acme'"))
            try await fixture.does("members_add", ["member": "acme/zoe", "role": "temp"], as: .terminal)
            let changed = try await fixture.does(
                "update_permission", ["id": "acme/peek", "permission": ["displayName": "Peek"]], as: .organizationAdministrator)
            #expect(changed["permission"]?["warnings"] == nil)
        }
    }
}
