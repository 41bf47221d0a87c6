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

@Suite("Histories of rows")
struct HistoryTests {
    private static let admin = CallerKind.workspaceAdministrator

    /// Sheets with a pay and a password, whose history is recorded. Clerks see the open ones, without the pay and with a masked note.
    private static func withSheets(_ dialect: Dialect, _ body: (ToolFixture) async throws -> Void) async throws {
        let script = dialect == .sqlite ? ["CREATE TABLE known (id INTEGER PRIMARY KEY)"] : ["CREATE TABLE known (id BIGINT PRIMARY KEY)"]
        try await ToolFixture.withSource("shop", dialect, script) { fixture, _ in
            try await fixture.does("data_sources_update", ["name": "shop", "allowSchemaChanges": true], as: admin)
            let fields: JSONValue = [
                ["name": "subject", "type": "string"], ["name": "state", "type": "string"], ["name": "pay", "type": "integer"],
                ["name": "note", "type": "text"], ["name": "secret", "type": "password"],
            ]
            let order: JSONObject = ["dataSource": "shop", "name": "sheets", "fields": fields, "history": true]
            let made = try await fixture.does("collections_apply", order, as: admin)["data"]
            #expect(made?["ddl"]?.array?.contains { $0.string?.contains("gh_history") == true } == true)
            let again = try await fixture.does("collections_apply", order, as: admin)["data"]
            #expect(again?["changed"]?.bool == false && again?["ddl"]?.count == 0, "\(again ?? .null)")
            try await fixture.does(
                "access_rules_set",
                [
                    "role": "clerk", "dataSource": "shop", "resource": "sheets", "actions": ["view", "update"], "hide": ["pay"], "mask": ["note"],
                    "filter": ["state": "open"],
                ], as: admin)
            try await body(fixture)
        }
    }

    private static func crud(_ fixture: ToolFixture, _ action: JSONValue, _ more: JSONObject, as kind: CallerKind = admin) async throws -> JSONValue {
        var arguments: JSONObject = ["dataSource": "shop", "resource": "sheets", "action": action]
        for (key, value) in more { arguments[key] = value }
        return try await fixture.does("crud", arguments, as: kind)["data"] ?? .null
    }

    @Test("who changed a row, when, and how it was before, the newest first; passwords never", arguments: Dialect.allCases)
    func entries(dialect: Dialect) async throws {
        try await Self.withSheets(dialect) { fixture in
            _ = try await Self.crud(
                fixture, "create", ["values": [["subject": "a", "state": "open", "pay": 1, "secret": "swordfish"], ["subject": "b"]]])
            _ = try await Self.crud(fixture, "update", ["filterByTk": 1, "values": ["subject": "c", "pay": 2, "secret": "swordfish2"]])
            _ = try await Self.crud(fixture, "update", ["filterByTk": 1, "values": ["subject": "c"]])
            _ = try await Self.crud(fixture, "destroy", ["filterByTk": 1])
            let all = try await Self.crud(fixture, "history", ["filterByTk": 1])
            #expect(all.array?.compactMap { $0["action"]?.string } == ["destroy", "update", "create"], "\(all)")
            #expect(all[0]?["before"]?["subject"]?.string == "c" && all[0]?["after"] == .null)
            #expect(all[1]?["before"] == ["subject": "a", "pay": 1] && all[1]?["after"] == ["subject": "c", "pay": 2], "\(all)")
            #expect(all[2]?["before"] == .null && all[2]?["after"]?["pay"]?.int == 1)
            #expect(all[1]?["user"]?.string == "acme/ann" && all[1]?["userId"]?.int == fixture.people.users["acme/ann"]?.id.rawValue)
            #expect(all[1]?["at"]?.string?.hasSuffix("Z") == true)
            #expect(!"\(all)".contains("argon2") && !"\(all)".contains("secret"), "\(all)")
            let other = try await Self.crud(fixture, "history", ["filterByTk": 2])
            #expect(other.count == 1 && other[0]?["after"]?["subject"]?.string == "b")
            let page = try await fixture.does(
                "crud", ["dataSource": "shop", "resource": "sheets", "action": "history", "filterByTk": 1, "page": 2, "pageSize": 2], as: Self.admin)
            #expect(page["data"]?.array?.compactMap { $0["action"]?.string } == ["create"] && page["meta"]?["hasNext"]?.bool == false, "\(page)")
        }
    }

