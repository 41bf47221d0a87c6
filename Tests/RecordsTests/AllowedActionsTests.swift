import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import Testing

@Suite("Which rows of an answer may be changed")
struct AllowedActionsTests {
    @Test("each key stands under the actions that the caller's rules give on its row, and no other key does", arguments: Engine.allCases)
    func keys(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine, RecordsFixture.blog(engine)) { fixture in
            func own(_ value: Int64) -> Filter { .compare(FieldPath(field: "owner"), .equal(.value(.int(value)))) }
            let rules = [
                RecordsFixture.rule("posts", [.view], filter: .compare(FieldPath(field: "id"), .less(.value(.int(4))))),
                RecordsFixture.rule("posts", [.update], filter: own(7)), RecordsFixture.rule("posts", [.destroy], filter: own(8)),
            ]
            let call = try fixture.call("posts", as: ["clerk"], rules: rules)
            var list = ListRequest()
            (list.tellsActions, list.fields, list.sort) = (true, ["title"], ["-id"])
            let listed = try JSONValue(parsing: try await fixture.records.list(list, call).json.bytes)
            #expect(listed["data"]?[0] == ["title": "three"])
            #expect(listed["meta"]?["allowedActions"] == ["view": [3, 2, 1], "update": [2, 1], "destroy": [3]], "\(listed)")
            list.pageSize = 1
            let page = try JSONValue(parsing: try await fixture.records.list(list, call).json.bytes)
            #expect(page["meta"]?["allowedActions"] == ["view": [3], "update": [], "destroy": [3]] && page["meta"]?["count"] == 3)
            var get = GetRequest(key: 2)
            get.tellsActions = true
            let got = try JSONValue(parsing: try await fixture.records.get(get, call).json.bytes)
            #expect(got["meta"]?["allowedActions"] == ["view": [2], "update": [2], "destroy": []])
            get.key = 4
            let none = try JSONValue(parsing: try await fixture.records.get(get, call).json.bytes)
            #expect(none["data"] == .null && none["meta"]?["allowedActions"] == ["view": [], "update": [], "destroy": []], "\(none)")
            let masked = try fixture.call("posts", as: ["clerk"], rules: [RecordsFixture.rule("posts", [.view], masked: ["id"])])
            list.sort = []
            let hidden = try JSONValue(parsing: try await fixture.records.list(list, masked).json.bytes)
            #expect(hidden["meta"]?["allowedActions"] == nil, "\(hidden)")
        }
    }
}
