import Access
import GatehouseTesting
import Identity
import JSON
import SQL
import Store
import Testing
import Tools

@testable import MCP

@Suite("Pages of lists")
struct ListPageTests {
    /// Many applications of `acme`, of more than a kilobyte each.
    private static func applications(_ count: Int, in fixture: ToolFixture) async throws -> Set<String> {
        var names: Set<String> = []
        let bound = CredentialBound.terminal(fixture.people.builtIn.id, scopes: Set(ScopeSet.all.names))
        for number in 0..<count {
            var change = ApplicationChange()
            change.description = .set(String(repeating: "x", count: 900))
            let made = try await fixture.domains.applications.add(fixture.people.acme.id, try Name(parsing: "many-\(number)"), change, bound: bound)
            names.insert(made.application.name.text)
        }
        return names
    }

    private static func names(_ values: JSONValue?) -> [String] {
        (values?.array ?? []).compactMap { $0["name"]?.string }.filter { $0.hasPrefix("many-") }
    }

    @Test("Four hundred applications are on pages that fit, each on one page, and every form reports truncation and continuation")
    func applications() async throws {
        try await ToolFixture.with { fixture in
            let all = try await Self.applications(400, in: fixture)
            var found: [String] = []
            var arguments: JSONObject = ["owner": "acme"]
            while true {
                let principal = try await fixture.principal(.organizationAdministrator)
                let result = try await fixture.tools.callTool("get_applications", arguments: arguments, for: principal, context: CallContext())
                let page = try JSONValue(parsing: try #require(result.structuredContent).bytes)
                found += Self.names(page["data"])
                let texts = result.content.compactMap { if case .text(let text) = $0.kind { text } else { nil } }
                #expect(try JSONValue(parsing: texts[0]) == page["data"])
                #expect(texts[0].utf8.count <= 262_144 + 2)
                guard let next = page["nextCursor"]?.string else {
                    #expect(texts.count == 1)
                    break
                }
                #expect(texts.count == 2 && texts[1].contains(next) && texts[1].contains("of \(page["total"]?.int ?? 0)"))
                arguments["cursor"] = .string(next)
            }
            #expect(found.count == 400 && Set(found) == all)
            // Numbered pages are complete, so that none begins after a truncated one.
            var numbered: [String] = []
            for number in 1...2 {
                let page = try await fixture.does(
                    "get_applications", ["owner": "acme", "p": .number(JSONNumber(Int64(number))), "pageSize": 300], as: .organizationAdministrator)
                numbered += Self.names(page["data"])
            }
            #expect(numbered.count == 400 && Set(numbered) == all)
        }
    }

    @Test("A numbered page that does not fit is refused with how many do, and no page is cut in silence")
    func tooLarge() async throws {
        try await ToolFixture.with { fixture in
            let bound = CredentialBound.terminal(fixture.people.builtIn.id, scopes: Set(ScopeSet.all.names))
            for number in 0..<40 {
                var change = ApplicationChange()
                change.details = .set(["note": .string(String(repeating: "y", count: 30_000))])
                _ = try await fixture.domains.applications.add(fixture.people.acme.id, try Name(parsing: "many-\(number)"), change, bound: bound)
            }
            let large: JSONObject = ["owner": "acme", "p": 1, "pageSize": 40]
            try await fixture.refuses(.invalidArgument, "get_applications", large, as: .organizationAdministrator)
            var found: [String] = []
            for number in 1...4 {
                let arguments: JSONObject = ["owner": "acme", "p": .number(JSONNumber(Int64(number))), "pageSize": 15]
                found += Self.names(try await fixture.does("get_applications", arguments, as: .organizationAdministrator)["data"])
            }
            #expect(Set(found).count == 40 && found.count == 40)
        }
    }

    /// The listing tools, the names of their lists, the members that identify elements, and the callers.
    static let lists: [(tool: String, list: String, id: String, arguments: JSONObject, caller: CallerKind)] = [
        ("api_keys_list", "data", "id", [:], .organizationAdministrator), ("workspaces_list", "data", "id", [:], .organizationAdministrator),
        ("access_rules_list", "data", "id", [:], .workspaceAdministrator), ("data_sources_list", "data", "key", [:], .workspaceAdministrator),
        ("data_sources_tables", "data", "name", ["name": "main"], .workspaceAdministrator),
        ("get_users", "data", "name", ["owner": "acme"], .organizationAdministrator),
    ]

    @Test("Every list of a management tool has one form: data, total where it is counted, truncated, nextCursor")
    func form() async throws {
        try await ToolFixture.with { fixture in
            for call in Self.calls(fixture.definitions) {
                let list = try await fixture.does(call.tool, call.arguments, as: call.caller)
                let keys = Set(list.object?.keys ?? [])
                #expect(list["data"]?.array != nil && list["truncated"]?.bool != nil && list["nextCursor"] != nil, "\(call.tool): \(keys)")
                #expect(keys.isSubset(of: ["data", "total", "truncated", "nextCursor", "dialect", "meta"]), "\(call.tool): \(keys)")
            }
        }
    }

    /// A call of each tool that lists, by who may.
    private static func calls(_ tools: [ToolDefinition]) -> [(tool: String, arguments: JSONObject, caller: CallerKind)] {
        tools.filter { $0.properties["cursor"] != nil && !["crud", "run_sql"].contains($0.name) }.map { tool in
            let caller: CallerKind =
                switch tool.permit.audience {
                case .members, .membersAndAdministrators, .workspaceAdministrators: .workspaceAdministrator
                case _ where ["audit_list", "get_organizations"].contains(tool.name): .operator
                default: .organizationAdministrator
                }
            let owner: JSONValue = tool.name == "get_organizations" ? "admin" : "acme"
            return (tool.name, tool.required == ["owner"] ? ["owner": owner] : [:], caller)
        }
    }

    @Test("Each list is given in pages of two, each element on one page, as it is given at once", arguments: StoreEngine.allCases)
    func pages(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            for collection in ["orders", "customers", "secrets"] {
                let rule: JSONObject = ["role": "temp", "resource": .string(collection), "actions": ["view"]]
                _ = try await fixture.does("access_rules_set", rule, as: .workspaceAdministrator)
            }
            for (tool, list, id, arguments, caller) in Self.lists {
                let whole = try await fixture.does(tool, arguments, as: caller)
                let expected = (whole[list]?.array ?? []).map { $0[id] }
                #expect(expected.count > 1 || tool == "data_sources_list", "\(tool) has \(expected.count)")
                #expect(whole["total"]?.int == Int64(expected.count) && whole["nextCursor"] == .null, "\(tool)")
                var found: [JSONValue?] = []
                var asked = arguments
                asked["pageSize"] = 2
                repeat {
                    let page = try await fixture.does(tool, asked, as: caller)
                    let items = page[list]?.array ?? []
                    #expect(items.count <= 2 && page["total"]?.int == Int64(expected.count), "\(tool)")
                    found += items.map { $0[id] }
                    asked["cursor"] = page["nextCursor"]
                } while asked["cursor"]?.string != nil
                #expect(found == expected, "\(tool)")
            }
        }
    }

