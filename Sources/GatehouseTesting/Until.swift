/// Returns when it is so: asks again and again, and leaves the processor to others between.
/// - Throws: ``FixtureError`` after tries that take a minute at least, and longer on a busy machine.
package func until(file: String = #fileID, line: Int = #line, _ condition: () async throws -> Bool) async throws {
    for _ in 0..<30_000 {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(2))
    }
    throw FixtureError("what \(file):\(line) waits for does not come")
}
