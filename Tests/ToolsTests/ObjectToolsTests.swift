import Access
import Catalog
import GatehouseTesting
import Identity
import JSON
import SQL
import Store
import Testing
import Tools

@testable import MCP

@Suite("Tools of objects")
struct ObjectToolsTests {
    /// The result of a call as a client of a revision reads it.
    private static func wire(
        _ tool: String, _ arguments: JSONObject, _ kind: CallerKind = .organizationAdministrator, _ fixture: ToolFixture
    ) async throws -> (text: String, structured: JSONValue, isError: Bool) {
        let result = try await fixture.tools.callTool(tool, arguments: arguments, for: try await fixture.principal(kind), context: CallContext())
        guard case .text(let text) = result.content.first?.kind ?? .structuredText else {
            let bytes = try #require(result.structuredContent).bytes
            return (String(decoding: bytes, as: UTF8.self), try JSONValue(parsing: bytes), result.isError)
        }
        return (text, try result.structuredContent.map { try JSONValue(parsing: $0.bytes) } ?? .null, result.isError)
    }

    @Test(
        "The sentences of each kind stand as text, the object beside them, and a call that changed nothing is an error",
        arguments: StoreEngine.allCases)
    func sentences(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            for (kind, owner, maker) in [
                ("role", "acme", CallerKind.organizationAdministrator), ("permission", "acme", .organizationAdministrator),
                ("provider", "acme", .organizationAdministrator), ("organization", "admin", .operator),
                ("user", "acme", .organizationAdministrator), ("application", "acme", .organizationAdministrator),
                ("application", "acme", .applicationToken),
            ] {
                let object: JSONValue = ["owner": .string(owner), "name": "thing", "displayName": "Thing", "odd": ["kept": true]]
                let id = JSONValue.string("\(owner)/thing")
                let nothing = "No changes were made to \(kind) (may already exist or not found)"
                let made = try await Self.wire("add_\(kind)", [kind: object], maker, fixture)
                #expect(made.text == "Successfully added \(kind)" && !made.isError)
                #expect(made.structured[kind]?["displayName"] == "Thing" && made.structured[kind]?["odd"] == ["kept": true])
                let again = try await Self.wire("add_\(kind)", [kind: object], maker, fixture)
                #expect(again.text == (kind == "user" ? "Username already exists" : nothing) && again.isError)
                #expect(again.structured["error"]?["code"] == "conflict")
                let found = try await Self.wire("get_\(kind)", ["id": id], maker, fixture)
                // A secret that the server made is shown once: in the answer that made it.
                var kept = try #require(made.structured[kind]?.object)
                if let secret = kept["clientSecret"], kind == "application" {
                    #expect(secret != "***" && secret != "")
                    kept["clientSecret"] = "***"
                }
                #expect(try JSONValue(parsing: found.text) == found.structured && found.structured == .object(kept) && !found.isError)
                let changed = try await Self.wire(
                    "update_\(kind)", ["id": id, kind: ["owner": .string(owner), "name": "thing", "odd": .null]], maker, fixture)
                #expect(changed.text == "Successfully updated \(kind)" && !changed.isError)
                #expect(changed.structured[kind]?["displayName"] == "Thing" && changed.structured[kind]?.object?.keys.contains("odd") == false)
                let list = try await Self.wire("get_\(kind)s", ["owner": .string(owner)], maker, fixture)
                #expect(
                    try JSONValue(parsing: list.text) == list.structured["data"]
                        && list.structured["total"]?.int == Int64(list.structured["data"]?.count ?? 0))
                #expect(list.structured["data"]?[0]?["name"] == "thing", "newest first: \(list.text)")
                let gone = try await Self.wire("delete_\(kind)", [kind: ["owner": .string(owner), "name": "thing"]], maker, fixture)
                #expect(gone.text == "Successfully deleted \(kind)" && gone.structured == ["id": id] && !gone.isError)
                for (tool, arguments) in [
                    ("delete_\(kind)", [kind: ["owner": .string(owner), "name": "thing"]]), ("update_\(kind)", ["id": id, kind: [:]]),
                ] as [(String, JSONObject)] {
                    let missing = try await Self.wire(tool, arguments, maker, fixture)
                    #expect(missing.isError && missing.structured["error"]?["code"] == "not_found")
                    #expect(missing.text == (tool == "update_user" ? "user acme/thing not found" : nothing))
                }
                let none = try await Self.wire("get_\(kind)", ["id": id], maker, fixture)
                #expect(none.isError && none.structured["error"]?["code"] == "not_found" && none.text == "there is no such \(kind)")
                let foreign = try await Self.wire("get_\(kind)", ["id": "nowhere/thing"], maker, fixture)
                #expect(foreign.text == none.text && foreign.structured == none.structured && foreign.isError)
            }
        }
    }

    @Test("Older clients find the sentence first and the object as text after it; lists stand once")
    func projections() async throws {
        try await ToolFixture.with { fixture in
            func content(_ tool: String, _ arguments: JSONObject, _ revision: Revision) async throws -> [JSONValue] {
                let result = try await fixture.tools.callTool(
                    tool, arguments: arguments, for: try await fixture.principal(.organizationAdministrator), context: CallContext())
                let fragment = JSONFragment { writer in writer.object { writer in result.writeMembers(into: &writer, revision: revision) } }
                return try JSONValue(parsing: fragment.bytes)["content"]?.array ?? []
            }
            let first = try await content("add_role", ["role": ["name": "one"]], .v2024_11_05)
            #expect(first.count == 2 && first[0]["text"] == "Successfully added role")
            #expect(try JSONValue(parsing: first[1]["text"]?.string ?? "")["role"]?["name"] == "one")
            #expect(try await content("add_role", ["role": ["name": "two"]], .v2025_11_25).count == 1)
            let list = try await content("get_roles", ["owner": "acme", "fields": ["name"]], .v2024_11_05)
            #expect(list.count == 1 && list[0]["text"]?.string?.hasPrefix("[{\"name\":\"two\"},{\"name\":\"one\"}") == true)
        }
    }

    @Test("A list is paged, searched, sorted and cut to the members that are asked for")
    func lists() async throws {
        try await ToolFixture.with { fixture in
            func names(_ more: JSONObject) async throws -> [String] {
                let arguments = JSONObject([("owner", JSONValue.string("acme"))] + more.map { ($0.key, $0.value) })
                return try await fixture.does("get_users", arguments, as: .organizationAdministrator)["data"]?.array?.compactMap {
                    $0["name"]?.string
                }
                    ?? []
            }
            #expect(try await names(["sortField": "name", "sortOrder": "ascend", "pageSize": 3]) == ["ann", "boss", "clara"])
            #expect(try await names(["sortField": "name", "sortOrder": "ascend", "pageSize": 3, "p": 3]) == ["tom", "zoe"])
            #expect(try await names(["p": 9, "pageSize": 3]) == [])
            #expect(try await names(["field": "email", "value": "MIA@"]) == ["mia"])
            #expect(try await names(["sortField": "createdTime", "sortOrder": "ascend", "pageSize": 1]) == ["boss"])
            let page = try await fixture.does(
                "get_users", ["owner": "acme", "pageSize": 2, "fields": ["name", "isAdmin"]], as: .organizationAdministrator)
            #expect(page["total"]?.int == 8 && page["data"]?[0] == ["name": "zoe", "isAdmin": false])
            for more in [["field": "password", "value": "a"], ["sortField": "password_hash"], ["field": "isAdmin", "value": "true"]] as [JSONObject] {
                let arguments = JSONObject([("owner", JSONValue.string("acme"))] + more.map { ($0.key, $0.value) })
                try await fixture.refuses(.invalidArgument, "get_users", arguments, as: .organizationAdministrator)
            }
            #expect(try await fixture.does("get_users", ["owner": ""], as: .organizationAdministrator)["total"]?.int == 8)
            #expect(try await fixture.does("get_users", ["owner": ""], as: .operator)["total"]?.int == 11)
            #expect(try await fixture.does("get_organizations", ["owner": "admin"], as: .organizationAdministrator)["data"]?.count == 1)
            #expect(try await fixture.does("get_organizations", ["owner": "admin"], as: .operator)["data"]?.count == 3)
        }
    }

    @Test("No answer shows a password or a provider's secret, and giving the mask back keeps them")
    func masks() async throws {
        try await ToolFixture.with { fixture in
            var said: [JSONValue] = []
            let user: JSONObject = [
                "owner": "acme", "name": "eve", "password": "Swordfish-99", "email": "eve@acme.example", "properties": ["a": "b"],
            ]
            said.append(try await fixture.does("add_user", ["user": .object(user)], as: .organizationAdministrator))
            let provider: JSONObject = [
                "owner": "acme", "name": "dw", "type": "PostgreSQL", "clientId": "u", "clientSecret": "Swordfish-99", "host": "h",
            ]
            said.append(try await fixture.does("add_provider", ["provider": .object(provider)], as: .organizationAdministrator))
            for (tool, arguments) in [
                ("get_user", ["id": "acme/eve"]), ("get_user", ["owner": "acme", "email": "EVE@acme.example"]), ("get_users", ["owner": "acme"]),
                ("get_provider", ["id": "acme/dw"]), ("get_provider", ["id": "admin/dw"]), ("get_providers", ["owner": "acme"]),
            ] as [(String, JSONObject)] {
                said.append(
                    try await fixture.does(
                        tool, arguments, as: tool.contains("provider") && arguments["id"] == "admin/dw" ? .operator : .organizationAdministrator))
            }
            #expect(said[2]["password"] == "***" && said[3] == said[2] && said[5]["clientSecret"] == "***" && said[6] == said[5])
            for text in said.map(\.description) + (try await fixture.state()) + [try await fixture.auditText()] {
                #expect(!text.contains("Swordfish"))
            }
            let eve = QualifiedName(organization: "acme", name: "eve")
            try await fixture.does("update_user", ["id": "acme/eve", "user": said[2]], as: .organizationAdministrator)
            #expect(try await fixture.domains.users.verifyPassword(eve, Secret("Swordfish-99")) != nil)
            try await fixture.does("update_provider", ["id": "acme/dw", "provider": said[5]], as: .organizationAdministrator)
            #expect(try await fixture.domains.providers.login("dw", of: fixture.people.acme.id, type: "PostgreSQL").secret.text == "Swordfish-99")
            #expect(try await fixture.does("get_user", ["id": "acme/eve"], as: .organizationAdministrator)["properties"] == ["a": "b"])
        }
    }

    @Test("E06 an id is owner and name with one slash, as they are written", arguments: StoreEngine.allCases)
    func ids(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            for id in [
                "acme", "acme/rita/", "acme//rita", "/acme/rita", "acme/rita/x", "acme/", "/rita", "ac me/rita", "acme%2Frita", "acme/../acme", "",
            ] {
                let reply = try await fixture.call("get_user", ["id": .string(id), "owner": "acme"], as: .organizationAdministrator)
                #expect(reply.code == "invalid_argument", "\(id): \(reply)")
            }
            for id in ["Acme/rita", "acme/Rita", "acme/RITA", "admin/rita"] {
                #expect(try await fixture.call("get_user", ["id": .string(id)], as: .operator).code == "not_found", "\(id)")
            }
            for id in ["acme/r\u{0131}ta", "acme/ｒita", "acme/rita\u{200B}", "acme/rita "] {
                #expect(try await fixture.call("get_user", ["id": .string(id)], as: .operator).code == "invalid_argument", "\(id)")
            }
            for id in ["admin/acme", "acme/acme"] {
                #expect(try await fixture.does("get_organization", ["id": .string(id)], as: .operator)["name"] == "acme")
            }
            try await fixture.refuses(.notFound, "get_organization", ["id": "rival/acme"], as: .operator)
            try await fixture.refuses(.forbidden, "update_user", ["id": "acme/rita", "user": ["owner": "rival"]], as: .operator)
            try await fixture.refuses(.invalidArgument, "update_user", ["id": "acme/rita", "user": ["name": "eva"]], as: .operator)
            try await fixture.refuses(.invalidArgument, "get_user", [:], as: .operator)
        }
    }

    @Test("E09 a quota refuses with its own message, and counts existing objects")
    func quota() async throws {
        try await ToolFixture.with(.init(quotas: Quotas(user: 8, organization: 3, provider: 0))) { fixture in
            let tries: [(String, JSONObject)] = [
                ("user", ["owner": "acme", "name": "ninth"]), ("organization", ["owner": "admin", "name": "fourth"]),
                ("provider", ["owner": "acme", "name": "first"]),
            ]
            for (kind, object) in tries {
                let before = try await fixture.fingerprint()
                let answer = try await Self.wire("add_\(kind)", [kind: .object(object)], .operator, fixture)
                #expect(answer.isError && answer.text == "\(kind) quota is exceeded" && answer.structured["error"]?["code"] == "limited")
                #expect(try await fixture.fingerprint() == before)
            }
            try await fixture.does("delete_user", ["user": ["owner": "acme", "name": "zoe"]], as: .operator)
            try await fixture.does("add_user", ["user": ["owner": "acme", "name": "ninth"]], as: .operator)
        }
    }
}
