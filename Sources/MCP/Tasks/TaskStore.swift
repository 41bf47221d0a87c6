/// Stores tasks for all nodes: once a task was returned to a client, any node can find it.
public protocol TaskStore: Sendable {
    func add(_ task: TaskRecord) async throws

    /// Nil for a task that is unknown or has expired.
    func task(_ id: String) async throws -> TaskRecord?

    /// Changes a task atomically. Nil when it is unknown. If the body returns false, the task is not changed.
    func change(_ id: String, _ body: @escaping @Sendable (inout TaskRecord) -> Bool) async throws -> TaskRecord?
}

/// Whether a tool's call may continue as a task.
public enum TaskSupport: Hashable, Sendable {
    /// Never: ``CallContext/beginTask(_:)`` does nothing.
    case never
    /// The handler decides whether to call it.
    case optional
    /// Clients of 2026-07-28 that do not declare the extension are refused. Legacy clients wait for the result.
    case required
}
