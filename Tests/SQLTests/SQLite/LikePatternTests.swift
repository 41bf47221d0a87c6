import GatehouseTesting
import SQL
import Testing

@Suite("SQLite guard: LIKE")
struct LikePatternTests {
    @Test("it has the meaning of SQLite's own LIKE")
    func same() async throws {
        let fixture = try await SQLiteGuardFixture()
        var generator = SeededBytes(seed: 7)
        let (texts, patterns) = (["a", "b", "A", "%", "_", "!", "ä", "😀", ""], ["a", "B", "%", "%", "_", "!", "ä", "😀"])
        var told: Set<String> = []
        for _ in 0..<60 {
            // Many comparisons per statement, because the guard is created again for each statement.
            let pairs = (0..<50).map { index in
                let escape = ["", " ESCAPE '!'", " ESCAPE 'a'"][generator.next(3)]
                guard index % 2 == 0 else { return (generator.text(of: texts, upTo: 8), generator.text(of: patterns, upTo: 6), escape) }
                // Long ones, without `_`.
                let (long, plain) = (String(repeating: "x", count: 100 + generator.next(3)), patterns.filter { $0 != "_" })
                let text =
                    generator.text(of: texts, upTo: 4) + String(repeating: "X", count: 100 + generator.next(3)) + generator.text(of: texts, upTo: 4)
                return (text, generator.text(of: plain, upTo: 3) + long + generator.text(of: plain, upTo: 3), escape)
            }
            let columns = pairs.map { text, pattern, escape in "('\(text)' LIKE '\(pattern)'\(escape))" }
            let sql = "SELECT \(columns.joined(separator: ", "))"
            let own = try await fixture.rows(sql).rows
            let engines = try await fixture.base.texts(Statement(verbatim: "SELECT \(columns.joined(separator: " || ' ' || "))"))
            #expect(own.map { $0.joined(separator: " ") } == engines, "\(sql)")
            for (index, answer) in own[0].enumerated() { told.insert("\(index % 2 == 0) \(answer)") }
        }
        #expect(told == ["true 0", "true 1", "false 0", "false 1"])
        let nulls = try await fixture.rows("SELECT NULL LIKE 'a', 'a' LIKE NULL, 'a' LIKE 'a' ESCAPE NULL, 12 LIKE '1%', x'61' LIKE 'A'")
        #expect(nulls.rows == [["NULL", "NULL", "NULL", "1", "1"]])
    }

    @Test("C37 a long pattern takes no longer than its text; one with `_` that would is refused")
    func long() async throws {
        let fixture = try await SQLiteGuardFixture()
        let text = "replace(hex(zeroblob(490000)), '0', 'a')"
        let half = "replace(hex(zeroblob(200000)), '0', 'a')"
        // SQLite's own would take minutes in a step that no deadline ends.
        #expect(try await fixture.rows("SELECT \(text) LIKE '%' || \(half) || 'b%', \(text) LIKE '%' || \(half) || '%'").rows == [["0", "1"]])
        let long = String(repeating: "a", count: 100)
        #expect(try await fixture.rows("SELECT name LIKE '\(long)' FROM open").rows == [["0"], ["0"]])
        let error = await databaseError { _ = try await fixture.rows("SELECT name LIKE '\(long)_' FROM open") }
        #expect(error?.code == .invalid)
    }
}

private struct SeededBytes {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// A number below `bound`.
    mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    mutating func text(of parts: [String], upTo count: Int) -> String { (0..<next(count + 1)).map { _ in parts[next(parts.count)] }.joined() }
}
