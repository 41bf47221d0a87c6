import MCPFuzz
import Testing

/// The inputs that the fuzzer found worth keeping, one of each outcome, and a short run of it. `make fuzz` makes ten million of each kind.
@Suite("Corpus of inputs", .timeLimit(.minutes(5)))
struct CorpusTests {
    private static func corpus() throws -> Corpus { try Corpus(Repository.text("Tests/MCPTests/Corpus/corpus.jsonl")) }

    @Test("B09 B10 B11 B12 Each input that is kept has the outcome that it had", arguments: FuzzInput.Kind.allCases)
    func kept(kind: FuzzInput.Kind) async throws {
        let lines = try Self.corpus().lines.filter { $0.input.kind == kind }
        #expect(lines.count > 15)
        for (input, outcome) in lines {
            let found = try await FuzzRun.outcome(of: input)
            #expect(found == outcome)
        }
    }

    @Test("B09 B10 B11 B12 Nothing made from the inputs that are kept is answered wrongly", arguments: FuzzInput.Kind.allCases)
    func changed(kind: FuzzInput.Kind) async throws {
        var corpus = try Self.corpus()
        var run = FuzzRun(kind, corpus: corpus, seed: 5)
        let figures = try await run.run(10_000, &corpus)
        #expect(figures.inputs == 10_000)
    }
}
