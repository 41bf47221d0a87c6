import Access
import JSON
import SQLSyntax
import Testing
import Tools

@Suite("ask_question")
struct AskQuestionTests {
    private func ask(_ question: String, of source: String = "main") -> JSONObject { ["question": .string(question), "dataSource": .string(source)] }

    @Test("An answered question has its SQL, its rows by name, and how it was read")
    func answered() async throws {
        try await ToolFixture.with { fixture in
            let answer = try await fixture.does("ask_question", ask("How many orders does each customer have?"), as: .reader)
            #expect(answer["success"]?.bool == true && answer["status"]?.string == "answered", "\(answer)")
            #expect(answer["data"]?["fields"] == ["name", "count"], "\(answer)")
            let rows = Set(answer["data"]?["data"]?.array?.compactMap { $0["name"]?.string } ?? [])
            #expect(rows == ["Ada", "Bo", "Cy"])
            #expect(answer["tables"] == ["customers", "orders"])
            #expect(answer["interpretation"]?.string?.contains("number of orders") == true)
        }
    }

    @Test("A question that is not understood lists the unknown words, and gives tables and columns for the next attempt")
    func declined() async throws {
        try await ToolFixture.with { fixture in
            let answer = try await fixture.does("ask_question", ask("Which customers have a submarine?"), as: .reader)
            #expect(answer["success"]?.bool == false && answer["status"]?.string == "declined")
            #expect(answer["unused"] == ["submarine"])
            let tables = answer["context"]?["tables"]?.array ?? []
            #expect(tables.contains { $0["name"] == "customers" && $0["columns"] == ["id", "name", "city", "phone"] }, "\(answer)")
            #expect(answer["data"] == nil)
            let size = answer["context"].map { $0.serialized.count } ?? 0
            #expect(size > 0 && size <= 4_096)
        }
    }

