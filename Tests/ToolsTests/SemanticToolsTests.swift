import Access
import GatehouseTesting
import JSON
import SQLSyntax
import Testing
import Tools

@Suite("semantic_get and semantic_apply")
struct SemanticToolsTests {
    static let layer = """
        # Written by Ann.
        tables:
          customers:
            synonyms: [punters]
            columns:
              phone:
                synonyms: [hotline]
            filters:
              nearby: city = 'Graz'
          orders:
            measures:
              takings: total * 2
        terms:
          capital: Wien

        """

    private func apply(_ content: String = layer, _ more: JSONObject = [:]) -> JSONObject {
        JSONObject([("content", JSONValue.string(content))] + more.map { ($0.key, $0.value) })
    }

    private func count(_ question: String, _ fixture: ToolFixture, as kind: CallerKind = .reader) async throws -> JSONValue? {
        let answer = try await fixture.does("ask_question", ["question": .string(question)], as: kind)
        return answer["data"]?["data"]?[0]?.object?.first?.value
    }

    @Test("A layer counts from the next question on, in versions that name who applied them")
    func applied() async throws {
        try await ToolFixture.with { fixture in
            #expect(try await count("How many punters are there?", fixture) == nil)
            #expect(try await fixture.does("semantic_get", as: .reader)["version"] == .null)
            let first = try await fixture.does("semantic_apply", apply(), as: .workspaceAdministrator)
            #expect(first["version"] == 1 && first["valid"] == true)
            #expect(try await count("How many punters are there?", fixture) == 3)
            #expect(try await count("How many punters nearby are there?", fixture) == 1)
            #expect(try await count("What are the takings?", fixture)?.description == "200")
            let terms = try await fixture.does("ask_question", ["question": "How many customers live in the capital?"], as: .reader)
            #expect(terms["data"]?["data"]?[0]?["count"] == 1, "\(terms)")
            #expect(terms["assumptions"]?.array?.contains("'capital' stands for 'Wien'") == true, "\(terms)")
            // The same again is no new version.
            #expect(try await fixture.does("semantic_apply", apply(), as: .workspaceAdministrator)["version"] == 1)
            let second = try await fixture.does("semantic_apply", apply("", ["version": 1]), as: .workspaceAdministrator)
            #expect(second["version"] == 2)
            #expect(try await count("How many punters are there?", fixture) == nil)
            let kept = try await fixture.does("semantic_get", ["version": 1], as: .workspaceAdministrator)
            #expect(kept["content"]?.string == Self.layer && kept["appliedBy"] == "acme/ann" && kept["version"] == 1)
            try await fixture.refuses(.notFound, "semantic_get", ["version": 7], as: .workspaceAdministrator)
        }
    }

    @Test("Of two changes of the same version the second is refused as a conflict and changes nothing")
    func conflict() async throws {
        try await ToolFixture.with { fixture in
            try await fixture.does("semantic_apply", apply(Self.layer, ["version": 0]), as: .workspaceAdministrator)
            try await fixture.refuses(.conflict, "semantic_apply", apply("terms: {a: b}", ["version": 0]), as: .workspaceAdministrator)
        }
    }

    @Test("An unknown name is refused with its line and the nearest name; a check reports the same and changes nothing")
    func problems() async throws {
        try await ToolFixture.with { fixture in
            let wrong = apply("tables:\n  custmers: {}\n  orders:\n    date: note\n    measures: {m: totl + 1}\n")
            let reply = try await fixture.refuses(.invalidArgument, "semantic_apply", wrong, as: .workspaceAdministrator)
            #expect(reply.reason.contains("line 2") && reply.reason.contains("did you mean 'customers'?") && reply.reason.contains("'total'?"))
            let before = try await fixture.state()
            let check = try await fixture.does("semantic_apply", apply(wrong["content"]?.string ?? "", ["check": true]), as: .workspaceAdministrator)
            #expect(check["valid"] == false && check["problems"]?.count == 2 && check["problems"]?[0]?["line"] == 2)
            #expect(try await fixture.state() == before)
        }
    }

