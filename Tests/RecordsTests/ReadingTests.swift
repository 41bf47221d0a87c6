import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import SQLSyntax
import Testing

@Suite("Rows read")
struct ReadingTests {
    private func list(_ fixture: RecordsFixture, _ name: String, _ change: (inout ListRequest) -> Void = { _ in }) async throws -> String {
        var request = ListRequest()
        change(&request)
        return try await fixture.records.list(request, fixture.call(name)).json.description
    }

    @Test("a list has data, count, page, pageSize and totalPage", arguments: Engine.allCases)
    func page(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let all = try await list(fixture, "regions")
            #expect(all == #"{"data":[{"id":1,"name":"North"},{"id":2,"name":"South"}],"meta":{"count":2,"page":1,"pageSize":20,"totalPage":1}}"#)
            let second = try await list(fixture, "orders") { request in
                (request.fields, request.page, request.pageSize) = (["id"], 2, 3)
            }
            #expect(second == #"{"data":[{"id":4}],"meta":{"count":4,"page":2,"pageSize":3,"totalPage":2}}"#)
            let beyond = try await list(fixture, "orders") { $0.page = 9 }
            #expect(beyond == #"{"data":[],"meta":{"count":4,"page":9,"pageSize":20,"totalPage":1}}"#)
        }
    }

    @Test("without paging a list is bare rows", arguments: Engine.allCases)
    func bare(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let answer = try await list(fixture, "log") { $0.paginate = false }
            #expect(answer == #"{"data":[{"line":"one"},{"line":"two"}]}"#)
        }
    }

    @Test("fields and except choose fields, in the collection's order", arguments: Engine.allCases)
    func fields(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let chosen = try await list(fixture, "orders") { ($0.fields, $0.filter) = (["note", "id"], ["id": 1]) }
            #expect(chosen.hasPrefix(#"{"data":[{"id":1,"note":"first"}],"#))
            let rest = try await list(fixture, "regions") { ($0.except, $0.pageSize) = (["name"], 1) }
            #expect(rest.hasPrefix(#"{"data":[{"id":1}],"#))
        }
    }

    @Test("rows are sorted as asked, nulls last, then by key", arguments: Engine.allCases)
    func sorting(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let cases: [([String], String)] = [
                ([], "1,2,3,4"), (["-quantity"], "2,3,1,4"), (["note"], "1,4,3,2"), (["-note"], "3,4,1,2"), (["paid", "-id"], "3,2,4,1"),
                (["-customer.name"], "4,3,1,2"), (["customer.tier", "-id"], "2,1,3,4"), (["-id"], "4,3,2,1"),
            ]
            for (sort, expected) in cases {
                let answer = try await list(fixture, "orders") { ($0.sort, $0.fields, $0.paginate) = (sort, ["id"], false) }
                let ids = try JSONValue(parsing: answer)["data"]?.array?.compactMap { $0["id"]?.description }.joined(separator: ",")
                #expect(ids == expected, "\(sort)")
            }
        }
    }

    @Test("a filter works through relations", arguments: Engine.allCases)
    func filter(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let cases: [(JSONValue, String)] = [
                (["quantity": ["$gte": 3]], "[{\"id\":2},{\"id\":3}]"), (["customer.tier": "gold"], "[{\"id\":1},{\"id\":2}]"),
                (["customer": ["region": ["name": "South"]]], "[{\"id\":3}]"), (["$or": [["id": 1], ["note": "small"]]], "[{\"id\":1},{\"id\":4}]"),
                ([:], "[{\"id\":1},{\"id\":2},{\"id\":3},{\"id\":4}]"),
            ]
            for (filter, expected) in cases {
                let answer = try await list(fixture, "orders") { ($0.filter, $0.fields, $0.paginate) = (filter, ["id"], false) }
                #expect(answer == #"{"data":\#(expected)}"#, "\(filter)")
            }
        }
    }

    @Test("get gives one row, null, or an array for an array of keys", arguments: Engine.allCases)
    func get(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            func expect(_ name: String, _ key: JSONValue, _ answer: String) async throws {
                let found = try await fixture.records.get(GetRequest(key: key), fixture.call(name))
                #expect(found.json.description == answer)
            }
            try await expect("regions", 2, #"{"data":{"id":2,"name":"South"}}"#)
            try await expect("regions", "2", #"{"data":{"id":2,"name":"South"}}"#)
            try await expect("regions", 99, #"{"data":null}"#)
            try await expect("regions", [2, 1, 50], #"{"data":[{"id":1,"name":"North"},{"id":2,"name":"South"}]}"#)
            try await expect("stock", ["store": "a", "product": 2], #"{"data":{"store":"a","product":2,"amount":20}}"#)
            try await expect(
                "orders", 1,
                """
                {"data":{"id":1,"customer_id":1,"quantity":2,"paid":true,"due":"2026-07-03","note":"first","createdById":7,\
                "createdAt":"2026-06-01T08:00:00Z","updatedAt":"2026-06-01T08:00:00Z"}}
                """)
        }
    }

    @Test("appends bring related rows into each row, to one and to many", arguments: Engine.allCases)
    func appends(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            var request = ListRequest()
            (request.fields, request.appends, request.paginate, request.sort) = (["id"], ["region", "orders.quantity"], false, ["-id"])
            let answer = try await fixture.records.list(request, fixture.call("customers"))
            #expect(
                answer.json.description == """
                    {"data":[{"id":3,"region":null,"orders":[{"quantity":1}]},\
                    {"id":2,"region":{"id":2,"name":"South"},"orders":[{"quantity":3}]},\
                    {"id":1,"region":{"id":1,"name":"North"},"orders":[{"quantity":2},{"quantity":5}]}]}
                    """)
            var one = GetRequest(key: 3)
            one.fields = ["id", "customer.name"]
            let got = try await fixture.records.get(one, fixture.call("orders"))
            #expect(got.json.description == #"{"data":{"id":3,"customer":{"name":"Bo"}}}"#)
        }
    }

    @Test("views and tables without a key are listed; they cannot be addressed", arguments: Engine.allCases)
    func keyless(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let view = try await list(fixture, "big_orders") { ($0.sort, $0.paginate) = (["-quantity"], false) }
            #expect(view == #"{"data":[{"id":2,"quantity":5},{"id":3,"quantity":3}]}"#)
            for name in ["big_orders", "log"] {
                let refused = try await refusal { _ = try await fixture.records.get(GetRequest(key: 1), fixture.call(name)) }
                #expect(refused.code == .invalidArgument && refused.reason.contains("no primary key"))
            }
        }
    }

    @Test("a large table reports whether there is a next page, and does not count", arguments: Engine.allCases)
    func large(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let call = try fixture.call("orders").withEstimate(300_001)
            var request = ListRequest()
            (request.fields, request.pageSize) = (["id"], 3)
            let first = try await fixture.records.list(request, call)
            #expect(first.json.description == #"{"data":[{"id":1},{"id":2},{"id":3}],"meta":{"hasNext":true,"page":1,"pageSize":3}}"#)
            request.page = 2
            let last = try await fixture.records.list(request, call)
            #expect(last.json.description == #"{"data":[{"id":4}],"meta":{"hasNext":false,"page":2,"pageSize":3}}"#)
            request = ListRequest()
            (request.fields, request.pageSize) = (["id"], 4)
            let exact = try await fixture.records.list(request, call)
            #expect(exact.json.description.hasSuffix(#""meta":{"hasNext":false,"page":1,"pageSize":4}}"#))
        }
    }

    @Test("a result ends at its size limit, reports that, and the next one continues there", arguments: Engine.allCases)
    func bytes(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let text = String(repeating: "x", count: 7_000)
            for _ in 0..<2 {
                let values = JSONValue.array((0..<30).map { _ in ["words": .string(text)] })
                let created = try await fixture.records.create(CreateRequest(values: values), fixture.call("kinds"))
                #expect(created.changed == 30 && created.rows == 30)
            }
            var request = ListRequest()
            (request.fields, request.pageSize) = (["id", "words"], 50)
            let paged = try await fixture.records.list(request, fixture.call("kinds"))
            #expect(paged.rows == 37 && paged.json.bytes.count < 263_000)
            #expect(
                paged.json.description.hasSuffix(
                    #""meta":{"count":60,"page":1,"pageSize":50,"totalPage":2,"truncated":true,"nextCursor":"37"}}"#))
            request.offset = 37
            let rest = try await fixture.records.list(request, fixture.call("kinds"))
            #expect(rest.rows == 23 && !rest.json.description.contains("meta"))
            (request.offset, request.paginate) = (nil, false)
            let bare = try await fixture.records.list(request, fixture.call("kinds"))
            #expect(bare.json.description.hasSuffix(#"],"meta":{"truncated":true,"nextCursor":"37"}}"#))
        }
    }

    @Test("a list without pages continues beyond its thousand rows", arguments: Engine.allCases)
    func beyond(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            try await fixture.addOrders(1200)
            var request = ListRequest()
            (request.fields, request.paginate) = (["id"], false)
            let first = try await fixture.records.list(request, fixture.call("orders"))
            #expect(first.rows == 1000 && first.json.description.hasSuffix(#""meta":{"truncated":true,"nextCursor":"1000"}}"#))
            request.offset = 1000
            let rest = try await fixture.records.list(request, fixture.call("orders"))
            #expect(rest.rows == 204 && rest.json.description.hasPrefix(#"{"data":[{"id":1001}"#) && !rest.json.description.contains("meta"))
        }
    }

    @Test("C40 one long value spoils no list: it is cut, named, and got whole alone", arguments: Engine.allCases)
    func longValues(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let long = String(repeating: "é", count: 100_000)
            let answer = try await fixture.records.create(CreateRequest(values: ["words": .string(long)]), fixture.call("kinds"))
            #expect(try JSONValue(parsing: answer.json.bytes)["data"]?["words"]?.string == long)
            let longer = try await refusal {
                _ = try await fixture.records.create(CreateRequest(values: ["words": .string(long + long)]), fixture.call("kinds"))
            }
            #expect(longer.code == .invalidArgument && longer.reason == "values.words: expected at most 200 KB, found 390 KB", "\(longer)")
            // A value written by another program may be longer than any result.
            try await fixture.database.write(.patient) { connection in
                try connection.execute("INSERT INTO kinds (words) VALUES (\(String(repeating: "\"", count: 900_000))), ('short')")
            }
            let list = try JSONValue(parsing: try await fixture.records.list(ListRequest(), fixture.call("kinds")).json.bytes)
            let rows = try #require(list["data"]?.array)
            #expect(
                rows.count == 3 && rows[2]["words"] == "short" && list["meta"]?["truncatedValues"] == ["words"] && list["meta"]?["truncated"] == nil)
            let cut = try #require(rows[0]["words"]?.string)
            #expect(cut.hasPrefix("éé") && cut.hasSuffix("é…") && cut.utf8.count <= 8 * 1024 + 3)
            var request = GetRequest(key: 1)
            request.fields = ["words"]
            let whole = try await fixture.records.get(request, fixture.call("kinds"))
            #expect(try JSONValue(parsing: whole.json.bytes) == ["data": ["words": .string(long)]])
            request.key = 2
            let start = try await fixture.records.get(request, fixture.call("kinds"))
            #expect(start.json.bytes.count > 200_000 && start.json.bytes.count < 530_000)
            #expect(start.json.description.hasSuffix(#"…"},"meta":{"truncatedValues":["words"]}}"#))
        }
    }

    @Test("C40 a long value of a related row is cut and named too", arguments: Engine.allCases)
    func longRelated(_ engine: Engine) async throws {
        let key: Statement = engine == .sqlite ? "INTEGER PRIMARY KEY" : "BIGINT PRIMARY KEY"
        let text: Statement = engine == .mariadb ? "LONGTEXT" : "TEXT"
        let script: [Statement] = [
            "CREATE TABLE books (id \(key), body \(text))",
            "CREATE TABLE reviews (id \(key), book_id BIGINT, FOREIGN KEY (book_id) REFERENCES books (id))",
            "INSERT INTO books VALUES (1, \(String(repeating: "b", count: 300_000)))", "INSERT INTO reviews VALUES (1, 1), (2, 1)",
        ]
        try await RecordsFixture.with(engine, script) { fixture in
            var request = ListRequest()
            (request.appends, request.paginate) = (["book"], false)
            let answer = try JSONValue(parsing: try await fixture.records.list(request, fixture.call("reviews")).json.bytes)
            #expect(answer["meta"] == ["truncatedValues": ["book.body"]] && answer["data"]?[1]?["book"]?["body"]?.string?.hasSuffix("b…") == true)
        }
    }

    @Test(
        "rows that do not fit with their related rows follow on the next page; more related rows than fit are left out and named",
        arguments: Engine.allCases)
    func manyRelated(_ engine: Engine) async throws {
        let key: Statement = engine == .sqlite ? "INTEGER PRIMARY KEY" : "BIGINT PRIMARY KEY"
        let tables: [Statement] = [
            "CREATE TABLE books (id \(key), name VARCHAR(10))",
            "CREATE TABLE reviews (id \(key), book_id BIGINT, body VARCHAR(4000), FOREIGN KEY (book_id) REFERENCES books (id))",
            "INSERT INTO books VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd')",
        ]
        let body = String(repeating: "x", count: 4000)
        let long = Statement.joined((0..<120).map { "(\(Int64($0)), \(Int64($0 / 40 + 1)), \(body))" as Statement }, by: ", ")
        let short = Statement.joined((120..<1200).map { "(\(Int64($0)), 4, 'x')" as Statement }, by: ", ")
        let script = tables + ["INSERT INTO reviews VALUES \(long)", "INSERT INTO reviews VALUES \(short)"]
        try await RecordsFixture.with(engine, script) { fixture in
            var request = ListRequest()
            (request.appends, request.paginate, request.filter) = (["reviews"], false, ["id.$lt": 4])
            for offset in 0..<3 {
                request.offset = offset
                let answer = try JSONValue(parsing: try await fixture.records.list(request, fixture.call("books")).json.bytes)
                let rows = try #require(answer["data"]?.array)
                #expect(rows.map { $0["reviews"]?.array?.count } == [40])
                let rest: JSONValue = ["truncated": true, "nextCursor": .string("\(offset + 1)")]
                #expect((answer["meta"] ?? "none") == (offset == 2 ? "none" : rest))
            }
            var one = GetRequest(key: 4)
            one.appends = ["reviews.id"]
            let answer = try JSONValue(parsing: try await fixture.records.get(one, fixture.call("books")).json.bytes)
            #expect(answer["data"]?["reviews"]?.array?.count == 1000 && answer["meta"] == ["truncatedAppends": ["reviews"]])
        }
    }

    @Test("rows go to the row that their key names, not to one whose key looks the same", arguments: Engine.allCases)
    func alike(_ engine: Engine) async throws {
        let collation: Statement = engine == .mariadb ? " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin" : ""
        let script: [Statement] = [
            "CREATE TABLE places (name VARCHAR(20)\(collation) NOT NULL PRIMARY KEY)",
            "CREATE TABLE visits (id INTEGER NOT NULL PRIMARY KEY, place VARCHAR(20)\(collation), FOREIGN KEY (place) REFERENCES places (name))",
            "INSERT INTO places VALUES (\("e\u{301}")), (\("\u{e9}"))",
            "INSERT INTO visits VALUES (1, \("e\u{301}")), (2, \("\u{e9}")), (3, \("e\u{301}"))",
        ]
        try await RecordsFixture.with(engine, script) { fixture in
            var request = ListRequest()
            (request.appends, request.paginate) = (["visits_by_place"], false)
            let answer = try JSONValue(parsing: try await fixture.records.list(request, fixture.call("places")).json.bytes)
            let visits = answer["data"]?.array?.map { row in row["visits_by_place"]?.array?.compactMap { $0["id"]?.int } ?? [] } ?? []
            #expect(Set(visits) == [[1, 3], [2]], "\(visits)")
        }
    }

    @Test("variables in a filter of one's own stand for the caller", arguments: Engine.allCases)
    func variables(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            #expect(try await fixture.ids("orders", filter: ["createdById": "{{$user.id}}"]) == [1, 2])
            #expect(try await fixture.ids("orders", filter: ["createdById": ["$ne": "{{ctx.state.currentUser.id}}"]]) == [3, 4])
            let refused = try await refusal { _ = try await fixture.ids("orders", filter: ["note": "{{$user.shoe}}"]) }
            #expect(
                refused.code == .invalidArgument && refused.reason.contains("{{$user.shoe}} has no value for you; variables: {{$user.id}}"),
                "\(refused)")
            let day = try await refusal { _ = try await fixture.ids("orders", filter: ["due": "{{$nDate.today}}"]) }
            #expect(day.code == .invalidArgument && day.reason.contains("$dateOn, $dateBefore"), "\(day)")
            // The orders are of 2026.
            for (name, ids) in [("$dateBefore", [1, 3]), ("$dateAfter", [])] as [(String, [Int64])] {
                let today: JSONValue = ["due": .object([name: "{{$nDate.next90Days}}"])]
                #expect(try await fixture.ids("orders", filter: today, sort: ["id"]) == ids, "\(name)")
            }
        }
    }
}
