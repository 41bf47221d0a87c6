/// Keeps tasks for all nodes: a task that was answered with is found by the next request anywhere.
public protocol TaskStore: Sendable {
    func add(_ task: TaskRecord) async throws

    /// Nil for a task that is unknown or past its lifetime.
    func task(_ id: String) async throws -> TaskRecord?

    /// Changes a task as one step; nil when it is unknown. A change that answers false changes nothing.
    func change(_ id: String, _ body: @escaping @Sendable (inout TaskRecord) -> Bool) async throws -> TaskRecord?
}
