import Access
import Testing

/// The refusal that `body` ends in; a test fails when there is none.
func refusal(_ body: () async throws -> Void) async throws -> Refusal {
    do { try await body() } catch { return try #require(error as? Refusal, "a Refusal, not \(error)") }
    throw NotRefused()
}

struct NotRefused: Error, CustomStringConvertible {
    var description: String { "the call was let through" }
}
