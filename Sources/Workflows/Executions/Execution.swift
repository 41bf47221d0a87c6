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

    init(_ row: any Row) {
        id = ExecutionID(row.int(0) ?? 0)
        workspace = WorkspaceID(row.int(1) ?? 0)
        workflow = WorkflowID(row.int(2) ?? 0)
        version = row.int(3) ?? 0
        origin = row.text(4) ?? ""
        state = row.text(5).flatMap(State.init(rawValue:)) ?? .ended
        status = row.int(6).flatMap(ExecutionStatus.init(rawValue:))
        reason = row.text(7)
        depth = Int(row.int(8) ?? 0)
        attempts = row.int(9) ?? 0
        created = Timestamp(microseconds: row.int(10) ?? 0)
        started = row.int(11).map { Timestamp(microseconds: $0) }
        ended = row.int(12).map { Timestamp(microseconds: $0) }
        sealed = row.bytes(13) ?? []
    }

    /// What set it off.
    package func context(_ secrets: SecretBox) throws -> JSONValue {
        try JSONValue(parsing: secrets.open(sealed, context: Self.sealing(workflow, origin)))
    }

    static func sealing(_ workflow: WorkflowID, _ origin: String) -> String { "execution\n\(workflow.rawValue)\n\(origin)" }
}
