import Access
import JSON
import SQL
import SQLSyntax
package import Store

extension Executions {
    /// The state in which a run leaves an execution.
    enum Pause: Sendable {
        case ended(ExecutionStatus, reason: String?)
        /// Queued again, until its workspace is started.
        case givenBack
        /// Queued again; counts as an attempt.
        case queuedAgain
        /// Waits until a person decides, or the time passes.
        case waits(until: Timestamp, for: Assignees)
    }

    /// Whether any execution is queued.
    func hasQueued() async throws -> Bool {
        try await store.read { try $0.first("SELECT 1 FROM workflow_executions WHERE state = 'queued' LIMIT 1") { _ in true } ?? false }
    }

    /// Claims queued executions for a process. Workspaces take turns, so that one with many executions does not delay the others.
    /// - Parameter after: the workspace that had the last turn.
    func claim(_ limit: Int, for owner: String, after: WorkspaceID, now: Timestamp = .now) async throws -> [Execution] {
        try await store.write(changesRights: false) { [damaged = store.damaged] connection in
            var (claimed, turn, first): ([Execution], WorkspaceID, WorkspaceID?) = ([], after, nil)
            let share = max(1, limit / 2)
            while claimed.count < limit, let next = try Self.nextWorkspace(after: turn, on: connection) {
                if next == first { break }
                first = first ?? next
                claimed += try Self.claim(min(share, limit - claimed.count), of: next, for: owner, now, on: connection, reporting: damaged)
                turn = next
            }
            return claimed
        }
    }

    private static func nextWorkspace(after turn: WorkspaceID, on connection: any Connection) throws -> WorkspaceID? {
        func least(_ condition: Statement) throws -> WorkspaceID? {
            try connection.value(
                of: "workflow_executions",
                """
                SELECT workspace_id FROM workflow_executions WHERE state = 'queued' AND \(condition)
                AND EXISTS (SELECT 1 FROM workspaces WHERE workspaces.id = workspace_id AND stopped_at IS NULL) ORDER BY workspace_id LIMIT 1
                """, .id())
        }
        return try least("workspace_id > \(turn)") ?? least("workspace_id > 0")
    }

    private static func claim(
        _ limit: Int, of workspace: WorkspaceID, for owner: String, _ now: Timestamp, on connection: any Connection, reporting damaged: DamagedRows
    ) throws -> [Execution] {
        let lock: Statement = connection.dialect == .postgresql ? " FOR UPDATE SKIP LOCKED" : ""
        let ids = try connection.values(
            of: "workflow_executions",
            """
            SELECT id FROM workflow_executions WHERE state = 'queued' AND workspace_id = \(workspace) ORDER BY id LIMIT \(limit)\(lock)
            """, .integer)
        guard !ids.isEmpty else { return [] }
        let list = Statement.joined(ids.map { "\($0)" }, by: ", ")
        return try connection.all(
            of: "workflow_executions",
            """
            UPDATE workflow_executions SET state = 'running', status = 0, owner = \(owner), attempts = attempts + 1,
            started_at = COALESCE(started_at, \(now)) WHERE id IN (\(list)) RETURNING \(Execution.columns)
            """
        ) { row in try damaged.readable { try Execution(row) } }.compactMap(\.self)
    }

    /// Whether the process still owns an execution.
    func isOwned(_ id: ExecutionID, by owner: String) async throws -> Bool {
        try await store.read { connection in
            try connection.first("SELECT 1 FROM workflow_executions WHERE id = \(id) AND owner = \(owner) AND state = 'running'") { _ in true }
                ?? false
        }
    }

