import SQL
import SQLSyntax
import Synchronization

/// A real database whose reads wait until the test lets them go.
final class HeldDatabase: Database {
    private struct State {
        var held: [CheckedContinuation<Void, Never>] = []
        var isOpen = false
    }

    private let real: any Database
    private let state = Mutex(State())

    init(_ real: any Database) { self.real = real }

    /// How many reads wait.
    var heldCount: Int { state.withLock { $0.held.count } }

    /// Lets the reads that wait go, and all later ones.
    func letGo() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [] }
            return state.held
        }
        for read in held { read.resume() }
    }

    var dialect: Dialect { real.dialect }
    func read<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        await withCheckedContinuation { read in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.held.append(read) }
                return state.isOpen
            }
            if isOpen { read.resume() }
        }
        return try await real.read(bounds, body)
    }
    func write<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        try await real.write(bounds, body)
    }
    func reflect(_ bounds: CallBounds) async throws -> DatabaseSchema { try await real.reflect(bounds) }
    func close() async { await real.close() }
}
