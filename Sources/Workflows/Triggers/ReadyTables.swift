import Catalog
import SQL
import Store
import Synchronization

/// Workspaces whose database is known to have the tables of ``ChangeTables``.
final class ReadyTables: Sendable {
    private let known = Mutex<Set<WorkspaceID>>([])
    /// Beyond, all are asked again. Unit: workspaces.
    private static let limit = 4_096

    /// Makes the tables where they are missing.
    func ensure(_ workspace: WorkspaceID, in database: any Database, _ bounds: CallBounds) async throws {
        if known.withLock({ $0.contains(workspace) }) { return }
        try await database.define(bounds) { try ChangeTables.make(on: $0) }
        known.withLock { known in
            if known.count >= Self.limit { known = [] }
            known.insert(workspace)
        }
    }

    /// Lets the next use look: a database may be another one.
    func forget(_ workspace: WorkspaceID) { known.withLock { _ = $0.remove(workspace) } }
}
