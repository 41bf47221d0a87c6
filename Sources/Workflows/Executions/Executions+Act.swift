import Access
import JSON
import SQL
package import Store

extension Executions {
    /// Cancels an execution that has not ended. A running node may still complete its work; no further node begins.
    /// - Throws: ``Refusal`` `notFound`, `conflict` for one that has ended.
    package func cancel(_ id: ExecutionID, in workspace: WorkspaceID, now: Timestamp = .now) async throws {
        try await store.write(changesRights: false) { connection in
            let count = try connection.execute(
                """
                UPDATE workflow_executions SET state = 'ended', status = \(ExecutionStatus.canceled.rawValue), reason = 'canceled', owner = NULL,
                ended_at = \(now) WHERE workspace_id = \(workspace) AND id = \(id) AND state <> 'ended'
                """)
            guard count == 0 else { return try Self.wait(id, for: .none, on: connection) }
            _ = try Self.find(id, in: workspace, on: connection)
            throw Refusal(.conflict, "filterByTk: execution \(id.rawValue) has ended already")
        }
    }

    /// Continues an unsuccessful execution from the node at which it ended; earlier results are kept.
    /// - Throws: ``Refusal`` `notFound`, `conflict`.
    package func retry(_ id: ExecutionID, in workspace: WorkspaceID) async throws {
        try await store.write(changesRights: false) { connection in
            let execution = try Self.find(id, in: workspace, on: connection)
            guard execution.state == .ended, execution.status != .resolved else {
                throw Refusal(
                    .conflict, "filterByTk: only an execution that ended without success is tried again; this one is \(execution.state.rawValue)")
            }
            guard execution.status != .aborted || execution.started != nil else {
                throw Refusal(.conflict, "filterByTk: the execution was never to run: \(execution.reason ?? "")")
            }
            try Self.checkRoom(in: workspace, on: connection)
            try connection.execute(
                "DELETE FROM workflow_jobs WHERE execution_id = \(id) AND status < 0 OR execution_id = \(id) AND status = 0 AND result IS NULL")
            let count = try connection.execute(
                """
                UPDATE workflow_executions SET state = 'queued', status = NULL, reason = NULL, owner = NULL, ended_at = NULL, started_at = NULL,
                expires_at = NULL, attempts = 0 WHERE id = \(id) AND state = 'ended'
                """)
            guard count == 1 else { throw Refusal(.conflict, "filterByTk: the execution has changed in the meantime; read it again") }
        }
    }

    /// Applies a person's decision about the node at which an execution waits.
    /// - Parameter check: receives that node, in the same transaction; throws when the person may not decide there.
    /// - Throws: ``Refusal`` `notFound`, `conflict` for one that does not wait; what `check` throws.
    package func decide(
        _ id: ExecutionID, in workspace: WorkspaceID, _ decision: ApprovalDecision, now: Timestamp = .now,
        check: @escaping @Sendable (WorkflowNode) throws -> Void
    ) async throws {
        let secrets = store.secrets
        try await store.write(changesRights: false) { connection in
            let execution = try Self.find(id, in: workspace, on: connection)
            let wait = try Self.wait(of: execution, secrets, on: connection)
            guard let wait, wait.path == decision.path ?? wait.path else { throw Self.waitsNot(id) }
            try check(wait.node)
            let (isApproved, person) = (decision.isApproved, decision.person)
            let state: Execution.State = isApproved ? .queued : .ended
            let status: ExecutionStatus = isApproved ? .started : .rejected
            let reason: String? = isApproved ? nil : "rejected by \(person)"
            let end: Timestamp? = isApproved ? nil : now
            // Only the first of two decisions has an effect.
            let count = try connection.execute(
                """
                UPDATE workflow_executions SET state = \(state.rawValue), status = \(status.rawValue), reason = \(reason), ended_at = \(end),
                expires_at = NULL WHERE id = \(id) AND state = 'waiting'
                """)
            guard count == 1 else { throw Self.waitsNot(id) }
            try Self.wait(id, for: .none, on: connection)
            let result: JSONValue = [
                "approved": .bool(isApproved), "by": .string(person), "comment": decision.comment.map { .string($0) } ?? .null,
            ]
            let sealed = try secrets.seal(result.serialized, context: Job.sealing(id, wait.path))
            try connection.execute(
                """
                UPDATE workflow_jobs SET status = \((isApproved ? ExecutionStatus.resolved : .rejected).rawValue), result = \(sealed), ended_at = \(now)
                WHERE execution_id = \(id) AND path = \(wait.path)
                """)
        }
    }

    private static func waitsNot(_ id: ExecutionID) -> Refusal {
        Refusal(.conflict, "filterByTk: execution \(id.rawValue) does not wait for a person")
    }
}