    @Test("The audit log is given in pages: each call on one, also when others come between")
    func audit() async throws {
        try await ToolFixture.with { fixture in
            for _ in 0..<7 { _ = try await fixture.does("whoami", as: .reader) }
            let whole = try await fixture.does("audit_list", ["tool": "whoami"], as: .operator)["data"]?.array ?? []
            #expect(whole.count == 7)
            var found: [JSONValue] = []
            var asked: JSONObject = ["tool": "whoami", "limit": 3]
            repeat {
                let page = try await fixture.does("audit_list", asked, as: .operator)
                found += page["data"]?.array ?? []
                asked["cursor"] = page["nextCursor"]
                _ = try await fixture.does("whoami", as: .reader)
            } while asked["cursor"]?.string != nil
            #expect(found.map { $0["id"] } == whole.map { $0["id"] })
        }
    }

    @Test("A cursor counts for its own list and caller alone")
    func foreignCursors() async throws {
        try await ToolFixture.with { fixture in
            let page = try await fixture.does("get_users", ["owner": "acme", "pageSize": 2], as: .organizationAdministrator)
            let cursor = try #require(page["nextCursor"])
            for (tool, arguments, caller) in [
                ("api_keys_list", JSONObject(), CallerKind.organizationAdministrator), ("get_users", ["owner": ""], .organizationAdministrator),
                ("get_users", ["owner": "acme"], .operator), ("get_users", ["owner": "acme", "p": 2], .organizationAdministrator),
            ] {
                var arguments = arguments
                arguments["cursor"] = cursor
                try await fixture.refuses(.invalidArgument, tool, arguments, as: caller)
            }
        }
    }

    @Test("members_list tells who holds a role by membership, by the users of a role and by a nested role", arguments: StoreEngine.allCases)
    func holders(engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine)) { fixture in
            let boss = CallerKind.operator
            _ = try await fixture.does("add_role", ["role": ["owner": "acme", "name": "crew", "users": ["acme/zoe"]]], as: boss)
            _ = try await fixture.does("add_role", ["role": ["owner": "acme", "name": "company", "roles": ["acme/crew", "acme/clerk"]]], as: boss)
            let off: JSONValue = ["owner": "acme", "name": "off", "users": ["acme/zoe"], "isEnabled": false]
            _ = try await fixture.does("add_role", ["role": off], as: boss)
            let members = try await fixture.does("members_list", as: .workspaceAdministrator)["data"]?.array ?? []
            func rows(_ member: String) -> [String] {
                members.filter { $0["member"]?.string == member }.map { row in
                    [row["role"], row["by"], row["through"]].compactMap { $0?.string }.joined(separator: " ")
                }
            }
            #expect(rows("acme/zoe") == ["company nested crew", "crew role"])
            #expect(rows("acme/clara") == ["clerk membership", "company nested clerk"])
            #expect(rows("acme/rita") == ["reader membership"])
            var paged: [JSONValue] = []
            var asked: JSONObject = ["pageSize": 1]
            repeat {
                let page = try await fixture.does("members_list", asked, as: .workspaceAdministrator)
                paged += page["data"]?.array ?? []
                asked["cursor"] = page["nextCursor"]
            } while asked["cursor"]?.string != nil
            #expect(paged == members)
        }
    }
}
