package import SQL
import Synchronization

/// A database that is filled once per process and copied for each test, because migrations take longer than most tests.
package final class PreparedDatabase: Sendable {
    private let fill: @Sendable (any Database) async throws -> Void
    private let originals = Mutex<[StoreEngine: Task<TestDatabase, any Error>]>([:])

    /// - Parameter fill: fills the database and closes it.
    package init(_ fill: @escaping @Sendable (any Database) async throws -> Void) { self.fill = fill }

    /// A copy for one test. It is removed when the last reference is released.
    package func copy(on engine: StoreEngine) async throws -> TestDatabase {
        let original = originals.withLock { originals in
            if let known = originals[engine] { return known }
            let made = Task.detached { [fill] in
                let made = try await engine.makeDatabase()
                try await fill(made.open())
                return made
            }
            originals[engine] = made
            return made
        }
        let filled = try await original.value
        return try await blocking { try TestDatabase(copying: filled) }
    }
}
