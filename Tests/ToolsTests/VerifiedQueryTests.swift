import Access
import JSON
import SQLSyntax
import Testing
import Tools

@Suite("verified_queries_list and verified_queries_apply")
struct VerifiedQueryTests {
    static let query: JSONObject = [
        "action": "add", "pattern": "value of orders from {city} above {limit}", "slots": ["city": "customers.city", "limit": "number"],
        "sql": "SELECT sum(o.total) AS value FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.city = '{city}' AND o.total > '{limit}'",
    ]

    private func ask(_ question: String, _ fixture: ToolFixture, as kind: CallerKind = .reader) async throws -> JSONValue {
        try await fixture.does("ask_question", ["question": .string(question)], as: kind)
    }

    @Test("An approved query answers first, marked with who approved it and when, with the values of the question as literals")
    func answers() async throws {
        try await ToolFixture.with { fixture in
            let made = try await fixture.does("verified_queries_apply", Self.query, as: .workspaceAdministrator)
            #expect(made["status"] == "approved" && made["reviewedBy"] == "acme/ann")
            let answer = try await ask("The value of orders from GRAZ, above 15?", fixture)
            #expect(answer["verified"] == true && answer["verifiedBy"] == "acme/ann" && answer["verifiedAt"]?.string != nil, "\(answer)")
            #expect(answer["data"]?["data"]?[0]?["value"]?.int == 40, "\(answer)")
            #expect(answer["interpretation"] == "value of orders from Graz above 15" && answer["confidence"] == 1)
            #expect(answer["sql"]?.string?.contains("'Graz'") == true)
            let other = try await ask("How many orders are there?", fixture)
            #expect(other["verified"] == false && other["verifiedBy"] == nil)
            // A value that no customer has is none of this query.
            #expect(try await ask("value of orders from Paris above 15", fixture)["verified"] != true)
            #expect(try await ask("value of orders from Graz above 15 and more", fixture)["verified"] != true)
        }
    }

    @Test("A few words after an approved query change nothing of it: the whole question is asked for")
    func followUp() async throws {
        try await ToolFixture.with { fixture in
            try await fixture.does("verified_queries_apply", Self.query, as: .workspaceAdministrator)
            let first = try await fixture.does(
                "ask_question", ["question": "The value of orders from Graz, above 15?", "chat": "new"], as: .reader)
            let chat = try #require(first["chat_id"]?.int)
            let next = try await fixture.does("ask_question", ["question": "and by city?", "chat": .string("\(chat)")], as: .reader)
            #expect(next["status"]?.string == "declined" && next["data"] == nil, "\(next)")
            #expect(next["message"]?.string?.contains("whole question") == true, "\(next)")
        }
    }

