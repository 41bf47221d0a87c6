import Access
import SQL
import Store
import Synchronization

/// How many calls each caller has running on each data source, so that one caller's slow statements leave connections to the others.
final class RunningCalls: Sendable {
    /// `run_sql` calls of one caller on one source. Less than any source has connections for SQL of others (SQLite 4, PostgreSQL and MySQL 8).
    static let statementsOfOthers = 3

    /// Whose calls count together, and where.
    fileprivate struct Share: Hashable, Sendable {
        let workspace: WorkspaceID
        let source: String
        let holder: String
    }

    /// One call that runs, counted out when nothing works for it any more.
    final class Turn: CallPlace {
        private let share: Share
        private let calls: RunningCalls
        private let holders = Atomic(1)

        fileprivate init(_ share: Share, of calls: RunningCalls) {
            self.share = share
            self.calls = calls
        }

        func hold() { holders.add(1, ordering: .relaxed) }

        func release() {
            if holders.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { calls.leave(share) }
        }
    }

    private let limit: Int
    private let running = Mutex<[Share: Int]>([:])

    init(limit: Int) { self.limit = limit }

    /// Counts a call in, until its turn is released.
    /// - Throws: ``Refusal`` `limited` at once when as many run already.
    func enter(_ caller: Caller, source: String) throws(Refusal) -> Turn {
        let share = Share(workspace: caller.workspace.id, source: source, holder: caller.holder)
        let isFree = running.withLock { running in
            guard running[share, default: 0] < limit else { return false }
            running[share, default: 0] += 1
            return true
        }
        guard isFree else {
            throw Refusal(
                .limited,
                "you have \(limit) run_sql calls running on data source '\(source.prefix(60))', some perhaps in its database alone: "
                    + "wait until one ends, then call again; run fewer at a time, or narrower ones")
        }
        return Turn(share, of: self)
    }

    private func leave(_ share: Share) {
        running.withLock { running in
            let left = running[share, default: 0] - 1
            running[share] = left > 0 ? left : nil
        }
    }
}
