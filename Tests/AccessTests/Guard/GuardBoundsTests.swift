import Access
import GatehouseTesting
import SQL
import SQLGuard
import SQLSyntax
import Testing

/// The limits of callers' statements on each engine, whatever its login may do.
@Suite("Callers' SQL: bounds")
struct GuardBoundsTests {
    private static let script: String = {
        let rows = (1...60).map { "(\($0), 'hidden-word')" }.joined(separator: ", ")
        return "CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(20)); INSERT INTO t VALUES \(rows)"
    }()

    private static func endless(_ kind: GuardedSource.Kind) -> [String] {
        let joined = "SELECT count(*) FROM t a, t b, t c, t d, t e, t f WHERE a.id + b.id + c.id + d.id + e.id + f.id < 0"
        // MariaDB ends a recursion by itself after a thousand rounds.
        let recursive = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        return kind.isMariaDB
            ? [joined] : kind.isPostgreSQL ? [joined, recursive, "SELECT count(*) FROM generate_series(1, 1000000000) AS s"] : [joined, recursive]
    }

    @Test("C37 an endless or nearly endless statement is stopped at its deadline, and the next one runs", arguments: GuardedSource.Kind.allCases)
    func endless(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script) { source in
            let before = try source.hash()
            for text in Self.endless(kind) {
                let read = try await source.world.gate.prepare(text, grant: World.grant(["admin"]), source: "dw", World.bounds)
                let refused = try await refusal {
                    try await read.run(into: 0, limits: .none, .within(.milliseconds(500)), columns: { _, _ in }, row: { _, _ in .more })
                }
                #expect(refused?.code == .limited, "\(text): \(refused?.reason ?? "ran")")
                let next = try await source.rows("SELECT count(*) FROM t")
                #expect(next == [["60"]])
            }
            let after = try source.hash()
            #expect(after == before)
        }
    }

    @Test("C40 rows by the hundred thousand are cut at the caps while they stream, and it is said", arguments: GuardedSource.Kind.allCases)
    func cut(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script) { source in
            let text = "SELECT a.id, a.name FROM t a, t b, t c"
            let read = try await source.world.gate.prepare(text, grant: World.grant(["admin"]), source: "dw", World.bounds)
            for limits in [RowLimits(maximumRows: 1_000), RowLimits(maximumBytes: 10_000)] {
                let (count, summary) = try await read.run(into: 0, limits: limits, World.bounds, columns: { _, _ in }) { count, _ in
                    count += 1
                    return .more
                }
                #expect(summary == ReadSummary(rows: count, isTruncated: true) && count > 100 && count <= 1_000)
            }
        }
    }

    @Test("C43 the engine's message about a statement reveals no value, path, host or SQL", arguments: GuardedSource.Kind.allCases)
    func words(kind: GuardedSource.Kind) async throws {
        try await GuardedSource.with(kind, script: Self.script) { source in
            let failing =
                kind == .sqlite
                ? "SELECT abs(-9223372036854775807 - id) FROM t"
                : kind.isPostgreSQL ? "SELECT CAST(name AS integer) FROM t" : "SELECT exp(9999 * id) FROM t WHERE name = 'hidden-word'"
            let refused = try await refusal { _ = try await source.rows(failing) }
            let said = try #require(refused?.reason, "it ran")
            for word in ["hidden-word", "127.0.0.1", "gatehouse", "/", "SELECT", "abs(", "CAST"] { #expect(!said.contains(word), "\(said)") }
        }
    }
}
