import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import Testing

/// Foreign keys for which the engine changes rows by itself.
@Suite("Rows that go along")
struct DependentTests {
    private static let whole: [Rule] = ["albums", "tracks", "plays", "pressings"].map { RecordsFixture.rule($0) }

    private static func rules(_ name: String, _ other: Rule?) -> [Rule] {
        whole.filter { $0.collection != name } + (other.map { [$0] } ?? [])
    }

    @Test(
        "a destroy that cascades to rows of others is refused without the right to all of these, and changes nothing", arguments: Engine.allCases)
    func refused(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let before = try await fixture.contents()
            let some = Filter.compare(FieldPath(field: "title"), .equal(.value(.text("a"))))
            let cases: [([Rule], String)] = [
                (Self.rules("tracks", nil), "another table"),
                (Self.rules("tracks", RecordsFixture.rule("tracks", [.view, .update])), "tracks"),
                (Self.rules("tracks", RecordsFixture.rule("tracks", filter: some)), "tracks"),
                (Self.rules("plays", nil), "another table"),
                (Self.rules("plays", RecordsFixture.rule("plays", [.view, .destroy])), "plays"),
                (Self.rules("plays", RecordsFixture.rule("plays", columns: ["id", "listener"])), "plays"),
            ]
            for (rules, named) in cases {
                for request in [DestroyRequest(key: 1), DestroyRequest(filter: ["name": "First"])] {
                    let refused = try await refusal {
                        _ = try await fixture.records.destroy(request, fixture.call("albums", as: ["clerk"], rules: rules))
                    }
                    #expect(refused.code == .forbidden && refused.reason.contains("rows of \(named) along"), "\(refused)")
                }
            }
            #expect(try await fixture.contents() == before)
        }
    }

    @Test("with the right to all of these the engine applies the foreign keys", arguments: Engine.allCases)
    func done(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            try await fixture.database.write(.patient) { try $0.execute("DELETE FROM pressings") }
            let call = try fixture.call("albums", as: ["clerk"], rules: Self.whole)
            #expect(try await fixture.records.destroy(DestroyRequest(key: 1), call).json.description == #"{"data":1}"#)
            #expect(try await fixture.count("SELECT count(*) FROM tracks") == 1)
            #expect(try await fixture.count("SELECT count(*) FROM plays WHERE track_id IS NULL") == 1)
            #expect(try await fixture.records.destroy(DestroyRequest(key: 2), fixture.call("albums")).json.description == #"{"data":1}"#)
            #expect(try await fixture.count("SELECT count(*) FROM plays WHERE track_id IS NULL") == 2)
        }
    }

    @Test("a change of a key that others follow needs the right to change these; other fields do not", arguments: Engine.allCases)
    func updates(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let before = try await fixture.contents()
            let bare = try fixture.call("albums", as: ["clerk"], rules: Self.rules("pressings", RecordsFixture.rule("pressings", [.view])))
            let refused = try await refusal { _ = try await fixture.records.update(UpdateRequest(key: 1, values: ["code": "uno"]), bare) }
            #expect(refused.code == .forbidden && refused.reason.contains("pressings"), "\(refused)")
            #expect(try await fixture.contents() == before)
            _ = try await fixture.records.update(UpdateRequest(key: 1, values: ["name": "Primo"]), bare)
            let call = try fixture.call("albums", as: ["clerk"], rules: Self.whole)
            _ = try await fixture.records.update(UpdateRequest(key: 1, values: ["code": "uno"]), call)
            #expect(try await fixture.count("SELECT count(*) FROM pressings WHERE album_code = 'uno'") == 2)
        }
    }
}
