/// Returns when it is so: asks again and again, and leaves the processor to others between. A test that waits in vain ends with its time limit.
package func until(_ condition: () async throws -> Bool) async throws {
    while try await !condition() { try await Task.sleep(for: .milliseconds(2)) }
}
