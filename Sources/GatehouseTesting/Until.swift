/// Waits until a condition is true. It checks repeatedly and yields the processor in between.
/// - Throws: ``FixtureError`` after attempts that take at least a minute, and longer on a busy machine.
package func until(file: String = #fileID, line: Int = #line, _ condition: () async throws -> Bool) async throws {
    for _ in 0..<30_000 {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(2))
    }
    throw FixtureError("what \(file):\(line) waits for does not come")
}
