import Access
import GatehouseTesting
import JSON
import SQL
import Testing
import Tools

@Suite("Long lists of tables")
struct TableListTests {
    private func names(_ page: JSONValue) -> [String] { page["data"]?.array?.compactMap { $0["name"]?.string } ?? [] }

    @Test(
        "Every table is on one page, even if others are created or dropped between pages; a page that does not fit is truncated and says so",
        arguments: ["collections_list", "data_sources_tables"])
    func pages(tool: String) async throws {
        try await ToolFixture.with(.init(hasSourceRoot: true)) { fixture in
            let path = fixture.directory.path + "/work.db"
            func run(_ statements: [String]) async throws {
                let database = try SQLiteDatabase(path: path)
                _ = try await database.write(.patient) { for each in statements { try $0.execute(Statement(verbatim: each)) } }
                await database.close()
                if statements.count < 10 { try await fixture.does("data_sources_refresh", ["name": "work"], as: .workspaceAdministrator) }
            }
            let all = (0..<1_200).map { "t" + String(10_000 + $0) + String(repeating: "x", count: 600) }
            try await run(all.map { "CREATE TABLE \($0) (id INTEGER PRIMARY KEY)" })
            try await fixture.does("data_sources_add", ["name": "work", "url": .string("sqlite://\(path)")], as: .workspaceAdministrator)
            let source: JSONObject = tool == "collections_list" ? ["dataSource": "work"] : ["name": "work"]

            var seen: [String] = []
            var cursor: JSONValue = .null
            var pages = 0
            repeat {
                var arguments = source
                arguments["pageSize"] = 500
                if cursor.string != nil { arguments["cursor"] = cursor }
                let page = try await fixture.does(tool, arguments, as: .workspaceAdministrator)
                seen += names(page)
                cursor = page["nextCursor"] ?? .null
                #expect(page["truncated"]?.bool == (cursor.string != nil) && page.description.utf8.count <= 300_000)
                pages += 1
                if pages == 1 {
                    #expect(names(page).count < 500, "the page is cut by its length")
                    // One of the returned tables is dropped, and another is created before all others.
                    try await run(["DROP TABLE \(all[3])", "CREATE TABLE a (id INTEGER PRIMARY KEY)"])
                }
            } while cursor.string != nil && pages < 100
            #expect(seen.count == all.count && seen == all, "\(seen.count)")
            let wrong = source.merging(["cursor": "x"])
            try await fixture.refuses(.invalidArgument, tool, wrong, as: .workspaceAdministrator)
        }
    }

    @Test("Numbered pages of collections have a count and the number of pages; one that does not fit is refused with a size that does")
    func numbered() async throws {
        try await ToolFixture.with(.init()) { fixture in
            let first = try await fixture.does("collections_list", ["page": 1, "pageSize": 2], as: .workspaceAdministrator)
            let second = try await fixture.does("collections_list", ["page": 2, "pageSize": 2], as: .workspaceAdministrator)
            #expect(names(first).count == 2 && Set(names(first)).isDisjoint(with: names(second)))
            #expect(second["meta"]?["page"]?.int == 2 && second["meta"]?["count"] == first["meta"]?["count"])
            try await fixture.refuses(.invalidArgument, "collections_list", ["page": 2, "cursor": "x"], as: .workspaceAdministrator)
        }
    }
}

extension JSONObject {
    fileprivate func merging(_ more: JSONObject) -> JSONObject { JSONObject(map { ($0.key, $0.value) } + more.map { ($0.key, $0.value) }) }
}
