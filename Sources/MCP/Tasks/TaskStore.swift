/// Keeps tasks for all nodes: a task that was returned to a client can be found by the next request on any node.
public protocol TaskStore: Sendable {
    func add(_ task: TaskRecord) async throws

    /// Nil for a task that is unknown or past its lifetime.
    func task(_ id: String) async throws -> TaskRecord?

    /// Changes a task as one step; nil when it is unknown. A change that answers false changes nothing.
    func change(_ id: String, _ body: @escaping @Sendable (inout TaskRecord) -> Bool) async throws -> TaskRecord?
}

/// Whether a tool's call may continue as a task.
public enum TaskSupport: Hashable, Sendable {
    /// ``CallContext/beginTask(_:)`` does nothing.
    case never
    /// The handler decides, by calling it or not.
    case optional
    /// Clients of 2026-07-28 that do not declare the extension are refused; legacy clients wait.
    case required
}
