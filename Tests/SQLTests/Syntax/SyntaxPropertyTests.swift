import Foundation
import SQL
import SQLSyntax
import Testing

/// Laws that hold for every tree and every text of a seeded generator. `GATEHOUSE_FUZZ` multiplies the numbers.
@Suite("Syntax: laws")
struct SyntaxPropertyTests {
    static let factor = UInt64(ProcessInfo.processInfo.environment["GATEHOUSE_FUZZ"] ?? "1") ?? 1

    @Test("a printed tree parses to the same tree", arguments: Dialect.allCases)
    func roundTrip(dialect: Dialect) throws {
        var read = 0
        for seed in 0..<600 * Self.factor {
            var generator = SyntaxGenerator(dialect, seed: seed)
            let tree = generator.statement()
            let printed = tree.printed(for: dialect)
            guard printed.utf8.count <= SyntaxLimits.length else { continue }
            let again = try SelectStatement.parse(printed, in: dialect)
            guard again == tree, again.printed(for: dialect).utf8.elementsEqual(printed.utf8) else {
                Issue.record("seed \(seed): \(printed)")
                return
            }
            read += 1
        }
        #expect(read > 500)
    }

    @Test("whatever is done to a text, its parsed tree prints and parses to the same tree", arguments: Dialect.allCases)
    func mutations(dialect: Dialect) throws {
        var read = 0
        for seed in 0..<3_000 * Self.factor {
            var generator = SyntaxGenerator(dialect, seed: seed)
            let text = generator.mutated(generator.statement(depth: 2).printed(for: dialect))
            guard let tree = try? SelectStatement.parse(text, in: dialect) else { continue }
            let printed = tree.printed(for: dialect)
            guard let again = try? SelectStatement.parse(printed, in: dialect), again == tree else {
                Issue.record("seed \(seed): \(text)\n\(printed)")
                return
            }
            read += 1
        }
        #expect(read > 300)
    }

    @Test("walking over a tree without changing it gives the same tree", arguments: Dialect.allCases)
    func walking(dialect: Dialect) throws {
        for seed in 0..<300 * Self.factor {
            var generator = SyntaxGenerator(dialect, seed: seed)
            let tree = generator.statement()
            #expect(try tree.replacingExpressions { _ in nil } == tree)
            // MySQL refuses names that differ by case alone.
            if let same = try? tree.replacingTables(in: dialect, { .table($0) }) { #expect(same == tree) }
            #expect(tree.called.functions.count <= tree.printed(for: dialect).utf8.count)
        }
    }
}
