import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import SQLSyntax
import Testing

@Suite("Relations whose keys are not compared byte by byte")
struct TextKeyTests {
    private func list(_ fixture: RecordsFixture, _ collection: String, _ request: ListRequest) async throws -> String {
        try await fixture.records.list(request, fixture.call(collection)).json.description
    }

    private func request(fields: [String], appends: [String] = [], filter: JSONValue? = nil) -> ListRequest {
        var request = ListRequest()
        (request.fields, request.appends, request.sort, request.paginate) = (fields, appends, ["id"], false)
        if let filter { request.filter = filter }
        return request
    }

    @Test("A related row is appended wherever the engine's foreign key finds it, to the rows that it belongs to alone", arguments: Engine.allCases)
    func appended(_ engine: Engine) async throws {
        let text: Statement =
            switch engine {
            case .sqlite: "TEXT COLLATE NOCASE"
            case .postgresql: "citext"
            case .mariadb: "VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci"
            }
        // MariaDB takes no other scale in a foreign key.
        let amount: Statement = engine == .mariadb ? "NUMERIC(10, 1)" : "NUMERIC(10, 2)"
        let extensions: [Statement] = engine == .postgresql ? ["CREATE EXTENSION citext"] : []
        let script: [Statement] =
            extensions + [
                "CREATE TABLE countries (id BIGINT PRIMARY KEY, code \(text) UNIQUE, name VARCHAR(20))",
                "CREATE TABLE cities (id BIGINT PRIMARY KEY, country \(text), FOREIGN KEY (country) REFERENCES countries (code))",
                "CREATE TABLE prices (id BIGINT PRIMARY KEY, amount NUMERIC(10, 1) UNIQUE)",
                "CREATE TABLE goods (id BIGINT PRIMARY KEY, price \(amount), FOREIGN KEY (price) REFERENCES prices (amount))",
                "CREATE TABLE shelves (country \(text), place INT, id BIGINT, PRIMARY KEY (country, place))",
                """
                CREATE TABLE boxes (id BIGINT PRIMARY KEY, country \(text), place INT,
                FOREIGN KEY (country, place) REFERENCES shelves (country, place))
                """,
                "INSERT INTO countries VALUES (1, 'AT', 'Austria'), (2, 'IT', 'Italy')",
                "INSERT INTO cities VALUES (1, 'AT'), (2, 'at'), (3, 'it'), (4, NULL)",
                "INSERT INTO prices VALUES (1, 1.5), (2, 2)", "INSERT INTO goods VALUES (1, 1.50), (2, 2.00), (3, 1.5)",
                "INSERT INTO shelves VALUES ('AT', 1, 7), ('IT', 1, 8)", "INSERT INTO boxes VALUES (1, 'at', 1), (2, 'IT', 1), (3, 'At', 1)",
            ]
        try await RecordsFixture.with(engine, script) { fixture in
            #expect(
                try await list(fixture, "cities", request(fields: ["id"], appends: ["country_record"])).matches(
                    of: /"id":(\d),"country_record":(\{"id":(\d)|null)/
                )
                .map { "\($0.1)\($0.3 ?? "-")" } == ["11", "21", "32", "4-"])
            let many = try await list(fixture, "countries", request(fields: ["id"], appends: ["cities_by_country"]))
            #expect(many.matches(of: /"country":"(\w+)"/).map { String($0.1) } == ["AT", "at", "it"], "\(many)")
            #expect(
                try await list(fixture, "goods", request(fields: ["id"], appends: ["price_record"])).matches(of: /"price_record":\{"id":(\d)/)
                    .map { String($0.1) } == ["1", "2", "1"])
            let boxes = try await list(fixture, "boxes", request(fields: ["id"], appends: ["country_place_record"]))
            #expect(boxes.matches(of: /"place":1,"id":(\d)/).map { String($0.1) } == ["7", "8", "7"], "\(boxes)")
            let filtered = try await list(fixture, "cities", request(fields: ["id"], filter: ["country_record": ["name": "Austria"]]))
            #expect(filtered.contains(#"[{"id":1},{"id":2}]"#), "\(filtered)")
        }
    }

    @Test("A key of citext that refers to text is compared as text, as the engine's foreign key does")
    func mixed() async throws {
        let script: [Statement] = [
            "CREATE EXTENSION citext", "CREATE TABLE countries (id BIGINT PRIMARY KEY, code TEXT UNIQUE)",
            "CREATE TABLE cities (id BIGINT PRIMARY KEY, country citext REFERENCES countries (code))",
            "INSERT INTO countries VALUES (1, 'AT'), (2, 'at')", "INSERT INTO cities VALUES (1, 'AT'), (2, 'at')",
        ]
        try await RecordsFixture.with(.postgresql, script) { fixture in
            let one = try await list(fixture, "cities", request(fields: ["id"], appends: ["country_record"]))
            #expect(one.contains(#"{"id":1,"country_record":{"id":1,"code":"AT"}},{"id":2,"country_record":{"id":2,"code":"at"}}"#), "\(one)")
            let many = try await list(fixture, "countries", request(fields: ["id"], appends: ["cities_by_country"]))
            #expect(many.contains(#"{"id":1,"cities_by_country":[{"id":1,"country":"AT"}]}"#), "\(many)")
            let filtered = try await list(fixture, "cities", request(fields: ["id"], filter: ["country_record": ["id": 2]]))
            #expect(filtered.contains(#"[{"id":2}]"#), "\(filtered)")
        }
    }

    @Test("A domain over a domain has the type that both are made of")
    func nestedDomain() async throws {
        let script: [Statement] = [
            "CREATE EXTENSION citext", "CREATE DOMAIN email AS citext", "CREATE DOMAIN work_email AS email", "CREATE DOMAIN small AS int",
            "CREATE DOMAIN tiny AS small", "CREATE TABLE people (id BIGINT PRIMARY KEY, email work_email, age tiny)",
            "INSERT INTO people VALUES (1, 'ada@x.org', 36), (2, 'Bo@x.org', 9)",
        ]
        try await RecordsFixture.with(.postgresql, script) { fixture in
            let lenient = try await list(fixture, "people", request(fields: ["id"], filter: ["email": "BO@X.ORG"]))
            #expect(lenient.contains(#"[{"id":2}]"#), "\(lenient)")
            let older = try await list(fixture, "people", request(fields: ["id", "age"], filter: ["age": ["$gt": 10]]))
            #expect(older.contains(#"[{"id":1,"age":36}]"#), "\(older)")
        }
    }
}
