import Access
import JSON
import SQL
package import Store

extension Workflows {
    private static let pageSize = 100

    /// Starts every workflow that is due. Times that passed while no process was running count as one.
    package func fireSchedules(now: Timestamp = .now) async throws {
        let due = try await store.read { [damaged = store.damaged] connection in
            try connection.all(
                of: "workflows",
                """
                SELECT \(Workflow.columns) FROM workflows WHERE next_at <= \(now) AND enabled = 1
                AND workspace_id IN (SELECT id FROM workspaces WHERE stopped_at IS NULL) ORDER BY next_at LIMIT \(Self.pageSize)
                """
            ) { row in try damaged.readable { try Workflow(row) } }.compactMap(\.self)
        }
        for workflow in due {
            // An unreadable workflow must not delay the others.
            do { try await fire(workflow, now) } catch let row as DamagedRow { store.damaged.note(row) }
        }
        if !due.isEmpty { wakeSignal.ring() }
    }

    private func fire(_ workflow: Workflow, _ now: Timestamp) async throws {
        guard let time = workflow.next else { return }
        let content = try await content(of: workflow.id, version: workflow.version)
        let schedule: Schedule
        do throws(Refusal) { schedule = try Schedule(content.config) } catch {
            throw DamagedRow(table: "workflow_versions", column: "content", key: String(workflow.id.rawValue), reason: error.reason)
        }
        let next = schedule.next(after: now)
        let data: JSONValue = ["date": .string(time.rfc3339)]
        let new = NewExecution(of: workflow, origin: "schedule:\(time.microseconds)", data: data)
        let sealed = try store.secrets.seal(new.context.serialized, context: Execution.sealing(workflow.id, new.origin))
        try await store.write(changesRights: false) { connection in
            // Only one of several processes advances the time.
            let count = try connection.execute("UPDATE workflows SET next_at = \(next) WHERE id = \(workflow.id) AND next_at = \(time)")
            if count == 1 { _ = try Executions.insert(new, sealed, now, on: connection) }
        }
    }
}
