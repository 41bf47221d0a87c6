public import JSON

/// A call that continues after its response, in stored form (extension `io.modelcontextprotocol/tasks`).
public struct TaskRecord: Hashable, Sendable {
    /// The state of the task. The last three are final.
    public enum Status: String, Hashable, Sendable {
        case working
        case inputRequired = "input_required"
        case completed, failed, cancelled

        public var isFinal: Bool { self == .completed || self == .failed || self == .cancelled }
    }

    /// 128 random bits.
    public var id: String
    /// Key of the principal that owns the task.
    public var owner: String
    /// Name of the tool that was called.
    public var tool: String
    public var status = Status.working
    /// Describes the state for people.
    public var statusMessage: String?
    /// Both times are in milliseconds since 1970.
    public var createdAt: Int64
    public var updatedAt: Int64
    /// How long the task is stored from its beginning. Unit: milliseconds.
    public var lifetime: Int64
    /// The time after which a client should poll again. Unit: milliseconds.
    public var pollInterval: Int64
    /// The result of a completed task, in the form of the call's result.
    public var result: JSONFragment?
    /// The JSON-RPC error of a failed task.
    public var error: JSONValue?
    /// The open questions to the client: key to `{method, params}`.
    public var inputRequests = JSONObject()

    public init(id: String, owner: String, tool: String, createdAt: Int64, lifetime: Int64, pollInterval: Int64) {
        self.id = id
        self.owner = owner
        self.tool = tool
        self.createdAt = createdAt
        updatedAt = createdAt
        self.lifetime = lifetime
        self.pollInterval = pollInterval
    }

    /// Writes the members of a new task.
    func write(into writer: inout JSONWriter) {
        writer.member("taskId", id)
        writer.member("status", status.rawValue)
        if let statusMessage { writer.member("statusMessage", statusMessage) }
        writer.member("createdAt", UnixTime.text(createdAt))
        writer.member("lastUpdatedAt", UnixTime.text(updatedAt))
        writer.key("ttlMs")
        writer.int(lifetime)
        writer.key("pollIntervalMs")
        writer.int(pollInterval)
    }

    /// Writes all members, including those that depend on the status.
    func writeDetails(into writer: inout JSONWriter) {
        write(into: &writer)
        switch status {
        case .completed:
            guard let result else { return }
            writer.key("result")
            writer.fragment(result)
        case .failed:
            guard let error else { return }
            writer.key("error")
            writer.value(error)
        case .inputRequired:
            writer.key("inputRequests")
            writer.value(.object(inputRequests))
        case .working, .cancelled: break
        }
    }
}

/// The response to a call that continues as a task.
struct CreateTaskResult: ResultBody {
    let record: TaskRecord
    var resultType: StaticString { "task" }

    func writeMembers(into writer: inout JSONWriter, revision: Revision) { record.write(into: &writer) }
}

/// The response to `tasks/get`.
struct GetTaskResult: ResultBody {
    let record: TaskRecord

    func writeMembers(into writer: inout JSONWriter, revision: Revision) { record.writeDetails(into: &writer) }
}
