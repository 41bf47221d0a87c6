import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import SQLSyntax
import Testing

@Suite(
    "Columns of PostGIS's types",
    .enabled(if: TestExtension.isWanted("postgis"), "PostGIS is not installed: scripts/setup --tests installs it"))
struct PostGISTypeTests {
    private static let script: [Statement] = [
        "CREATE EXTENSION postgis",
        "CREATE TABLE places (id BIGINT PRIMARY KEY, spot geometry(Point, 4326), area geography, plain VARCHAR(10))",
        "INSERT INTO places VALUES (1, 'SRID=4326;POINT(16 48)', 'POINT(16 48)', 'a'), (2, NULL, NULL, 'b')",
    ]

    private func ids(_ fixture: RecordsFixture, _ filter: JSONValue, rules: [Rule] = []) async throws -> [Int64] {
        var request = ListRequest()
        (request.filter, request.fields, request.paginate) = (filter, ["id"], false)
        let call = try rules.isEmpty ? fixture.call("places") : fixture.call("places", as: ["clerk"], rules: rules)
        return try JSONValue(parsing: try await fixture.records.list(request, call).json.bytes)["data"]?.array?.compactMap { $0["id"]?.int } ?? []
    }

    @Test("Values are read and written as PostGIS has them in text; whether there is one can be asked, and rows are found by other columns")
    func read() async throws {
        try await RecordsFixture.with(.postgresql, Self.script) { fixture in
            let point = "0101000020E610000000000000000030400000000000004840"
            let shown = try JSONValue(parsing: try await fixture.records.get(GetRequest(key: 1), fixture.call("places")).json.bytes)["data"]
            #expect(shown?["spot"]?.string == point && shown?["area"]?.string == point, "\(shown ?? .null)")
            #expect(try await ids(fixture, ["spot": ["$null": true]]) == [2])
            #expect(try await ids(fixture, ["area": ["$notNull": true]]) == [1])
            #expect(try await ids(fixture, ["plain": "a"]) == [1])
            let values: JSONObject = ["id": 3, "spot": "SRID=4326;POINT(1 2)", "area": "POINT(1 2)"]
            _ = try await fixture.records.create(CreateRequest(values: .object(values)), fixture.call("places"))
            #expect(try await ids(fixture, ["spot": ["$notNull": true]]) == [1, 3])
        }
    }

    @Test(
        "C60 Nothing depends on PostGIS's operators: a comparison is refused by the column's name, in a filter and in a rule",
        arguments: ["spot", "area"])
    func compared(column: String) async throws {
        try await RecordsFixture.with(.postgresql, Self.script) { fixture in
            let value = "SRID=4326;POINT(16 48)"
            for comparison in [JSONValue.string(value), ["$ne": .string(value)], ["$gt": .string(value)], ["$in": [.string(value)]]] {
                let refused = try await refusal { _ = try await ids(fixture, [column: comparison]) }
                #expect(refused.code == .invalidArgument && refused.reason.contains("'\(column)' has the type"), "\(refused)")
            }
            let rule = RecordsFixture.rule("places", filter: .compare(FieldPath(field: column), .equal(.value(.text(value)))))
            _ = try await refusal { _ = try await ids(fixture, [:], rules: [rule]) }
        }
    }
}