    @Test("a page that cannot contain all its entries says so, and its cursor continues with the next entry", arguments: Dialect.allCases)
    func largeEntries(dialect: Dialect) async throws {
        try await Self.withSheets(dialect) { house in
            _ = try await Self.crud(house, "create", ["values": [["subject": "a", "state": "open"], ["subject": "b", "state": "open"]]])
            for number in 1...9 {
                let note = String(repeating: "\(number)", count: 40_000)
                _ = try await Self.crud(house, "update", ["filterByTk": 1, "values": ["note": .string(note), "subject": .string("s\(number)")]])
            }
            var call: JSONObject = ["dataSource": "shop", "resource": "sheets", "action": "history", "filterByTk": 1]
            var (seen, pages) = ([String](), 0)
            repeat {
                let page = try await house.does("crud", call, as: Self.admin)
                seen += page["data"]?.array?.compactMap { $0["after"]?["subject"]?.string } ?? []
                pages += 1
                let cursor = page["meta"]?["nextCursor"]
                #expect((page["meta"]?["truncated"]?.bool == true) == (cursor != nil), "\(page["meta"] ?? .null)")
                call["cursor"] = cursor
            } while call["cursor"] != nil && pages < 20
            #expect(seen == (1...9).reversed().map { "s\($0)" } + ["a"], "\(seen)")
            #expect(pages > 1)
            let first = try await house.does("crud", call, as: Self.admin)
            call["cursor"] = first["meta"]?["nextCursor"] ?? .null
            call["page"] = 2
            try await house.refuses(.invalidArgument, "crud", call, as: Self.admin)
            call["page"] = nil
            call["filterByTk"] = 2
            try await house.refuses(.invalidArgument, "crud", call, as: Self.admin)
        }
    }

