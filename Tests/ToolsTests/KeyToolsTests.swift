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

@Suite("api_keys_*")
struct KeyToolsTests {
    private func make(_ fixture: ToolFixture, _ arguments: JSONObject, as kind: CallerKind = .workspaceAdministrator) async throws -> (
        id: JSONValue, key: String
    ) {
        var all: JSONObject = ["name": "k"]
        for (name, value) in arguments { all[name] = value }
        let made = try await fixture.does("api_keys_create", all, as: kind)
        return (try #require(made["id"]), try #require(made["key"]?.string))
    }

    @Test("A key is shown once, begins with gths_, and acts as its owner")
    func once() async throws {
        try await ToolFixture.with { fixture in
            let (id, key) = try await make(fixture, [:], as: .reader)
            #expect(key.hasPrefix("gths_") && key.utf8.count == 48)
            let who = await fixture.call("whoami", as: try await fixture.principal(key: key))
            #expect(who.body["user"]?.string == "acme/rita" && who.body["kind"]?.string == "api_key" && who.body["roles"] == ["reader"])
            let listed = try await fixture.does("api_keys_list", as: .reader)
            #expect(listed["data"]?.ids.contains(id.int ?? 0) == true && !listed.description.contains(key))
            let kept = try await fixture.state().joined() + fixture.auditText()
            #expect(!kept.contains(key))
        }
    }

    @Test("E11 a key has at most the scopes that its user may have, whatever the maker's key carries")
    func ownersScopes() async throws {
        try await ToolFixture.with { fixture in
            let reply = try await fixture.refuses(.forbidden, "api_keys_create", ["name": "k", "scopes": "admin"], as: .workspaceAdministrator)
            #expect(reply.reason.contains("write:user"))
            let (_, key) = try await make(fixture, ["scopes": "admin"], as: .organizationAdministrator)
            let who = await fixture.call("whoami", as: try await fixture.principal(key: key))
            #expect(who.body["scopes"]?.array?.compactMap(\.string) == ScopeSet.all.names)
        }
    }

    static let wishes: [(JSONObject, [String])] = [
        (["scopes": "read:record run:sql"], ["read:record", "run:sql"]), (["scopes": ["record:read", "run:sql"]], ["read:record", "run:sql"]),
        (["scopes": ["read:record run:sql"]], ["read:record", "run:sql"]), (["scopes": "read:record  read:record openid"], ["read:record"]),
        (["scopes": "mcp"], ScopeSet.mcp.names),
        ([:], ScopeSet.mcp.union(ScopeSet([.write(.token), .write(.role)])).names),
    ]

    @Test("Scopes come as a list or as text, in either spelling, with umbrellas; without a wish all of one's own", arguments: wishes)
    func scopes(arguments: JSONObject, expected: [String]) async throws {
        try await ToolFixture.with { fixture in
            let (_, key) = try await make(fixture, arguments)
            let who = await fixture.call("whoami", as: try await fixture.principal(key: key))
            #expect(who.body["scopes"]?.array?.compactMap(\.string) == expected)
        }
    }

    static let wrongWishes: [(String, JSONObject)] = [
        ("scopes", ["scopes": "fly"]), ("scopes", ["scopes": ["read:record", "fly"]]), ("scopes", ["scopes": ""]), ("scopes", ["scopes": []]),
        ("scopes", ["scopes": "openid"]), ("expires", ["expires": "soon"]), ("expires", ["expires": "0s"]), ("expires", ["expires": "-5d"]),
        ("expires", ["expires": "2020-01-01T00:00:00Z"]), ("expires", ["expires": "99999999999999999d"]), ("expires", ["expires": "30"]),
        ("role", ["role": "a b"]), ("user", ["user": "ann"]), ("user", ["user": "acme/ann/x"]), ("name", ["name": "a\nb"]),
    ]

    @Test("A wrong wish is refused by the name of its argument", arguments: wrongWishes)
    func wrong(argument: String, arguments: JSONObject) async throws {
        try await ToolFixture.with { fixture in
            var all: JSONObject = ["name": "k"]
            for (name, value) in arguments { all[name] = value }
            let reply = try await fixture.refuses(.invalidArgument, "api_keys_create", all, as: .workspaceAdministrator)
            #expect(reply.reason.contains(argument))
        }
    }

    @Test("expires is a duration or a time; the key is nothing from then on")
    func expires() async throws {
        try await ToolFixture.with { fixture in
            for (text, seconds) in [("30d", 2_592_000), ("12h", 43_200), ("90s", 90)] as [(String, Int64)] {
                let before = Timestamp.now
                let (id, _) = try await make(fixture, ["expires": .string(text)])
                let listed = try await fixture.does("api_keys_list", as: .workspaceAdministrator)
                let row = try #require(listed["data"]?.array?.first { $0["id"] == id })
                let end = try #require(row["expires"]?.string.flatMap { Timestamp(rfc3339: $0) })
                #expect(end >= before + .seconds(seconds) && end <= .now + .seconds(seconds))
            }
            let (id, _) = try await make(fixture, ["expires": "2999-12-31T23:59:59+01:00"])
            let row = try await fixture.does("api_keys_list", as: .workspaceAdministrator)["data"]?.array?.first { $0["id"] == id }
            #expect(row?["expires"]?.string.flatMap { Timestamp(rfc3339: $0) } == Timestamp(rfc3339: "2999-12-31T22:59:59Z"))
            let (_, short) = try await make(fixture, ["expires": "200ms"])
            // Found before or not: it is nothing once its time has come, also when it was kept in memory.
            // The refusal itself is looked at below.
            try await until { (try? await fixture.principal(key: short)) == nil }
            await #expect(throws: Refusal.self) { _ = try await fixture.principal(key: short) }
        }
    }

    @Test("E07 a user's keys lose every right that the user loses, however they were created")
    func lostRights() async throws {
        try await ToolFixture.with { fixture in
            let users = fixture.domains.users
            let boss = try #require(fixture.people.users["acme/boss"])
            let (_, all) = try await make(fixture, ["scopes": "admin"], as: .organizationAdministrator)
            let (_, bound) = try await make(fixture, ["workspace": "acme", "role": "admin"], as: .workspaceAdministrator)
            let role: JSONObject = ["role": ["owner": "acme", "name": "new"]]
            let user: JSONObject = ["user": ["owner": "acme", "name": "new"]]
            #expect(await fixture.call("add_role", role, as: try await fixture.principal(key: all)).code == "ok")
            #expect(try await fixture.principal(key: bound).caller.roles == ["admin"])

            var patch = Patch([:])
            patch.set("isAdmin", false)
            _ = try await users.update(
                boss.organization, boss.id, patch, bound: .terminal(fixture.people.builtIn.id, scopes: Set(ScopeSet.all.names)))
            let ann = QualifiedName(organization: "acme", name: "ann")
            try await fixture.domains.members.remove(
                fixture.people.acme.id, workspace: fixture.people.office.id, .user, ann, role: nil,
                bound: .terminal(fixture.people.builtIn.id, scopes: []))

            let before = try await fixture.fingerprint()
            let caller = try await fixture.principal(key: all).caller
            #expect(!caller.isOrganizationAdministrator && caller.scopes == .allowed(administrator: false))
            #expect(await fixture.call("add_user", user, as: try await fixture.principal(key: all)).code == "insufficient_scope")
            #expect(await fixture.call("delete_role", role, as: try await fixture.principal(key: all)).code == "forbidden")
            #expect(try await fixture.principal(key: bound).caller.roles.isEmpty)
            let read = await fixture.call("crud", ["resource": "orders", "action": "list"], as: try await fixture.principal(key: bound))
            #expect(read.code == "forbidden")
            #expect(try await fixture.fingerprint() == before)
        }
    }

    @Test("A token of somebody outside makes a key for the endpoint it is for, main too")
    func mainEndpoint() async throws {
        try await ToolFixture.with { fixture in
            let token = try await fixture.token(of: "acme/zoe", scopes: "mcp write:token", at: "main")
            let made = await fixture.call("api_keys_create", ["name": "k"], as: try await fixture.principal(.bearer(token), at: "main"))
            let key = try #require(made.body["key"]?.string, "\(made)")
            #expect(try await fixture.principal(key: key, at: "main").caller.limits.workspace == fixture.people.main.id)
            await #expect(throws: Refusal.self) { _ = try await fixture.principal(key: key, at: "acme") }
        }
    }

    @Test("A key can be bound to a workspace and to a role")
    func bound() async throws {
        try await ToolFixture.with { fixture in
            let (_, key) = try await make(fixture, ["workspace": "annex", "role": "admin"])
            await #expect(throws: Refusal.self) { _ = try await fixture.principal(key: key, at: "acme") }
            #expect(try await fixture.principal(key: key, at: "annex").caller.roles == ["admin"])
            let (_, everywhere) = try await make(fixture, ["workspace": "*", "role": "admin"])
            #expect(try await fixture.principal(key: everywhere, at: "acme").caller.roles == ["admin"])
            for workspace in ["*", "acme", "main"] {
                try await fixture.refuses(
                    .forbidden, "api_keys_create", ["name": "k", "role": "reader", "workspace": .string(workspace)], as: .workspaceAdministrator)
            }
            try await fixture.refuses(
                .notFound, "api_keys_create", ["name": "k", "role": "no-such-role", "workspace": "acme"], as: .workspaceAdministrator)
        }
    }

    @Test("E11 a key created with a key has at most its rights, and a refusal lists the excess")
    func narrower() async throws {
        try await ToolFixture.with { fixture in
            let (_, key) = try await make(fixture, ["workspace": "annex", "scopes": "write:token read:record", "expires": "1h"])
            let narrow = try await fixture.principal(key: key, at: "annex")
            let tries: [(String, JSONObject)] = [
                ("scopes", ["scopes": "run:sql"]), ("workspace", ["workspace": "acme"]), ("workspace", ["workspace": "*"]),
                ("expires", ["expires": "2h"]),
            ]
            for (argument, arguments) in tries {
                var all: JSONObject = ["name": "k"]
                for (name, value) in arguments { all[name] = value }
                let reply = await fixture.call("api_keys_create", all, as: narrow)
                #expect(reply.code == "forbidden" && reply.reason.hasPrefix("\(argument):"), "\(reply)")
            }
            let made = await fixture.call("api_keys_create", ["name": "k"], as: narrow)
            let child = try await fixture.principal(key: try #require(made.body["key"]?.string), at: "annex").caller
            #expect(child.scopes.names.sorted() == ["read:record", "write:token"] && child.limits.workspace == fixture.people.annex.id)
            #expect(child.limits.expires == narrow.caller.limits.expires)
        }
    }

    @Test("An administrator makes, sees and ends keys of its organization; others their own alone")
    func others() async throws {
        try await ToolFixture.with { fixture in
            let (id, key) = try await make(fixture, ["user": "acme/zoe"], as: .organizationAdministrator)
            #expect(try await fixture.principal(key: key).caller.userLabel == "acme/zoe")
            try await fixture.refuses(.forbidden, "api_keys_create", ["name": "k", "user": "acme/zoe"], as: .workspaceAdministrator)
            try await fixture.refuses(.notFound, "api_keys_revoke", ["id": id], as: .workspaceAdministrator)
            try await fixture.does("api_keys_revoke", ["id": id], as: .outsider)
            await #expect(throws: Refusal.self) { _ = try await fixture.principal(key: key) }
            try await fixture.does("api_keys_revoke", ["id": id], as: .organizationAdministrator)
        }
    }

    @Test("Operators and the terminal name the organization whose keys they list and end", arguments: [CallerKind.operator, .terminal])
    func organization(kind: CallerKind) async throws {
        try await ToolFixture.with { fixture in
            let rob = try #require(fixture.people.keys[.foreigner])
            let listed = try await fixture.does("api_keys_list", ["organization": "rival"], as: kind, at: "main")
            #expect(Set(listed["data"]?.array?.compactMap { $0["user"]?.string } ?? []) == ["rival/boss", "rival/rob"])
            let id = JSONValue.number(JSONNumber(rob.id.rawValue))
            try await fixture.refuses(.notFound, "api_keys_revoke", ["id": id], as: kind, at: "main")
            try await fixture.refuses(.notFound, "api_keys_revoke", ["id": id, "organization": "acme"], as: kind, at: "main")
            try await fixture.does("api_keys_revoke", ["id": id, "organization": "rival"], as: kind, at: "main")
            await #expect(throws: Refusal.self) { _ = try await fixture.principal(.foreigner, at: "rival") }
            try await fixture.does("api_keys_create", ["name": "new", "user": "rival/rob", "workspace": "rival"], as: kind, at: "main")
        }
    }

    @Test("Ids are taken as numbers and as text, and nothing else")
    func ids() async throws {
        try await ToolFixture.with { fixture in
            let (id, _) = try await make(fixture, [:], as: .reader)
            try await fixture.does("api_keys_revoke", ["id": .string("\(id)")], as: .reader)
            for wrong in ["x", "1.5", "", "1e3x"] as [JSONValue] {
                try await fixture.refuses(.invalidArgument, "api_keys_revoke", ["id": wrong], as: .reader)
            }
        }
    }
}
