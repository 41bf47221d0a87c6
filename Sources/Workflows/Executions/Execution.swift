package import JSON
import SQL
package import Store

/// One run of one version of a workflow.
package struct Execution: Hashable, Sendable {
    /// Whether it waits for a process, runs, waits for a person, or has ended.
    package enum State: String, Hashable, Sendable, CaseIterable {
        case queued, running, waiting, ended
    }

    package let id: ExecutionID
    package let workspace: WorkspaceID
    package let workflow: WorkflowID
    package let version: Int64
    /// The trigger: `manual:…`, `webhook:…`, `schedule:…`, `change:…`.
    package let origin: String
    package let state: State
    /// Nil while queued for the first time.
    package let status: ExecutionStatus?
    package let reason: String?
    package let depth: Int
    /// How often a process has claimed it.
    package let attempts: Int64
    package let created: Timestamp
    package let started: Timestamp?
    package let ended: Timestamp?
    /// `{"data":…}`, sealed.
    private let sealed: [UInt8]

    static let columns: Statement = """
        id, workspace_id, workflow_id, version, origin, state, status, reason, depth, attempts, created_at, started_at, ended_at, context
        """

    init(_ row: StoredRow) throws(DamagedRow) {
        id = try row["id", .id()]
        workspace = try row["workspace_id", .id()]
        workflow = try row["workflow_id", .id()]
        version = try row["version", .integer]
        origin = try row["origin", .text]
        state = try row["state", .word()]
        status = try row["status", .optional(.status)]
        reason = try row["reason", .optional(.text)]
        depth = try row["depth", .int]
        attempts = try row["attempts", .integer]
        created = try row["created_at", .time]
        started = try row["started_at", .optional(.time)]
        ended = try row["ended_at", .optional(.time)]
        sealed = try row["context", .bytes]
    }

    /// The trigger data.
    /// - Throws: ``DamagedRow``.
    package func context(_ secrets: SecretBox) throws(DamagedRow) -> JSONValue {
        do { return try JSONValue(parsing: secrets.open(sealed, context: Self.sealing(workflow, origin))) } catch {
            let reason = "it was not sealed for this row with this server's key"
            throw DamagedRow(table: "workflow_executions", column: "context", key: String(id.rawValue), reason: reason)
        }
    }

    static func sealing(_ workflow: WorkflowID, _ origin: String) -> String { "execution\n\(workflow.rawValue)\n\(origin)" }
}

/// The status of an execution or of a node, with NocoBase's numbers. Null, for an execution only, means queued.
package enum ExecutionStatus: Int64, Hashable, Sendable {
    /// The execution has begun; a node runs or waits for a person.
    case started = 0
    case resolved = 1
    /// Ended by its nodes: a condition that rejects, an `end` with -1.
    case failed = -1
    /// A node or the execution failed with an error.
    case error = -2
    /// Ended by a limit on time or depth.
    case aborted = -3
    case canceled = -4
    case rejected = -5
    /// The effect of a node is unknown, because its process ended meanwhile: a person checks and decides.
    case unknown = -6
}

extension Codec<ExecutionStatus> {
    static let status = Codec("a status", write: { .int($0.rawValue) }) { row, index in row.int(index).flatMap(ExecutionStatus.init(rawValue:)) }
}

/// An execution to add.
package struct NewExecution: Sendable {
    let workflow: Workflow
    /// Unique for the workflow, so that an event starts only one execution.
    let origin: String
    /// `{"data":…}`
    let context: JSONValue
    let depth: Int
    /// Set to end the execution at once; nil to run it.
    let end: (status: ExecutionStatus, reason: String)?

    package init(
        of workflow: Workflow, origin: String, data: JSONValue, depth: Int = 0, end: (status: ExecutionStatus, reason: String)? = nil
    ) {
        (self.workflow, self.origin, self.context, self.depth, self.end) = (workflow, origin, ["data": data], depth, end)
    }
}

/// One node of one execution; in a loop, one pass of it.
package struct Job: Hashable, Sendable {
    /// The keys of the enclosing nodes, with the index of the pass: `loop1.0/create1`.
    package let path: String
    package let node: String
    package var status: ExecutionStatus
    package var reason: String?
    package var result: JSONValue
    package let started: Timestamp
    package var ended: Timestamp?
    /// The question to a person, with variables replaced; nil without one.
    package private(set) var message: String?

    init(
        path: String, node: String, status: ExecutionStatus, reason: String? = nil, result: JSONValue = .null, started: Timestamp,
        ended: Timestamp? = nil, message: String? = nil
    ) {
        (self.path, self.node, self.status, self.reason, self.result) = (path, node, status, reason, result)
        (self.started, self.ended, self.message) = (started, ended, message)
    }

    static let columns: Statement = "execution_id, path, node_key, status, reason, result, started_at, ended_at, message"

    init(_ row: StoredRow, _ secrets: SecretBox) throws(DamagedRow) {
        let execution: ExecutionID = try row["execution_id", .id()]
        let path = try row["path", .text]
        self.path = path
        node = try row["node_key", .text]
        status = try row["status", .status]
        reason = try row["reason", .optional(.text)]
        if try row["result", .optional(.bytes)] == nil {
            result = .null
        } else {
            let plain = try row.opened("result", by: secrets, context: Self.sealing(execution, path))
            do { result = try JSONValue(parsing: plain) } catch { throw row.damage("result", "expected JSON") }
        }
        started = try row["started_at", .time]
        ended = try row["ended_at", .optional(.time)]
        guard try row["message", .optional(.bytes)] != nil else { return }
        message = String(decoding: try row.opened("message", by: secrets, context: Self.sealing(messageOf: execution, path)), as: UTF8.self)
    }

    static func sealing(_ execution: ExecutionID, _ path: String) -> String { "job\n\(execution.rawValue)\n\(path)" }
    static func sealing(messageOf execution: ExecutionID, _ path: String) -> String { "message\n\(execution.rawValue)\n\(path)" }
}
