/// Whether the current task works for a caller that is authenticated.
///
/// Calls for unauthenticated callers ("strangers") wait in a queue before they reach the database (``Store/strangers``), so that they cannot delay
/// authenticated ones however many they are. A task counts as authenticated unless it says otherwise.
package enum CallerAuthentication {
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
