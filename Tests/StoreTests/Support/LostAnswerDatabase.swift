import SQL
import SQLSyntax
import Synchronization

/// A real database whose next commits are lost: they happen and only their answers are lost on the way, or they do not happen.
final class LostAnswerDatabase: Database {
    private let real: any Database
    /// Whether each of the next commits happens. All after them are as usual.
    private let next = Mutex<[Bool]>([])

    init(_ real: any Database) { self.real = real }

    func loseNext(happens: Bool...) { next.withLock { $0 = happens } }

    var dialect: Dialect { real.dialect }
    func read<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        try await real.read(bounds, body)
    }
    func write<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        let fate = next.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        let lost = DatabaseError(.unavailable, "the connection was lost during the commit")
        let result = try await real.write(bounds) { connection in
            let result = try body(connection)
            if fate == false { throw lost }
            return result
        }
        if fate == true { throw lost }
        return result
    }
    func reflect(_ bounds: CallBounds) async throws -> DatabaseSchema { try await real.reflect(bounds) }
    func changeCounter() throws -> Int64? { try real.changeCounter() }
    func close() async { await real.close() }
}
