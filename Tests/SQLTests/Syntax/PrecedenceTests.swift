import GatehouseTesting
import SQL
import SQLSyntax
import SeededRandom
import Testing

/// Operators bind as tightly as the engine's grammar says: the printed text of an expression has the same value as the text that was read.
///
/// PostgreSQL's own parser compares trees in ``SyntaxRefereeTests``.
@Suite("Syntax: precedence of operators")
struct PrecedenceTests {
    private static let chains: [DataEngine: [String]] = [
        .sqlite: [
            "1 IS NULL + 1", "1 IS NOT NULL + 1", "0 IS TRUE >> 1", "1 IS FALSE | 1", "1 IS NOT TRUE - 1", "NULL IS NULL || 'a'", "1 IS TRUE = 1",
            "2 IS (TRUE)", "2 IS NOT DISTINCT FROM TRUE", "1 ISNULL + 1", "NOT 1 IS NULL", "1 NOT NULL + 1",
        ],
        .mariadb: [
            "'3' REGEXP 1 | 2", "'3' NOT RLIKE 1 + 2", "'a' SOUNDS LIKE 4 DIV 3", "'3' LIKE 1 + 2", "'3' LIKE 1 | 2", "1 LIKE 0 + 1 = 1",
            "'%' LIKE '|%' ESCAPE '|'", "1 IN (1) + 1", "1 BETWEEN 0 AND 0 + 1", "1 IS NULL + 1", "1 IS TRUE = 1", "1 = 1 IS TRUE",
            "1 BETWEEN 0 AND 1 = 1", "NOT 1 LIKE 1 = 0", "1 REGEXP 1 REGEXP 1", "1 LIKE 1 LIKE 1",
        ],
    ]

    private static let operands = ["0", "1", "2", "3", "7", "-1", "NULL", "'1'", "'3'", "'a'", "TRUE", "FALSE"]
    private static let common = [
        "+", "-", "*", "/", "%", "&", "|", "<<", ">>", "<", "<=", ">", ">=", "=", "<>", "LIKE", "NOT LIKE", "AND", "OR", "IN (1, 2)", "NOT IN (1, 3)",
        "BETWEEN 0 AND", "NOT BETWEEN 1 AND", "IS NULL", "IS NOT NULL", "IS TRUE", "IS NOT FALSE",
    ]
    private static let infixes: [DataEngine: [String]] = [
        .sqlite: common + [
            "||", "==", "!=", "IS", "IS NOT", "IS DISTINCT FROM", "IS NOT DISTINCT FROM", "GLOB", "ISNULL", "NOTNULL", "NOT NULL", "COLLATE nocase",
        ],
        .mariadb: common + ["||", "&&", "XOR", "^", "<=>", "DIV", "MOD", "REGEXP", "NOT REGEXP", "RLIKE", "SOUNDS LIKE", "IS UNKNOWN"],
    ]
    private static let prefixes: [DataEngine: [String]] = [.sqlite: ["-", "+", "~", "NOT "], .mariadb: ["-", "+", "~", "NOT ", "!", "BINARY "]]

    private static func isPostfix(_ word: String) -> Bool {
        word.hasSuffix(")") || word.hasSuffix("NULL") || word.hasSuffix("TRUE") || word.hasSuffix("FALSE") || word.hasSuffix("UNKNOWN")
            || word.hasPrefix("COLLATE")
    }

    /// A chain of two to four operators without parentheses.
    private static func chain(_ engine: DataEngine, _ random: inout SeededGenerator) -> String {
        func one(_ all: [String]) -> String { all[random.below(all.count)] }
        func operand() -> String { (random.below(5) == 0 ? one(prefixes[engine] ?? []) : "") + one(operands) }
        var text = operand()
        for _ in 0..<2 + random.below(3) {
            let word = one(infixes[engine] ?? [])
            text += " \(word)" + (isPostfix(word) ? "" : " \(operand())")
        }
        return text
    }

    @Test("an expression that is read has the engine's own value once it is printed", arguments: [DataEngine.sqlite, .mariadb])
    func values(engine: DataEngine) async throws {
        let dialect: Dialect = engine == .sqlite ? .sqlite : .mysql
        var random = SeededGenerator(sequence: 7)
        let chains = (Self.chains[engine] ?? []) + (0..<3_000 * SyntaxPropertyTests.factor).map { _ in Self.chain(engine, &random) }
        try await DriverDatabase.with(engine) { test in
            var compared = 0
            for chain in chains {
                guard let tree = try? SelectStatement.parse("SELECT \(chain)", in: dialect),
                    let value = try? await test.json(Statement(verbatim: "SELECT \(chain)"))
                else { continue }
                compared += 1
                let printed = tree.printed(for: dialect)
                let other = try? await test.json(Statement(verbatim: printed))
                #expect(other == value, "\(chain): \(printed)")
            }
            #expect(compared > 1_000)
        }
    }
}
