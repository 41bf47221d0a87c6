package import Access
import JSON
import SQL
package import Store

/// The executions of every workspace: queued, run by one process at a time, ended.
///
/// Every write of a run names its process, and takes effect only while that process owns the execution. One that was cancelled or taken
/// over is not changed.
package struct Executions: Sendable {
    let store: Store

    /// Adds executions, but only one for each event.
    /// - Returns: their ids, in the given order; for a known event the id of its earlier execution.
    /// - Throws: ``Refusal`` `limited` when too many executions of the workspace are queued.
    package func add(_ new: [NewExecution], now: Timestamp = .now) async throws -> [ExecutionID] {
        let secrets = store.secrets
        let sealed = try new.map { try secrets.seal($0.context.serialized, context: Execution.sealing($0.workflow.id, $0.origin)) }
        guard !new.contains(where: { $0.context.serialized.count > WorkflowLimits.contextBytes }) else {
            throw Refusal(.invalidArgument, "data: at most \(WorkflowLimits.contextBytes / 1024) KB set a workflow off")
        }
        return try await store.write(changesRights: false) { connection in
            for workspace in Set(new.map(\.workflow.workspace)) { try Self.checkRoom(in: workspace, on: connection) }
            return try zip(new, sealed).map { try Self.insert($0, $1, now, on: connection) }
        }
    }

    static func checkRoom(in workspace: WorkspaceID, on connection: any Connection) throws {
        let waiting = try connection.count(
            """
            SELECT count(*) FROM (SELECT 1 FROM workflow_executions WHERE workspace_id = \(workspace) AND state = 'queued'
            LIMIT \(WorkflowLimits.queued + 1)) AS queue
            """)
        guard waiting <= WorkflowLimits.queued else {
            throw Refusal(.limited, "\(WorkflowLimits.queued) executions of this workspace wait already; try again later", retryAfter: 30)
        }
    }

    static func insert(_ new: NewExecution, _ sealed: [UInt8], _ now: Timestamp, on connection: any Connection) throws -> ExecutionID {
        let state: Execution.State = new.end == nil ? .queued : .ended
        for _ in 0..<16 {
            let id: ExecutionID? = try connection.value(
                of: "workflow_executions",
                """
                INSERT INTO workflow_executions
                (id, workspace_id, workflow_id, version, origin, state, status, reason, context, depth, attempts, created_at, ended_at)
                VALUES (\(OpaqueID.next()), \(new.workflow.workspace), \(new.workflow.id), \(new.workflow.version), \(new.origin),
                \(state.rawValue), \(new.end?.status.rawValue), \(new.end?.reason), \(sealed), \(Int64(new.depth)), 0, \(now),
                \(new.end == nil ? nil : now)) ON CONFLICT DO NOTHING RETURNING id
                """, .id())
            if let id { return id }
            let known: ExecutionID? = try connection.value(
                of: "workflow_executions",
                "SELECT id FROM workflow_executions WHERE workflow_id = \(new.workflow.id) AND origin = \(new.origin)", .id())
            if let known { return known }
            // Another node has used this id.
        }
        throw DatabaseError(.busy, "no id is free for an execution; try again")
    }

    // MARK: Reading

    /// - Throws: ``Refusal`` `notFound`, also for an execution of another workspace.
    package func find(_ id: ExecutionID, in workspace: WorkspaceID) async throws -> Execution {
        try await store.read { try Self.find(id, in: workspace, on: $0) }
    }

    static func find(_ id: ExecutionID, in workspace: WorkspaceID, on connection: any Connection) throws -> Execution {
        let found = try connection.first(
            of: "workflow_executions", "SELECT \(Execution.columns) FROM workflow_executions WHERE workspace_id = \(workspace) AND id = \(id)",
            Execution.init)
        guard let found else { throw Refusal(.notFound, "filterByTk: no execution \(id.rawValue) in this workspace; executions_list names them") }
        return found
    }

    /// Lists executions, newest first.
    /// - Parameters:
    ///   - status: an ``ExecutionStatus`` or queued; nil for all.
    ///   - person: only executions that wait for this person.
    ///   - before: only smaller ids.
    package func list(
        in workspace: WorkspaceID, of workflow: WorkflowID? = nil, state: Execution.State? = nil, status: ExecutionStatus? = nil,
        waitingFor person: Caller? = nil, before: ExecutionID? = nil, limit: Int
    ) async throws -> [Execution] {
        let marks = person.map { Assignees.marks(of: $0) }
        guard marks?.isEmpty != true else { return [] }
        let mine: Statement =
            marks.map { marks in
                """
                 AND state = 'waiting' AND EXISTS (SELECT 1 FROM workflow_assignees WHERE execution_id = workflow_executions.id
                AND mark IN (\(Statement.joined(marks.map { "\($0)" }, by: ", "))))
                """
            } ?? ""
        let one: Statement = workflow.map { " AND workflow_id = \($0)" } ?? ""
        let kept: Statement = state.map { " AND state = \($0.rawValue)" } ?? ""
        let ended: Statement = status.map { " AND status = \($0.rawValue)" } ?? ""
        let older: Statement = before.map { " AND id < \($0)" } ?? ""
        return try await store.read { [damaged = store.damaged] connection in
            try connection.all(
                of: "workflow_executions",
                """
                SELECT \(Execution.columns) FROM workflow_executions WHERE workspace_id = \(workspace)\(one)\(kept)\(ended)\(mine)\(older)
                ORDER BY id DESC LIMIT \(limit)
                """
            ) { row in try damaged.readable { try Execution(row) } }.compactMap(\.self)
        }
    }

    /// Jobs in the order in which they began.
    package func jobs(of id: ExecutionID) async throws -> [Job] {
        try await store.read { [secrets = store.secrets] in try Self.jobs(of: id, secrets, on: $0) }
    }

    static func jobs(of id: ExecutionID, _ secrets: SecretBox, on connection: any Connection) throws -> [Job] {
        try connection.all(
            of: "workflow_jobs", "SELECT \(Job.columns) FROM workflow_jobs WHERE execution_id = \(id) ORDER BY started_at, path"
        ) { row in try Job(row, secrets) }
    }
}
