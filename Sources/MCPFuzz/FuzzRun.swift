import SeededRandom

/// Sends inputs of one kind. Inputs with new outcomes are mutated further.
package struct FuzzRun {
    /// Measurements of a run.
    package struct Figures: Sendable {
        package var inputs = 0
        package var seconds = 0.0
        /// The longest time for one input. Unit: seconds.
        package var slowest = 0.0
        /// Resident memory after the first tenth and at the end. Unit: MB.
        package var early = 0.0
        package var late = 0.0
    }

    private static let maximumPool = 1_000

    package let kind: FuzzInput.Kind
    private var pool: [FuzzInput]
    private var mutator: Mutator

    package init(_ kind: FuzzInput.Kind, corpus: Corpus, seed: UInt64 = 1) {
        self.kind = kind
        pool = (Words.seeds + corpus.lines.map(\.input)).filter { $0.kind == kind }
        mutator = Mutator(random: SeededGenerator(seed: seed))
    }

    /// The outcome of one unchanged input.
    package static func outcome(of input: FuzzInput) async throws -> String { try await target(input.kind).send(input) }

    /// - Parameter corpus: receives the inputs with new outcomes.
    /// - Throws: ``FuzzFailure`` at the first wrong response.
    package mutating func run(_ count: Int, _ corpus: inout Corpus) async throws -> Figures {
        var figures = Figures()
        let clock = ContinuousClock()
        let start = clock.now
        // One target for the whole run: its memory use is bounded, so growth means a leak.
        let target = try await Self.target(kind)
        for part in 0..<10 {
            for _ in 0..<count / 10 {
                let input = mutator.change(pool[mutator.random.below(pool.count)], with: pool[mutator.random.below(pool.count)])
                let before = clock.now
                let outcome = try await target.send(input)
                figures.slowest = max(figures.slowest, (clock.now - before) / .seconds(1))
                figures.inputs += 1
                guard corpus.isNew(kind, outcome) else { continue }
                // An outcome that depends on earlier inputs is useful for mutation, but is not stored.
                if pool.count < Self.maximumPool { pool.append(input) }
                if try await Self.outcome(of: input) == outcome { corpus.keep(input, outcome) }
            }
            try await target.finish()
            if part == 0 { figures.early = ResidentMemory.megabytes }
        }
        figures.seconds = (clock.now - start) / .seconds(1)
        figures.late = ResidentMemory.megabytes
        return figures
    }

    private static func target(_ kind: FuzzInput.Kind) async throws -> any FuzzTarget {
        switch kind {
        case .reader: ReaderTarget()
        case .request: try await RequestTarget()
        case .stream: try await StreamTarget()
        }
    }
}