    @Test("A value is never read as SQL, whatever it holds")
    func injection() async throws {
        let script = [
            "CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT)", "INSERT INTO items VALUES (1, 'x'' OR 1=1 --'), (2, '{name}'), (3, 'plain')",
        ]
        try await ToolFixture.withSource("shop", .sqlite, script) { fixture, _ in
            let query: JSONObject = [
                "action": "add", "dataSource": "shop", "pattern": "number of items called {name}", "slots": ["name": "items.name"],
                "sql": "SELECT count(*) AS n FROM items WHERE name = '{name}'",
            ]
            try await fixture.does("verified_queries_apply", query, as: .workspaceAdministrator)
            for name in ["x' OR 1=1 --", "plain", "{name}"] {
                let question: JSONObject = ["dataSource": "shop", "question": .string("number of items called \(name)")]
                let answer = try await fixture.does("ask_question", question, as: .reader)
                if answer["verified"] == true { #expect(answer["data"]?["data"]?[0]?["n"] == 1, "\(answer)") }
            }
        }
    }

    @Test("Years, dates and periods of a question fill the slots of their kind", arguments: Dialect.allCases)
    func times(kind: Dialect) async throws {
        let script = [
            "CREATE TABLE sales (id INTEGER PRIMARY KEY, amount INTEGER, sold_on DATE)",
            "INSERT INTO sales VALUES (1, 10, '2024-01-05'), (2, 20, '2024-02-05'), (3, 40, '2025-02-09')",
        ]
        try await ToolFixture.withSource("shop", kind, script) { fixture, _ in
            func add(_ pattern: String, _ slots: JSONValue, _ condition: String) async throws {
                let query: JSONObject = [
                    "action": "add", "dataSource": "shop", "pattern": .string(pattern), "slots": slots,
                    "sql": .string("SELECT sum(amount) AS n FROM sales WHERE \(condition)"),
                ]
                try await fixture.does("verified_queries_apply", query, as: .workspaceAdministrator)
            }
            try await add("takings in {p}", ["p": "period"], "sold_on >= '{p.start}' AND sold_on < '{p.end}'")
            try await add("takings since {d}", ["d": "date"], "sold_on >= '{d}'")
            try await add("takings over {n} euros", ["n": "number"], "amount > '{n}'")
            for (question, expected) in [
                ("takings in 2024", 30), ("Takings in February 2025?", 40), ("takings in Q1 2024", 30), ("takings since 2024-02-01", 60),
                ("takings over 15 euros", 60),
            ] {
                let answer = try await fixture.does("ask_question", ["dataSource": "shop", "question": .string(question)], as: .reader)
                let value = answer["data"]?["data"]?[0]?["n"]
                #expect(answer["verified"] == true && (value?.string ?? value?.description) == "\(expected)", "\(kind) \(question): \(answer)")
            }
        }
    }

    @Test("C04 a query runs within the asking caller's rights; for a caller without them it does not exist")
    func rights() async throws {
        try await ToolFixture.with { fixture in
            try await fixture.does("verified_queries_apply", Self.query, as: .workspaceAdministrator)
            let names: JSONObject = ["action": "add", "pattern": "everybody", "slots": [:], "sql": "SELECT name FROM customers ORDER BY name"]
            try await fixture.does("verified_queries_apply", names, as: .workspaceAdministrator)
            // Customer 3 is out of the clerk's reach, and orders and cities are not for it.
            let own = try await ask("everybody", fixture, as: .clerk)
            #expect(own["data"]?["data"]?.array?.compactMap { $0["name"]?.string } == ["Ada", "Bo"] && own["verified"] == true, "\(own)")
            let other = try await ask("value of orders from Graz above 15", fixture, as: .clerk)
            #expect(other["status"] != "answered" && other["verified"] == nil)
            for hidden in ["city", "total", "customer_id"] { #expect(!other.description.contains(hidden), "\(other)") }
        }
    }

    @Test(
        "A query that cannot answer is refused with the reason, and nothing is stored",
        arguments: [
            (["pattern": "a {b"], "ends with }"), (["pattern": "{a} {b}"], "a word is needed"),
            (["slots": ["city": "customers.city"]], "'limit' takes"),
            (["slots": ["city": "customer.city", "limit": "number"]], "did you mean 'customers'?"),
            (["slots": ["city": "customers.cty", "limit": "number"]], "did you mean 'city'?"),
            (["slots": ["city": "customers.city", "limit": "number", "more": "text"]], "no '{more}'"),
            (["sql": "SELECT 1"], "has no place"), (["sql": "DELETE FROM orders"], "sql:"),
            (["sql": "SELECT count(*) FROM customers WHERE city = '{city}' AND id > '{limit}' AND name = '{x}'"], "not a slot of the pattern"),
        ] as [(JSONObject, String)])
    func refused(change: JSONObject, reason: String) async throws {
        try await ToolFixture.with { fixture in
            let query = JSONObject(Self.query.filter { change[$0.key] == nil }.map { ($0.key, $0.value) } + change.map { ($0.key, $0.value) })
            let reply = try await fixture.refuses(.invalidArgument, "verified_queries_apply", query, as: .workspaceAdministrator)
            #expect(reply.reason.contains(reason), "\(reply)")
        }
    }

    @Test("A query that the reviewer could not run is not approved")
    func unrunnable() async throws {
        try await ToolFixture.with { fixture in
            let query: JSONObject = ["action": "add", "pattern": "how many", "sql": "SELECT count(*) FROM secret_things"]
            let reply = try await fixture.refuses(.forbidden, "verified_queries_apply", query, as: .workspaceAdministrator)
            #expect(reply.reason.contains("would not run"))
        }
    }

    @Test("E05 a query is listed, approved, rejected and removed in its own workspace alone")
    func foreign() async throws {
        try await ToolFixture.with { fixture in
            let id = try await fixture.does("verified_queries_apply", Self.query, as: .workspaceAdministrator)["id"] ?? .null
            for action in ["approve", "reject", "remove"] {
                let arguments: JSONObject = ["action": .string(action), "id": id]
                let reply = try await fixture.call("verified_queries_apply", arguments, as: .foreigner, at: "rival")
                #expect(reply.code == "not_found", "\(reply)")
            }
            #expect(try await fixture.does("verified_queries_list", as: .foreigner, at: "rival")["data"] == [])
            let rejected = try await fixture.does("verified_queries_apply", ["action": "reject", "id": id], as: .workspaceAdministrator)
            #expect(rejected["status"] == "rejected")
            #expect(try await ask("value of orders from Graz above 15", fixture)["verified"] != true)
            try await fixture.does("verified_queries_apply", ["action": "remove", "id": id], as: .workspaceAdministrator)
            #expect(try await fixture.does("verified_queries_list", as: .workspaceAdministrator)["data"] == [])
        }
    }
}
