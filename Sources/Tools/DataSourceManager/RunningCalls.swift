import Access
import Store
import Synchronization

/// How many calls each caller has running on each data source, so that one caller's slow statements leave connections to the others.
final class RunningCalls: Sendable {
    /// `run_sql` calls of one caller on one source. Less than any source has connections for SQL of others (SQLite 4, PostgreSQL and MySQL 8).
    static let statementsOfOthers = 3

    /// One call that runs.
    struct Turn: Hashable, Sendable {
        fileprivate let workspace: WorkspaceID
        fileprivate let source: String
        fileprivate let holder: String
    }

    private let limit: Int
    private let running = Mutex<[Turn: Int]>([:])

    init(limit: Int) { self.limit = limit }

    /// Counts a call in; ``leave(_:)`` counts it out.
    /// - Throws: ``Refusal`` `limited` at once when as many run already.
    func enter(_ caller: Caller, source: String) throws(Refusal) -> Turn {
        // All keys of a user count together.
        let holder = caller.user.map { "user \($0.id.rawValue)" } ?? caller.application.map { "application \($0.id.rawValue)" } ?? caller.label
        let turn = Turn(workspace: caller.workspace.id, source: source, holder: holder)
        let isFree = running.withLock { running in
            guard running[turn, default: 0] < limit else { return false }
            running[turn, default: 0] += 1
            return true
        }
        guard isFree else {
            throw Refusal(
                .limited,
                "you have \(limit) run_sql calls running on data source '\(source.prefix(60))': wait until one ends, then call again; "
                    + "run fewer at a time, or narrower ones")
        }
        return turn
    }

    func leave(_ turn: Turn) {
        running.withLock { running in
            let left = running[turn, default: 0] - 1
            running[turn] = left > 0 ? left : nil
        }
    }
}
