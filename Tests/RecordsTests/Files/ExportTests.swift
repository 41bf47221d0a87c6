import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import SQLSyntax
import Synchronization
import Testing

@Suite("Rows are exported")
struct ExportTests {
    /// All that an export writes, and the sizes of its pieces.
    private func export(
        _ name: String, _ fixture: RecordsFixture, as roles: [String] = ["admin"], rules: [Rule] = [],
        _ change: (inout ExportRequest) -> Void = { _ in }
    ) async throws -> (text: String, rows: Int, largest: Int) {
        var request = ExportRequest()
        change(&request)
        let written = Mutex<(bytes: [UInt8], largest: Int)>(([], 0))
        let rows = try await fixture.records.export(request, fixture.call(name, as: roles, rules: rules)) { piece in
            written.withLock { ($0.bytes, $0.largest) = ($0.bytes + piece, max($0.largest, piece.count)) }
        }
        let (bytes, largest) = written.withLock { $0 }
        return (String(decoding: bytes, as: UTF8.self), rows, largest)
    }

    @Test("CSV and JSON Lines have the rows, in the order of their keys", arguments: Engine.allCases)
    func forms(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let csv = try await export("customers", fixture) { $0.fields = ["id", "name", "tier"] }
            #expect(csv.text == "id,name,tier\r\n1,Ada,gold\r\n2,Bo,silver\r\n3,Cy,\r\n" && csv.rows == 3)
            let lines = try await export("customers", fixture) {
                ($0.format, $0.fields, $0.filter, $0.sort) = (.jsonl, ["name", "tier"], ["id": ["$gt": 1]], ["-name"])
            }
            #expect(lines.text == "{\"name\":\"Cy\",\"tier\":null}\n{\"name\":\"Bo\",\"tier\":\"silver\"}\n")
            let none = try await export("customers", fixture) { $0.filter = ["id": 99] }
            #expect(none.rows == 0 && none.text.hasPrefix("id,name,") && none.text.hasSuffix("\r\n"))
        }
    }

    @Test("H04 text that a spreadsheet would run as a formula is escaped, and numbers stay numbers", arguments: Engine.allCases)
    func formulas(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let cells = ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "-5", "a=1", "\"=1", "x;=1", ""]
            let rows = JSONValue.array(cells.map { ["code": .string($0 == "" ? "e" : String($0.prefix(9))), "name": .string($0)] })
            _ = try await fixture.records.create(CreateRequest(values: rows), fixture.call("albums"))
            _ = try await fixture.records.create(CreateRequest(values: ["whole": -7, "price": "-1.50", "ratio": -0.5]), fixture.call("kinds"))
            let safe = try await export("albums", fixture) { ($0.fields, $0.filter) = (["name"], ["id": ["$gt": 2]]) }
            #expect(
                safe.text
                    == "name\r\n\"'=1+1\"\r\n\"'+cmd\"\r\n\"'-2+3\"\r\n\"'@SUM(A1)\"\r\n\"'\t=1\"\r\n\"'\r=1\"\r\n-5\r\na=1\r\n\"\"\"=1\"\r\n\"x;=1\"\r\n\"\"\r\n"
            )
            let kinds = try await export("kinds", fixture) { $0.fields = ["whole", "price", "ratio"] }
            #expect(kinds.text.hasPrefix("whole,price,ratio\r\n-7,-1.5") && kinds.text.hasSuffix(",-0.5\r\n"))
            let kept = try await export("albums", fixture) { ($0.fields, $0.filter, $0.keepsFormulas) = (["name"], ["id": ["$gt": 2]], true) }
            #expect(kept.text.hasPrefix("name\r\n=1+1\r\n+cmd\r\n"))
            // An export with keepFormulas is imported byte for byte; an import never runs or changes a formula.
            var again = ImportRequest(ImportedFile(text: kept.text))
            again.form.separator = .comma
            #expect(try await fixture.records.importRows(again, fixture.call("albums")).imported == cells.count)
            let twice = try await export("albums", fixture) { ($0.fields, $0.filter, $0.keepsFormulas) = (["name"], ["id": ["$gt": 2]], true) }
            #expect(twice.text == kept.text + kept.text.dropFirst("name\r\n".count))
        }
    }

    @Test("Rows and fields outside the rights are not in it, and masked values are not read", arguments: Engine.allCases)
    func rights(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let rule = RecordsFixture.rule(
                "customers", [.view], masked: ["phone"], hidden: ["secret"],
                filter: .compare(FieldPath(field: "region_id"), .lessOrEqual(.value(.int(1)))))
            let csv = try await export("customers", fixture, as: ["clerk"], rules: [rule])
            #expect(csv.rows == 1 && csv.text.contains("Ada") && csv.text.contains("***"))
            for word in ["Bo", "Cy", "555", "secret", "blue"] { #expect(!csv.text.contains(word)) }
            let hidden = try await refusal { _ = try await export("customers", fixture, as: ["clerk"], rules: [rule]) { $0.fields = ["secret"] } }
            let missing = try await refusal { _ = try await export("customers", fixture, as: ["clerk"], rules: [rule]) { $0.fields = ["absent"] } }
            #expect(hidden.reason.replacing("secret", with: "absent") == missing.reason)
            _ = try await refusal {
                _ = try await export("customers", fixture, as: ["clerk"], rules: [rule]) { $0.filter = ["phone": "555-1"] }
            }
            #expect(try await refusal { _ = try await export("orders", fixture, as: ["clerk"], rules: [rule]) }.code == .forbidden)
        }
    }

    @Test("Many rows go out in small pieces", arguments: Engine.allCases)
    func pieces(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            try await fixture.addOrders(5_000)
            let csv = try await export("orders", fixture)
            #expect(csv.rows == 5_004 && csv.text.utf8.count > 100_000 && csv.largest < 70_000)
        }
    }
}
