import Access
import Catalog
import Foundation
import GatehouseTesting
import SQL
import SQLGuard
import SQLSyntax
import SeededRandom
import Store
import Testing

/// Invariants for every statement of a grammar: nothing in the database changes, no file is created, nothing crashes, and no hidden data is
/// revealed.
///
/// `make fuzz` runs a million statements through parser and guard, 100,000 on SQLite and 10,000 on each server; `GATEHOUSE_FUZZ` is the
/// percentage of that. Without it there are fewer. Each run generates other statements; `GATEHOUSE_SEED`, which is printed, repeats a run.
@Suite("Callers' SQL: any statement")
struct GuardFuzzTests {
    /// Nil for the short run.
    private static let hundredths = ProcessInfo.processInfo.environment["GATEHOUSE_FUZZ"].flatMap { UInt64($0) }

    private static func counts(_ kind: GuardedSource.Kind) -> (judged: UInt64, run: UInt64) {
        guard let hundredths else { return kind == .sqlite ? (1_500, 500) : (300, 300) }
        return kind == .sqlite ? (10_000 * hundredths, 1_000 * hundredths) : (100 * hundredths, 100 * hundredths)
    }

    /// Everything that must not come out bears this mark.
    private static let script = """
        CREATE TABLE people (id INT PRIMARY KEY, name VARCHAR(40), region VARCHAR(40), team_id INT, ssn VARCHAR(40));
        INSERT INTO people VALUES (1, 'Ann', 'north', 1, 'canary-c'), (2, 'Bob', 'north', 2, 'canary-c'), (3, 'canary-r', 'south canary-r', 3, 'canary-c');
        CREATE TABLE notes (id INT PRIMARY KEY, body VARCHAR(40), num INT);
        INSERT INTO notes VALUES (1, 'first', 7), (2, 'it''s', 9), (42, 'canary-r', 42);
        CREATE TABLE secrets (id INT PRIMARY KEY, value VARCHAR(40)); INSERT INTO secrets VALUES (1, 'canary-t')
        """

    private func withRules(_ kind: GuardedSource.Kind, _ body: (GuardedSource) async throws -> Void) async throws {
        try await GuardedSource.with(kind, script: Self.script) { source in
            let rules: [(String, RuleContent)] = [
                (
                    "people",
                    RuleContent(actions: [.view], hidden: ["ssn"], filter: .compare(FieldPath(field: "region"), .equal(.value(.text("north")))))
                ),
                ("notes", RuleContent(actions: [.view], filter: .compare(FieldPath(field: "num"), .less(.value(.int(40)))))),
            ]
            for (collection, content) in rules {
                _ = try await source.world.rules.set(content, role: "clerk", source: "dw", collection: collection, in: World.workspace.id)
            }
            try await body(source)
        }
    }

    private func dialect(_ kind: GuardedSource.Kind) -> Dialect { kind == .sqlite ? .sqlite : kind.isPostgreSQL ? .postgresql : .mysql }

    /// The outcome of one statement: whether the guard accepted it, whether it ran, and the first hidden value that it revealed.
    private struct Outcome: Sendable {
        var isAccepted = false
        var isAnswered = false
        var leak: String?
    }

    private func outcome(_ source: GuardedSource, _ text: String, runs: Bool) async throws -> Outcome {
        var outcome = Outcome()
        do throws(Refusal) {
            let read = try await source.world.gate.prepare(text, grant: try World.grant(["clerk"]), source: "dw", World.bounds)
            outcome.isAccepted = true
            guard runs else { return outcome }
            let answer = try await read.run(into: "", limits: RowLimits(maximumRows: 200), .patient) { _, _ in
            } row: { found, row in
                for index in 0..<row.columnCount { found += (row.text(index) ?? "") + "\n" }
                return .more
            }
            outcome.isAnswered = true
            if answer.result.lowercased().contains("canary") { outcome.leak = answer.result }
        } catch {
            if error.reason.lowercased().contains("canary") { outcome.leak = error.reason }
        }
        return outcome
    }

    @Test(
        "C55 no statement of the grammar changes a byte, creates a file, or reveals hidden data",
        arguments: GuardedSource.Kind.allCases)
    func property(kind: GuardedSource.Kind) async throws {
        let counts = Self.counts(kind)
        try await withRules(kind) { source in
            let before = try source.hash()
            let temporary = try FileManager.default.contentsOfDirectory(atPath: "/tmp").filter { $0.hasPrefix("gatehouse-fuzz") }
            let lanes: UInt64 = 4
            let totals = try await withThrowingTaskGroup(of: (accepted: Int, answered: Int).self) { group in
                for lane in 0..<lanes {
                    group.addTask {
                        var totals = (accepted: 0, answered: 0)
                        for number in stride(from: lane, to: counts.judged, by: Int(lanes)) {
                            let seed = SeededGenerator.runSeed &+ number
                            var grammar = StatementGrammar(dialect(kind), seed: seed)
                            let text = grammar.statement()
                            let outcome = try await outcome(source, text, runs: number < counts.run)
                            if let leak = outcome.leak { Issue.record("seed \(seed) tells what is hidden: \(text)\n\(leak)") }
                            if outcome.isAccepted { totals.accepted += 1 }
                            if outcome.isAnswered { totals.answered += 1 }
                        }
                        return totals
                    }
                }
                return try await group.reduce(into: (accepted: 0, answered: 0)) { $0 = ($0.accepted + $1.accepted, $0.answered + $1.answered) }
            }
            // A grammar whose statements are all refused would prove nothing, and so would one without attacks.
            #expect(totals.accepted > Int(counts.judged) / 3 && totals.accepted < Int(counts.judged) * 9 / 10, "\(totals)")
            #expect(totals.answered > Int(counts.run) / 4, "\(totals)")
            let after = try source.hash()
            #expect(after == before)
            let left = try FileManager.default.contentsOfDirectory(atPath: "/tmp").filter { $0.hasPrefix("gatehouse-fuzz") }
            #expect(left == temporary)
            if Self.hundredths != nil {
                print(
                    "\(kind): \(counts.judged) judged, \(totals.accepted) accepted; \(min(counts.run, counts.judged)) run, \(totals.answered) answered"
                )
            }
        }
    }
}
