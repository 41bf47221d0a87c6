/// The code under test, which receives the inputs.
protocol FuzzTarget: Sendable {
    /// - Returns: the outcome in words. All inputs together have only few outcomes.
    /// - Throws: ``FuzzFailure`` when the response is wrong.
    func send(_ input: FuzzInput) async throws -> String
    /// Checks the invariants of an idle target.
    func finish() async throws
}

extension FuzzTarget {
    func finish() {}
}
