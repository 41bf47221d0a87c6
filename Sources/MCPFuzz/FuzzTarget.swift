/// Something that inputs are sent to.
protocol FuzzTarget: Sendable {
    /// - Returns: what came of it, in words that are few over all inputs.
    /// - Throws: ``FuzzFailure`` when the answer is wrong.
    func send(_ input: FuzzInput) async throws -> String
    /// The invariants of an idle target.
    func finish() async throws
}

extension FuzzTarget {
    func finish() {}
}