    @Test("C04 a caller sees and uses only the entries about tables and columns that it may see")
    func rights() async throws {
        try await ToolFixture.with { fixture in
            try await fixture.does("semantic_apply", apply(), as: .workspaceAdministrator)
            // The clerk's city is masked, the phone hidden, and there are no orders for it.
            let own = try await fixture.does("semantic_get", as: .clerk)["content"]?.string ?? ""
            #expect(own.contains("punters"))
            for hidden in ["phone", "hotline", "city", "nearby", "orders", "takings", "Ann"] { #expect(!own.contains(hidden), "\(own)") }
            #expect(try await count("How many punters are there?", fixture, as: .clerk) == 2)
            for question in ["How many punters nearby are there?", "What are the takings?", "hotline of each punter"] {
                let answer = try await fixture.does("ask_question", ["question": .string(question)], as: .clerk)
                #expect(answer["status"] != "answered")
                for hidden in ["phone", "city", "orders", "Graz"] { #expect(!answer.description.contains(hidden), "\(answer)") }
            }
        }
    }

    @Test("A draft of the schema is a valid layer, within the rights of who asks")
    func draft() async throws {
        try await ToolFixture.with { fixture in
            let draft = try await fixture.does("semantic_get", ["draft": true], as: .workspaceAdministrator)["content"]?.string ?? ""
            #expect(draft.contains("customers:") && draft.contains("display: [name]"), "\(draft)")
            #expect(try await fixture.does("semantic_apply", apply(draft), as: .workspaceAdministrator)["valid"] == true)
            let own = try await fixture.does("semantic_get", ["draft": true], as: .clerk)["content"]?.string ?? ""
            #expect(own.contains("customers:") && !own.contains("phone") && !own.contains("city") && !own.contains("secrets"), "\(own)")
        }
    }

    @Test("A data source that goes takes its layer with it")
    func removed() async throws {
        try await ToolFixture.withSource("shop", .sqlite, ["CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT)"]) { fixture, _ in
            let content = apply("tables: {items: {synonyms: [things]}}", ["dataSource": "shop"])
            try await fixture.does("semantic_apply", content, as: .workspaceAdministrator)
            let url = "sqlite://\(fixture.directory.path)/shop.db"
            try await fixture.does("data_sources_remove", ["name": "shop"], as: .workspaceAdministrator)
            try await fixture.does("data_sources_add", ["name": "shop", "url": .string(url)], as: .workspaceAdministrator)
            #expect(try await fixture.does("semantic_get", ["dataSource": "shop"], as: .workspaceAdministrator)["version"] == .null)
        }
    }

    @Test("Measures, filters and metrics mean the same on every engine", arguments: Dialect.allCases)
    func engines(kind: Dialect) async throws {
        let script = [
            "CREATE TABLE stores (id INTEGER PRIMARY KEY, name VARCHAR(30))",
            "CREATE TABLE sales (id INTEGER PRIMARY KEY, store_id INTEGER, quantity INTEGER, price DECIMAL(10,2), sold_at TIMESTAMP NULL, "
                + "FOREIGN KEY (store_id) REFERENCES stores (id))",
            "INSERT INTO stores VALUES (1, 'Harbour'), (2, 'Hill')",
            "INSERT INTO sales VALUES (1, 1, 2, 10.50, '2024-01-05 10:00:00'), (2, 1, 1, 20.00, NULL), (3, 2, NULL, 5.25, '2024-02-09 11:00:00')",
        ]
        let layer = """
            tables:
              sales:
                measures: {takings: quantity * price}
                filters: {large sale: quantity > 1}
                metrics: {shops that sell: count(DISTINCT store_id), mean size: avg(quantity)}
            """
        try await ToolFixture.withSource("shop", kind, script) { fixture, _ in
            try await fixture.does("semantic_apply", apply(layer, ["dataSource": "shop"]), as: .workspaceAdministrator)
            for (question, expected) in [
                ("What are the takings?", ["41", "41.0", "41.00"]), ("takings of Harbour", ["41", "41.0", "41.00"]),
                ("How many large sales are there?", ["1"]), ("How many sales are not large?", ["2"]), ("shops that sell", ["2"]),
                ("mean size", ["1.5", "1.5000", "1.5000000000000000"]),
            ] {
                let answer = try await fixture.does("ask_question", ["question": .string(question), "dataSource": "shop"], as: .reader)
                let value = answer["data"]?["data"]?[0]?.object?.first?.value
                #expect(expected.contains(value?.string ?? value?.description ?? ""), "\(kind) \(question): \(answer)")
            }
        }
    }
}
