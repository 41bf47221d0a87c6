package import JSON
import SQL
package import Store

/// One run of one version of a workflow.
package struct Execution: Hashable, Sendable {
    /// Who has it.
    package enum State: String, Hashable, Sendable, CaseIterable {
        case queued, running, waiting, ended
    }

    package let id: ExecutionID
    package let workspace: WorkspaceID
    package let workflow: WorkflowID
    package let version: Int64
    /// What set it off: `manual:…`, `webhook:…`, `schedule:…`, `change:…`.
    package let origin: String
    package let state: State
    /// Nil while queued for the first time.
    package let status: ExecutionStatus?
    package let reason: String?
    package let depth: Int
    /// How often a process took it.
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

    /// What set it off.
    /// - Throws: ``DamagedRow``.
    package func context(_ secrets: SecretBox) throws(DamagedRow) -> JSONValue {
        do { return try JSONValue(parsing: secrets.open(sealed, context: Self.sealing(workflow, origin))) } catch {
            let reason = "it was not sealed for this row with this server's key"
            throw DamagedRow(table: "workflow_executions", column: "context", key: String(id.rawValue), reason: reason)
        }
    }

    static func sealing(_ workflow: WorkflowID, _ origin: String) -> String { "execution\n\(workflow.rawValue)\n\(origin)" }
}
