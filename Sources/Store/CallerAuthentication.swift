/// Whether the current task works for an authenticated caller.
///
/// Calls for unauthenticated callers ("strangers") wait in a queue before they reach the database (``Store/strangers``), so that any number
/// of them cannot delay authenticated callers. A task counts as authenticated unless it is marked otherwise.
package enum CallerAuthentication {
    @TaskLocal static var isStranger = false

    /// Runs `body` for a caller that is not authenticated.
    package static func stranger<R>(_ body: () async throws -> R) async rethrows -> R {
        try await $isStranger.withValue(true) { try await body() }
    }

    /// Runs `body` for an authenticated caller.
    package static func known<R>(_ body: () async throws -> R) async rethrows -> R {
        try await $isStranger.withValue(false) { try await body() }
    }
}
