import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import Testing

@Suite("UUIDs")
struct IdentifierCaseTests {
    private static let mixed = "ABCDEFAB-cdef-4abc-8def-abcdefabcdef"
    private static let script: [Statement] = [
        "CREATE TABLE things (id BIGINT PRIMARY KEY, ref UUID)",
        """
        INSERT INTO things VALUES (1, 'abcdefab-cdef-4abc-8def-abcdefabcdef'), (2, 'ABCDEFAB-CDEF-4ABC-8DEF-ABCDEFABCDEF'),
        (3, 'ABCDEFAB-cdef-4abc-8def-abcdefabcdef'), (4, '00000000-0000-4000-8000-000000000004'), (5, NULL)
        """,
    ]

    @Test("C46 they match in upper and lower case, whoever wrote them, in a filter and in a rule", arguments: Engine.allCases)
    func cases(engine: Engine) async throws {
        try await RecordsFixture.with(engine, Self.script) { fixture in
            func ids(_ filter: JSONValue, rules: [Rule] = []) async throws -> [Int64] {
                var request = ListRequest()
                (request.filter, request.fields, request.paginate, request.sort) = (filter, ["id"], false, ["id"])
                let call = try rules.isEmpty ? fixture.call("things") : fixture.call("things", as: ["clerk"], rules: rules)
                let rows = try JSONValue(parsing: try await fixture.records.list(request, call).json.bytes)["data"]?.array
                return rows?.compactMap { $0["id"]?.int } ?? []
            }
            let equal = try await ids(["ref": .string(Self.mixed)])
            #expect(equal == [1, 2, 3])
            #expect(try await ids(["ref": ["$in": [.string(Self.mixed), "00000000-0000-4000-8000-000000000004"]]]) == [1, 2, 3, 4])
            for given in [Self.mixed, Self.mixed.uppercased(), Self.mixed.lowercased()] {
                #expect(try await ids(["ref": ["$ne": .string(given)]]) == [4, 5])
                #expect(try await ids(["ref": ["$notIn": [.string(given)]]]) == [4, 5])
                let other: Filter = .compare(FieldPath(field: "ref"), .notEqual(.value(.text(given))))
                #expect(try await ids([:], rules: [RecordsFixture.rule("things", filter: other)]) == [4, 5])
            }
        }
    }
}