    @Test("C04 a value, column or row that the caller may not see neither links nor shows")
    func hidden() async throws {
        try await ToolFixture.with { fixture in
            let open = try await fixture.does("ask_question", ask("How many customers live in Graz?"), as: .reader)
            #expect(open["data"]?["data"]?[0]?["count"] == 1, "\(open)")
            // The clerk's city is masked, the phone hidden, and customer 3 out of reach.
            for (question, hidden) in [
                ("How many customers live in Graz?", ["city", "phone", "= Graz", "Linz"]),
                ("What is the phone of each customer?", ["phone", "555", "city"]), ("Show customers named Cy", ["= Cy", "Linz"]),
            ] {
                let answer = try await fixture.does("ask_question", ask(question), as: .clerk)
                let stranger = try await fixture.does(
                    "ask_question", ask(question.replacing("Graz", with: "Qraz").replacing("Cy", with: "Qy").replacing("phone", with: "phqne")),
                    as: .clerk)
                #expect(answer["status"]?.string == stranger["status"]?.string)
                var said = answer.object ?? [:]
                for echo in ["unused", "message"] { said[echo] = nil }
                let text = JSONValue.object(said).description
                for word in hidden { #expect(!text.contains(word), "\(word): \(text)") }
            }
            let count = try await fixture.does("ask_question", ask("How many customers are there?"), as: .clerk)
            #expect(count["data"]?["data"]?[0]?["count"] == 2, "\(count)")
            #expect(count["rulesApplied"]?.count ?? 0 > 0)
        }
    }

    @Test("C04 a hidden table whose name is a common word is declined like a table that is not there")
    func hiddenCommonWord() async throws {
        let script = [
            "CREATE TABLE visits (id INTEGER PRIMARY KEY, name VARCHAR(20))", "INSERT INTO visits VALUES (1, 'Ada')",
            "CREATE TABLE clients (id INTEGER PRIMARY KEY, name VARCHAR(20))", "INSERT INTO clients VALUES (1, 'Ada'), (2, 'Bo')",
        ]
        try await ToolFixture.withSource("shop", .sqlite, script) { fixture, _ in
            let question = "How many visits per name?"
            #expect(try await fixture.does("ask_question", ask(question, of: "shop"), as: .reader)["status"]?.string == "answered")
            try await fixture.does(
                "access_rules_set", ["role": "reader", "dataSource": "shop", "resource": "visits", "actions": ["view"], "effect": "deny"],
                as: .workspaceAdministrator)
            let answer = try await fixture.does("ask_question", ask(question, of: "shop"), as: .reader)
            let other = try await fixture.does("ask_question", ask(question.replacing("visits", with: "purchases"), of: "shop"), as: .reader)
            #expect(answer["status"]?.string == "declined" && answer["data"] == nil, "\(answer)")
            #expect(answer["unused"] == ["visits"] && other["unused"] == ["purchases"], "\(answer) \(other)")
            #expect(answer["context"] == other["context"])
        }
    }

    @Test("A rule that is set takes effect at the next question")
    func changedRule() async throws {
        try await ToolFixture.with { fixture in
            let question = ask("How many customers live in Linz?")
            #expect(try await fixture.does("ask_question", question, as: .reader)["data"]?["data"]?[0]?["count"] == 1)
            try await fixture.does(
                "access_rules_set", ["role": "reader", "resource": "customers", "actions": ["view"], "filter": ["city": "Graz"]],
                as: .workspaceAdministrator)
            let after = try await fixture.does("ask_question", question, as: .reader)
            #expect(after["status"]?.string == "declined" && after["data"] == nil, "\(after)")
        }
    }

    @Test("The same question is answered on every engine", arguments: Dialect.allCases)
    func engines(kind: Dialect) async throws {
        let script = [
            "CREATE TABLE stores (id INTEGER PRIMARY KEY, name VARCHAR(30), opened DATE)",
            "CREATE TABLE sales (id INTEGER PRIMARY KEY, store_id INTEGER, amount DECIMAL(10,2), sold_at TIMESTAMP NULL, "
                + "FOREIGN KEY (store_id) REFERENCES stores (id))",
            "INSERT INTO stores VALUES (1, 'Harbour', '2020-05-01'), (2, 'Old Town', '2022-03-15'), (3, 'Hill', '2023-01-10')",
            "INSERT INTO sales VALUES (1, 1, 10.50, '2024-01-05 10:00:00'), (2, 1, 20.00, '2024-02-05 10:00:00'), (3, 2, 5.25, '2024-02-09 11:00:00')",
        ]
        try await ToolFixture.withSource("shop", kind, script) { fixture, _ in
            for (question, column, expected) in [
                ("How many sales are there?", 0, ["3"]), ("stores without sales", 0, ["Hill"]),
                ("How many sales does each store have?", 0, ["Harbour", "Old Town"]),
                ("Show stores that opened after 2021", 0, ["Hill", "Old Town"]),
                ("What is the total amount of sales of Harbour?", 0, ["30.5", "30.50"]),
                ("How many sales per year?", 0, ["2024"]), ("sales per quarter", 0, ["2024-Q1"]),
                ("monthly sales", 0, ["2024-01", "2024-02"]), ("How many sales per week?", 0, ["2024-01-01", "2024-02-05"]),
                ("number of sales per day", 0, ["2024-01-05", "2024-02-05", "2024-02-09"]),
            ] {
                let answer = try await fixture.does("ask_question", ask(question, of: "shop"), as: .reader)
                let fields = answer["data"]?["fields"]?.array?.compactMap(\.string) ?? []
                let values = answer["data"]?["data"]?.array?.compactMap { row in fields.isEmpty ? nil : row[fields[column]]?.text } ?? []
                #expect(Set(values).isSubset(of: Set(expected)) && !values.isEmpty, "\(kind) \(question): \(answer)")
            }
        }
    }

    @Test(
        "Comparisons of periods, first rows of groups and self-references have the same reading on every engine",
        arguments: Dialect.allCases)
    func relatedRows(kind: Dialect) async throws {
        let script = [
            "CREATE TABLE stores (id INTEGER PRIMARY KEY, name VARCHAR(30), region VARCHAR(10))",
            "CREATE TABLE workers (id INTEGER PRIMARY KEY, name VARCHAR(30), store_id INTEGER, manager_id INTEGER, hired_on DATE, salary INTEGER, "
                + "FOREIGN KEY (store_id) REFERENCES stores (id), FOREIGN KEY (manager_id) REFERENCES workers (id))",
            "CREATE TABLE sales (id INTEGER PRIMARY KEY, code VARCHAR(9) UNIQUE, store_id INTEGER, amount DECIMAL(10,2), sold_at TIMESTAMP NULL, "
                + "FOREIGN KEY (store_id) REFERENCES stores (id))",
            "INSERT INTO stores VALUES (1, 'Harbour', 'North'), (2, 'Old Town', 'South'), (3, 'Hill', 'South')",
            "INSERT INTO workers VALUES (1, 'Ada', 1, NULL, '2019-01-01', 50), (2, 'Bo', 1, 1, '2018-01-01', 40), (3, 'Cy', 2, 1, '2021-01-01', 30)",
            "INSERT INTO sales VALUES (1, 'S-1', 1, 10.00, '2023-01-05 10:00:00'), (2, 'S-2', 1, 30.00, '2024-02-05 10:00:00'), "
                + "(3, 'S-3', 2, 20.00, '2024-03-09 11:00:00'), (4, 'S-4', 3, 5.00, '2024-03-10 11:00:00'), (5, 'S-5', 3, 5.00, '2024-03-11 11:00:00')",
        ]
        try await ToolFixture.withSource("shop", kind, script) { fixture, _ in
            for (question, expected) in [
                ("total amount of sales in 2024 compared with 2023", ["60 10 500"]), ("number of sales 2024 vs 2023", ["4 1 300"]),
                ("number of sales per year compared with the year before", ["2023 1 null", "2024 4 300"]),
                ("top store per region by number of sales", ["North Harbour 2", "South Hill 2"]),
                ("latest sale of each store", ["Harbour S-2 2024", "Hill S-5 2024", "Old Town S-3 2024"]),
                ("Who is the manager of Bo?", ["Ada"]), ("workers managed by Ada", ["Bo", "Cy"]), ("number of workers per manager", ["Ada 2"]),
                ("workers hired before their manager", ["Bo"]), ("workers without a manager", ["Ada"]), ("workers who manage nobody", ["Bo", "Cy"]),
                ("all managers", ["Ada"]),
            ] {
                let answer = try await fixture.does("ask_question", ask(question, of: "shop"), as: .reader)
                let fields = answer["data"]?["fields"]?.array?.compactMap(\.string) ?? []
                let rows = answer["data"]?["data"]?.array?.map { row in fields.map { Self.short(row[$0]) }.joined(separator: " ") } ?? []
                // Of a time the year is enough.
                let isExpected = rows.count == expected.count && zip(rows.sorted(), expected).allSatisfy { $0 == $1 || $0.hasPrefix($1 + "-") }
                #expect(isExpected, "\(kind) \(question): \(answer)")
            }
        }
    }

    /// A number without zeros at its end.
    private static func short(_ value: JSONValue?) -> String {
        let text = value?.text ?? ""
        guard let number = Double(text) else { return text }
        return number == number.rounded() ? String(Int(number)) : text
    }

    @Test("A column whose values the engine cannot tell apart keeps no question about the others from an answer")
    func oddTypes() async throws {
        let script = [
            "CREATE TABLE sites (id INTEGER PRIMARY KEY, name VARCHAR(30), place POINT, plan XML, tags TEXT[], size INT4RANGE)",
            "INSERT INTO sites VALUES (1, 'Hill', '(1,2)', '<a/>', '{x}', '[1,5)')",
        ]
        try await ToolFixture.withSource("land", .postgresql, script) { fixture, _ in
            let answer = try await fixture.does("ask_question", ask("How many sites are there?", of: "land"), as: .reader)
            #expect(answer["data"]?["data"]?[0]?["count"] == 1, "\(answer)")
        }
    }

    @Test("Without the scope ask, or a question in words, nothing is read")
    func refused() async throws {
        try await ToolFixture.with { fixture in
            try await fixture.refuses(.insufficientScope, "ask_question", ask("How many orders are there?"), as: .narrowedToken)
            try await fixture.refuses(.invalidArgument, "ask_question", ask("  "), as: .reader)
            try await fixture.refuses(.invalidArgument, "ask_question", ask(String(repeating: "how many ", count: 400)), as: .reader)
            try await fixture.refuses(.notFound, "ask_question", ask("How many orders are there?", of: "nowhere"), as: .reader)
        }
    }
}

extension JSONValue {
    /// A value as text, of a number its digits.
    fileprivate var text: String { string ?? description }
}
