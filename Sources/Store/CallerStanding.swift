/// For whom a task works: whether its caller has proven who it is.
///
/// Calls of the store for strangers take turns before they reach the database (``Store/strangers``), so that no number of them holds up callers that are
/// known. A request counts as known unless it says otherwise.
package enum CallerStanding {
    @TaskLocal static var isStranger = false

    /// Runs `body` for a caller that has not proven who it is.
    package static func stranger<R>(_ body: () async throws -> R) async rethrows -> R {
        try await $isStranger.withValue(true) { try await body() }
    }

    /// Runs `body` for a caller that has proven who it is.
    package static func known<R>(_ body: () async throws -> R) async rethrows -> R {
        try await $isStranger.withValue(false) { try await body() }
    }
}