    @Test("a history tells no more than the row: neither hidden nor masked fields, nor rows out of reach or destroyed", arguments: Dialect.allCases)
    func rights(dialect: Dialect) async throws {
        try await Self.withSheets(dialect) { fixture in
            let rows: JSONValue = [
                ["subject": "a", "state": "open", "pay": 1, "note": "n1"], ["subject": "b", "state": "done", "pay": 5, "note": "n2"],
                ["subject": "c", "state": "open"],
            ]
            _ = try await Self.crud(fixture, "create", ["values": rows])
            _ = try await Self.crud(fixture, "update", ["filterByTk": 1, "values": ["pay": 987_654]])
            _ = try await Self.crud(fixture, "update", ["filterByTk": 1, "values": ["subject": "x", "pay": 3, "note": "n3"]], as: Self.admin)
            _ = try await Self.crud(fixture, "destroy", ["filterByTk": 3])
            let seen = try await Self.crud(fixture, "history", ["filterByTk": 1], as: .clerk)
            #expect(seen.array?.compactMap { $0["action"]?.string } == ["update", "create"], "a change of hidden fields alone is none: \(seen)")
            #expect(seen[0]?["before"] == ["subject": "a"] && seen[0]?["after"] == ["subject": "x"], "\(seen)")
            // No page either tells that there was one.
            for page in [1, 2] as [JSONValue] {
                let call: JSONObject = [
                    "dataSource": "shop", "resource": "sheets", "action": "history", "filterByTk": 1, "page": page, "pageSize": 1,
                ]
                let one = try await fixture.does("crud", call, as: .clerk)
                #expect(one["data"]?.count == 1 && one["meta"]?["hasNext"]?.bool == (page == 1), "\(one)")
            }
            for word in ["pay", "987654", "note", "n1", "n3"] {
                #expect(!"\(seen)".contains("\"\(word)\"") && !"\(seen)".contains("987654"), "\(seen)")
            }
            for key in [2, 3, 99] as [JSONValue] { #expect(try await Self.crud(fixture, "history", ["filterByTk": key], as: .clerk).count == 0) }
            #expect(try await Self.crud(fixture, "history", ["filterByTk": 3]).count == 2)
            let call: JSONObject = ["dataSource": "shop", "resource": "sheets", "action": "history", "filterByTk": 1]
            for (kind, code) in [(CallerKind.temp, Refusal.Code.notFound), (.outsider, .forbidden), (.foreigner, .notFound)] {
                try await fixture.refuses(code, "crud", call, as: kind)
            }
            try await fixture.refuses(.notFound, "crud", call, as: .foreigner, at: "rival")
            for name in ["gh_history", "GH_HISTORY"] {
                try await fixture.refuses(
                    .notFound, "crud", ["dataSource": "shop", "resource": .string(name), "action": "list"], as: Self.admin)
                let reply = try await fixture.call(
                    "run_sql", ["dataSource": "shop", "sql": .string("SELECT * FROM \(name)")], as: Self.admin)
                #expect(reply.code != "ok", "\(reply)")
            }
            let listed = try await fixture.does("collections_list", ["dataSource": "shop"], as: Self.admin)
            #expect(!"\(listed)".contains("gh_history"))
            try await fixture.refuses(
                .invalidArgument, "crud", ["dataSource": "shop", "resource": "known", "action": "history", "filterByTk": 1], as: Self.admin)
        }
    }

    @Test("C49 nobody can change the server's own tables, by any name or relation", arguments: Dialect.allCases)
    func kept(dialect: Dialect) async throws {
        try await Self.withSheets(dialect) { fixture in
            _ = try await Self.crud(fixture, "create", ["values": ["subject": "a"]])
            for table in ["gh_history", "GH_HISTORY", "_gatehouse_changes"] as [JSONValue] {
                let relation: JSONObject = ["collectionName": "sheets", "name": "them", "type": "hasMany", "target": table, "foreignKey": "id"]
                let joined: JSONObject = [
                    "collectionName": "sheets", "name": "them", "type": "belongsToMany", "target": "known", "through": table, "foreignKey": "id",
                    "otherKey": "userId",
                ]
                for (tool, order) in [
                    ("collections_apply", ["name": table, "title": "mine"]),
                    ("collections_apply", ["name": table, "fields": [["name": "extra", "type": "string"]]]),
                    ("fields_apply", ["collectionName": table, "name": "extra", "type": "string"]),
                    ("fields_destroy", ["collectionName": table, "filterByTk": "after", "confirm": true]),
                    ("collections_destroy", ["filterByTk": table, "confirm": true]), ("fields_apply", relation), ("fields_apply", joined),
                ] as [(String, JSONObject)] {
                    var order = order
                    order["dataSource"] = "shop"
                    let reply = try await fixture.call(tool, order, as: Self.admin)
                    #expect(["not_found", "invalid_argument"].contains(reply.code), "\(tool) \(order): \(reply)")
                }
            }
            #expect(try await Self.crud(fixture, "history", ["filterByTk": 1]).count == 1)
        }
    }

    @Test("a row under a key that another had before shows nothing of that one", arguments: Dialect.allCases)
    func reused(dialect: Dialect) async throws {
        try await Self.withSheets(dialect) { fixture in
            for (state, subject) in [("done", "theirs"), ("open", "mine")] as [(JSONValue, JSONValue)] {
                _ = try await Self.crud(fixture, "create", ["values": ["id": 7, "state": state, "subject": subject]])
                _ = try await Self.crud(fixture, "update", ["filterByTk": 7, "values": ["note": "n"]])
                if state == "done" { _ = try await Self.crud(fixture, "destroy", ["filterByTk": 7]) }
            }
            let seen = try await Self.crud(fixture, "history", ["filterByTk": 7], as: .clerk)
            #expect(seen.count == 1 && seen[0]?["after"]?["subject"] == "mine" && !"\(seen)".contains("theirs"), "\(seen)")
            #expect(try await Self.crud(fixture, "history", ["filterByTk": 7]).count == 5)
        }
    }

    @Test("C51 the history omits times at which the rule hid the row, and times for which that is unknown", arguments: Dialect.allCases)
    func hiddenTimes(dialect: Dialect) async throws {
        try await Self.withSheets(dialect) { fixture in
            _ = try await Self.crud(fixture, "create", ["values": ["subject": "first", "state": "open"]])
            for values in [["subject": "kept", "state": "done"], ["subject": "secret"]] as [JSONValue] {
                _ = try await Self.crud(fixture, "update", ["filterByTk": 1, "values": values])
            }
            #expect(try await Self.crud(fixture, "history", ["filterByTk": 1], as: .clerk).count == 0)
            for values in [["subject": "free", "state": "open"], ["subject": "last"]] as [JSONValue] {
                _ = try await Self.crud(fixture, "update", ["filterByTk": 1, "values": values])
            }
            let seen = try await Self.crud(fixture, "history", ["filterByTk": 1], as: .clerk)
            #expect(
                seen.array?.map { $0["after"] } == [["subject": "last"], ["subject": "free", "state": "open"]]
                    && seen[0]?["before"] == ["subject": "free"] && seen[1]?["before"] == .null, "\(seen)")
            for word in ["secret", "kept", "first", "done"] { #expect(!"\(seen)".contains(word), "\(seen)") }
            let page = try await fixture.does(
                "crud", ["dataSource": "shop", "resource": "sheets", "action": "history", "filterByTk": 1, "pageSize": 2], as: .clerk)
            #expect(page["data"]?.count == 2 && page["meta"]?["hasNext"]?.bool == false, "\(page)")
            #expect(try await Self.crud(fixture, "history", ["filterByTk": 1]).count == 5)
            // A change that is in no entry: another program's.
            let shop = try await fixture.domains.sources.open("shop", in: fixture.people.office.id)
            try await shop.database.write(.patient) { try $0.execute("UPDATE sheets SET state = 'done' WHERE id = 1") }
            _ = try await Self.crud(fixture, "update", ["filterByTk": 1, "values": ["state": "open", "subject": "now"]])
            let after = try await Self.crud(fixture, "history", ["filterByTk": 1], as: .clerk)
            #expect(after.count == 1 && after[0]?["before"] == .null && after[0]?["after"]?["subject"] == "now", "\(after)")
        }
    }

    @Test("a refused change leaves no entry; a new collection with the same name has an empty history", arguments: Dialect.allCases)
    func end(dialect: Dialect) async throws {
        try await Self.withSheets(dialect) { fixture in
            _ = try await Self.crud(fixture, "create", ["values": ["subject": "a", "state": "open"]])
            let leaving: JSONObject = [
                "dataSource": "shop", "resource": "sheets", "action": "update", "filterByTk": 1, "values": ["state": "done"],
            ]
            try await fixture.refuses(.forbidden, "crud", leaving, as: .clerk)
            #expect(try await Self.crud(fixture, "history", ["filterByTk": 1]).count == 1)
            try await fixture.does("collections_destroy", ["dataSource": "shop", "filterByTk": "sheets", "confirm": true], as: Self.admin)
            let order: JSONObject = ["dataSource": "shop", "name": "sheets", "fields": [["name": "subject", "type": "string"]], "history": true]
            try await fixture.does("collections_apply", order, as: Self.admin)
            #expect(try await Self.crud(fixture, "history", ["filterByTk": 1]).count == 0)
            try await fixture.does("collections_apply", ["dataSource": "shop", "name": "sheets", "history": false], as: Self.admin)
            try await fixture.refuses(
                .invalidArgument, "crud", ["dataSource": "shop", "resource": "sheets", "action": "history", "filterByTk": 1], as: Self.admin)
        }
    }
}