    /// Stores results of nodes and the state in which the run leaves the execution, in one step.
    /// - Returns: false, with nothing stored, when the process no longer owns the execution.
    func keep(_ jobs: [Job], _ pause: Pause? = nil, of id: ExecutionID, by owner: String, now: Timestamp = .now) async throws -> Bool {
        let secrets = store.secrets
        let sealed = try jobs.map { job -> (result: [UInt8]?, message: [UInt8]?) in
            (
                try job.result.isNull ? nil : secrets.seal(job.result.serialized, context: Job.sealing(id, job.path)),
                try job.message.map { try secrets.seal(Array($0.utf8), context: Job.sealing(messageOf: id, job.path)) }
            )
        }
        return try await store.write(changesRights: false) { connection in
            let change: Statement =
                switch pause {
                case nil: "owner = owner"
                case .ended(let status, let reason):
                    "state = 'ended', status = \(status.rawValue), reason = \(reason), owner = NULL, ended_at = \(now)"
                case .queuedAgain: "state = 'queued', owner = NULL"
                case .givenBack: "state = 'queued', owner = NULL, attempts = attempts - 1"
                case .waits(let until, _): "state = 'waiting', owner = NULL, expires_at = \(until)"
                }
            let count = try connection.execute(
                "UPDATE workflow_executions SET \(change) WHERE id = \(id) AND owner = \(owner) AND state = 'running'")
            guard count == 1 else { return false }
            if case .waits(_, let assignees) = pause { try Self.wait(id, for: assignees, on: connection) }
            for (job, kept) in zip(jobs, sealed) {
                try connection.execute(
                    """
                    INSERT INTO workflow_jobs (execution_id, path, node_key, status, reason, result, started_at, ended_at, message)
                    VALUES (\(id), \(job.path), \(job.node), \(job.status.rawValue), \(job.reason), \(kept.result), \(job.started), \(job.ended),
                    \(kept.message))
                    ON CONFLICT (execution_id, path) DO UPDATE SET status = excluded.status, reason = excluded.reason, result = excluded.result,
                    ended_at = excluded.ended_at
                    """)
            }
            return true
        }
    }

    // MARK: Leases

    /// Renews a process's lease.
    func renew(_ owner: String, until end: Timestamp) async throws {
        try await store.write(changesRights: false) { connection in
            try connection.execute(
                """
                INSERT INTO workflow_runners (name, lease_ends) VALUES (\(owner), \(end))
                ON CONFLICT (name) DO UPDATE SET lease_ends = excluded.lease_ends
                """)
        }
    }

    /// Queues the executions of dead processes again. It ends those that have crashed too many processes or have waited too long.
    package func takeOver(now: Timestamp = .now) async throws {
        let idle = try await store.read { connection in
            try connection.first(
                """
                SELECT 1 FROM workflow_executions WHERE state = 'running'
                AND NOT EXISTS (SELECT 1 FROM workflow_runners WHERE name = workflow_executions.owner AND lease_ends > \(now))
                UNION ALL SELECT 1 FROM workflow_executions WHERE state = 'waiting' AND expires_at <= \(now) LIMIT 1
                """
            ) { _ in true } == nil
        }
        guard !idle else { return }
        try await store.write(changesRights: false) { connection in
            let dead: Statement = """
                state = 'running' AND NOT EXISTS
                (SELECT 1 FROM workflow_runners WHERE name = workflow_executions.owner AND lease_ends > \(now))
                """
            try connection.execute(
                """
                UPDATE workflow_executions SET state = 'ended', status = \(ExecutionStatus.error.rawValue), owner = NULL, ended_at = \(now),
                reason = 'the server ended while it ran, several times' WHERE \(dead) AND attempts >= \(WorkflowLimits.attempts)
                """)
            try connection.execute("UPDATE workflow_executions SET state = 'queued', owner = NULL WHERE \(dead)")
            try connection.execute(
                """
                DELETE FROM workflow_assignees WHERE execution_id IN
                (SELECT id FROM workflow_executions WHERE state = 'waiting' AND expires_at <= \(now))
                """)
            try connection.execute(
                """
                UPDATE workflow_executions SET state = 'ended', status = \(ExecutionStatus.aborted.rawValue), ended_at = \(now),
                reason = 'nobody approved or rejected in time' WHERE state = 'waiting' AND expires_at <= \(now)
                """)
        }
    }

    /// Queues the executions of a process again when it stops.
    func release(_ owner: String) async throws {
        try await store.write(changesRights: false) { connection in
            try connection.execute("UPDATE workflow_executions SET state = 'queued', owner = NULL WHERE owner = \(owner) AND state = 'running'")
            try connection.execute("DELETE FROM workflow_runners WHERE name = \(owner)")
        }
    }

    private static let removalBatchSize = 1_000

    /// Removes old executions, in small transactions that do not delay others.
    package func removeOld(now: Timestamp = .now) async throws {
        let before = now - WorkflowLimits.retention
        let old: Statement =
            "SELECT id FROM workflow_executions WHERE state = 'ended' AND ended_at < \(before) ORDER BY ended_at LIMIT \(Self.removalBatchSize)"
        var count: Int
        repeat {
            count = try await store.write(changesRights: false) { try $0.execute("DELETE FROM workflow_executions WHERE id IN (\(old))") }
        } while count == Self.removalBatchSize
        _ = try await store.write(changesRights: false) {
            try $0.execute("DELETE FROM workflow_runners WHERE lease_ends < \(now - .seconds(86_400))")
        }
    }
}
