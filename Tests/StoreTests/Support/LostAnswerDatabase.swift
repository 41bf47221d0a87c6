import SQL
import SQLSyntax
import Synchronization

/// A real database whose next commit happens, but whose answer is lost on the way.
final class LostAnswerDatabase: Database {
    private let real: any Database
    private let losesNext = Mutex(false)

    init(_ real: any Database) { self.real = real }

    func loseNextAnswer() { losesNext.withLock { $0 = true } }

    var dialect: Dialect { real.dialect }
    func read<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        try await real.read(bounds, body)
    }
    func write<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        let result = try await real.write(bounds, body)
        let isLost = losesNext.withLock { losesNext in
            defer { losesNext = false }
            return losesNext
        }
        if isLost { throw DatabaseError(.unavailable, "the connection was lost during the commit") }
        return result
    }
    func reflect(_ bounds: CallBounds) async throws -> DatabaseSchema { try await real.reflect(bounds) }
    func changeCounter() throws -> Int64? { try real.changeCounter() }
    func close() async { await real.close() }
}
