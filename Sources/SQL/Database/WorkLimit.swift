import Synchronization

/// How much an engine may do for the statements of a call, in units that do not depend on how busy the machine is: the same statements on the same
/// data always end within it, or never.
///
/// The unit is a step of SQLite's virtual machine, of which there are some 25,000 in a millisecond; what PostgreSQL's planner expects is converted to it.
/// A call has a deadline beside it, far enough away that it passes on a stuck machine alone.
package final class WorkLimit: Sendable {
    private let left: Mutex<Int64>

    package init(steps: Int64) { left = Mutex(steps) }

    /// - Returns: whether so much was left; nothing is from then on otherwise.
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
