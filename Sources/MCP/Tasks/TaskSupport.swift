/// Whether a tool's call may go on as a task.
public enum TaskSupport: Hashable, Sendable {
    /// ``CallContext/beginTask(_:)`` does nothing.
    case never
    /// The handler decides, by calling it or not.
    case optional
    /// Clients of 2026-07-28 that do not declare the extension are refused; legacy clients wait.
    case required
}
