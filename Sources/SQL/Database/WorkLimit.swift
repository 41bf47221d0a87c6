import Synchronization

/// How much work an engine may do for the statements of a call, in units that do not depend on the machine's load: the same statements on
/// the same data always stay within the limit, or never do.
///
/// The unit is a step of SQLite's virtual machine; there are about 25,000 in a millisecond. The cost estimate of PostgreSQL's planner is
/// converted to it. The call also has a deadline, so distant that it passes only on a stuck machine.
package final class WorkLimit: Sendable {
    private let left: Mutex<Int64>

    package init(steps: Int64) { left = Mutex(steps) }

    /// Uses up steps.
    /// - Returns: false when fewer were left; from then on none are left.
    package func take(_ steps: Int64) -> Bool {
        left.withLock { left in
            guard steps <= left else {
                left = 0
                return false
            }
            left -= steps
            return true
        }
    }
}
