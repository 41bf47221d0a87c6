import Access
import GatehouseTesting
import Identity
import JSON
import Testing
import Tools

@Suite("Lists whose elements come and go between pages")
struct ChangingListTests {
    /// A list with a way to add an element of a name, and one to remove it.
    struct Kind: Sendable, CustomTestStringConvertible {
        let tool: String
        /// The member of an element that tells it apart.
        var name = "name"
        /// Before a name in that member.
        var prefix = ""
        var arguments: JSONObject = [:]
        var caller = CallerKind.organizationAdministrator
        let add: @Sendable (ToolFixture, String) async throws -> Void
        let remove: @Sendable (ToolFixture, String) async throws -> Void

        var testDescription: String { "\(tool) \(arguments["sortField"]?.string ?? "")" }

        /// One of the kinds that are kept by `add_…` and `delete_…`.
        static func objects(
            _ one: String, owner: String = "acme", as caller: CallerKind = .organizationAdministrator, _ more: JSONObject = [:],
            sortedBy order: JSONObject = [:]
        ) -> Kind {
            let arguments = JSONObject([("owner", JSONValue.string(owner))] + order.map { ($0.key, $0.value) })
            return Kind(
                tool: "get_\(one)s", arguments: arguments, caller: caller,
                add: { fixture, name in
                    let named: JSONObject = ["owner": .string(owner), "name": .string(name)]
                    try await fixture.does(
                        "add_\(one)", [one: .object(JSONObject(named.map { ($0.key, $0.value) } + more.map { ($0.key, $0.value) }))], as: caller)
                },
                remove: { fixture, name in
                    try await fixture.does("delete_\(one)", [one: ["owner": .string(owner), "name": .string(name)]], as: caller)
                })
        }
    }

    static let kinds: [Kind] = [
        .objects("user"), .objects("user", sortedBy: ["sortField": "name", "sortOrder": "ascend"]),
        .objects("user", sortedBy: ["sortField": "email", "sortOrder": "descend"]), .objects("role"), .objects("application"),
        .objects("organization", owner: "admin", as: .operator), .objects("permission", ["resourceType": "API"]),
        .objects("permission", ["resourceType": "API"], sortedBy: ["sortField": "expireTime"]),
        .objects("provider"),
        Kind(
            tool: "workspaces_list",
            add: { fixture, name in try await fixture.does("workspaces_add", ["name": .string(name)], as: .organizationAdministrator) },
            remove: { fixture, name in try await fixture.does("workspaces_remove", ["name": .string(name)], as: .organizationAdministrator) }),
        Kind(
            tool: "data_sources_list", name: "key", caller: .workspaceAdministrator,
            add: { fixture, name in
                let url = "sqlite://\(fixture.path(ofMain: fixture.people.abroad.id))"
                try await fixture.does("data_sources_add", ["name": .string(name), "url": .string(url)], as: .workspaceAdministrator)
            },
            remove: { fixture, name in try await fixture.does("data_sources_remove", ["name": .string(name)], as: .workspaceAdministrator) }),
        Kind(
            tool: "access_rules_list", name: "role", caller: .workspaceAdministrator,
            add: { fixture, name in
                try await fixture.does("add_role", ["role": ["owner": "acme", "name": .string(name)]], as: .operator)
                let rule: JSONObject = ["role": .string(name), "resource": "orders", "actions": ["view"]]
                try await fixture.does("access_rules_set", rule, as: .workspaceAdministrator)
            },
            remove: { fixture, name in
                let rules = try await fixture.does("access_rules_list", ["role": .string(name)], as: .workspaceAdministrator)["data"]?.array ?? []
                try await fixture.does("access_rules_remove", ["id": try #require(rules.first?["id"])], as: .workspaceAdministrator)
            }),
        Kind(
            tool: "members_list", name: "member", prefix: "acme/", caller: .workspaceAdministrator,
            add: { fixture, name in
                try await fixture.does("add_user", ["user": ["owner": "acme", "name": .string(name)]], as: .organizationAdministrator)
                let member: JSONObject = ["member": .string("acme/\(name)"), "role": "reader"]
                try await fixture.does("members_add", member, as: .workspaceAdministrator)
            },
            remove: { fixture, name in try await fixture.does("members_remove", ["member": .string("acme/\(name)")], as: .workspaceAdministrator) }),
    ]

    @Test(
        "Each element that stays is on one page, whatever is removed and added between the pages", arguments: kinds, StoreEngine.allCases)
    func pages(kind: Kind, engine: StoreEngine) async throws {
        try await ToolFixture.with(.init(engine: engine, hasSourceRoot: true)) { fixture in
            for number in 1...7 { try await kind.add(fixture, "m-\(number)") }
            func names(_ page: JSONValue) -> [String] { (page["data"]?.array ?? []).compactMap { $0[kind.name]?.string } }
            let before = names(try await fixture.does(kind.tool, kind.arguments, as: kind.caller))
            var (seen, arguments, number) = ([String](), kind.arguments, 0)
            arguments["pageSize"] = 2
            repeat {
                let page = try await fixture.does(kind.tool, arguments, as: kind.caller)
                arguments["cursor"] = page["nextCursor"]
                seen += names(page)
                guard number < 4 else { continue }
                number += 1
                // One of the returned elements is removed, which moves all others up by one; another is added before or after.
                if let gone = names(page).first(where: { $0.hasPrefix("\(kind.prefix)m-") }) {
                    try await kind.remove(fixture, String(gone.dropFirst(kind.prefix.count)))
                }
                if number == 2 { try await kind.add(fixture, "a-new") }
            } while arguments["cursor"]?.string != nil && seen.count < 100
            #expect(seen.filter { !$0.hasSuffix("a-new") } == before)
        }
    }

    @Test("Numbered pages are counted again each time, for programs without cursors, and also return a cursor")
    func numbered() async throws {
        try await ToolFixture.with { fixture in
            let kind = Kind.objects("user")
            for number in 1...6 { try await kind.add(fixture, "m-\(number)") }
            func page(_ name: String, _ value: JSONValue) async throws -> JSONValue {
                try await fixture.does("get_users", ["owner": "acme", "pageSize": 2, name: value], as: kind.caller)
            }
            let second = try await page("p", 2)
            #expect(second["data"]?.array?.compactMap { $0["name"]?.string } == ["m-4", "m-3"])
            try await kind.remove(fixture, "m-6")
            let again = try await page("p", 2)
            #expect(again["data"]?.array?.compactMap { $0["name"]?.string } == ["m-3", "m-2"])
            #expect((again["total"]?.int ?? 0) + 1 == second["total"]?.int)
            let next = try await page("cursor", try #require(second["nextCursor"]))
            #expect(next["data"]?.array?.compactMap { $0["name"]?.string } == ["m-2", "m-1"])
        }
    }
}
