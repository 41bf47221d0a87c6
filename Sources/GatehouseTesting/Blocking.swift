import Foundation

/// Runs blocking code on its own thread, so that it does not occupy one of the few threads that tests share.
package func blocking<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
