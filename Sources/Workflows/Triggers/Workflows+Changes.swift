import Access
import JSON
import SQL
import SQLSyntax
import Store

extension Workflows {
    private static let pageSize = 200
    private static let timeLimit = Duration.seconds(10)

    /// One recorded change of a row.
    private struct ChangeNote: Sendable {
        let number: Int64
        let event: String
        let workflow: WorkflowID
        let action: String
        let row: String?
        let problem: String?
        let depth: Int
    }

    /// Workspaces whose databases may have recorded changes; stopped ones wait.
    func workspacesWithWatches() async throws -> [WorkspaceID] {
        try await store.read { connection in
            try connection.values(
                of: "workflows",
                """
                SELECT DISTINCT workspace_id FROM workflows WHERE type = 'collection'
                AND workspace_id IN (SELECT id FROM workspaces WHERE stopped_at IS NULL)
                """, .id())
        }
    }

    /// Makes executions from a page of recorded changes, then removes the records. A record that is read twice makes one execution.
    /// - Returns: whether there may be more.
    func readChanges(of workspace: WorkspaceID) async throws -> Bool {
        let database = try await directory.database(workspace)
        try await tables.ensure(workspace, in: database, .within(Self.timeLimit))
        let notes: [ChangeNote]
        do {
            notes = try await Self.notes(in: database)
        } catch {
            tables.forget(workspace)
            throw error
        }
        guard !notes.isEmpty else { return false }
        try await setOff(by: notes, in: workspace)
        let events = Statement.joined(notes.map { "\($0.number)" }, by: ", ")
        try await database.write(.within(Self.timeLimit)) { try $0.execute("DELETE FROM _gatehouse_changes WHERE id IN (\(events))") }
        wakeSignal.ring()
        return notes.count == Self.pageSize
    }

    private static func notes(in database: any Database) async throws -> [ChangeNote] {
        try await database.read(.within(timeLimit)) { connection in
            try connection.all(
                of: "_gatehouse_changes",
                "SELECT id, event, watch, action, row_json, problem, depth FROM _gatehouse_changes ORDER BY id LIMIT \(pageSize)"
            ) { row in
                guard let workflow = Int64(try row["watch", .text]) else { throw row.damage("watch", "expected an id") }
                return ChangeNote(
                    number: try row["id", .integer], event: try row["event", .text], workflow: WorkflowID(workflow),
                    action: try row["action", .text], row: try row["row_json", .optional(.text)],
                    problem: try row["problem", .optional(.text)], depth: try row["depth", .int])
            }
        }
    }

    private func setOff(by notes: [ChangeNote], in workspace: WorkspaceID) async throws {
        let (secrets, damaged) = (store.secrets, store.damaged)
        try await store.write(changesRights: false) { connection in
            try Executions.checkRoom(in: workspace, on: connection)
            let workflows = try connection.all(
                of: "workflows", "SELECT \(Workflow.columns) FROM workflows WHERE workspace_id = \(workspace) AND type = 'collection'"
            ) { row in try damaged.readable { try Workflow(row) } }.compactMap(\.self)
            let known = Dictionary(workflows.map { ($0.id, $0) }) { first, _ in first }
            for note in notes {
                // A workflow that was disabled or removed since then is not started.
                guard let workflow = known[note.workflow], workflow.isEnabled else { continue }
                let new = try Self.execution(of: workflow, note)
                let sealed = try secrets.seal(new.context.serialized, context: Execution.sealing(workflow.id, new.origin))
                _ = try Executions.insert(new, sealed, .now, on: connection)
            }
        }
    }

    private static func execution(of workflow: Workflow, _ note: ChangeNote) throws -> NewExecution {
        var end: (status: ExecutionStatus, reason: String)?
        if let problem = note.problem { end = (.error, "the trigger could not be judged: \(problem)") }
        if note.depth > WorkflowLimits.depth {
            end = (.aborted, "workflows set each other off more than \(WorkflowLimits.depth) times after one another")
        }
        let text = note.row ?? "null"
        let isSmall = text.utf8.count <= WorkflowLimits.contextBytes
        if !isSmall { end = (.error, "the row is larger than \(WorkflowLimits.contextBytes / 1024) KB") }
        let data = try isSmall ? JSONValue(parsing: text) : .null
        return NewExecution(of: workflow, origin: "\(note.action):\(note.event)", data: data, depth: note.depth, end: end)
    }

    // MARK: Marks of effects

    private static let keptMarks = Duration.seconds(7 * 86_400)

    /// Workspaces whose databases may have marks that no execution needs: no execution has run there for the retention time.
    func workspacesWithEffects() async throws -> [WorkspaceID] {
        let before = Timestamp.now - Self.keptMarks
        return try await store.read { connection in
            try connection.values(
                of: "workflows",
                """
                SELECT DISTINCT workspace_id FROM workflows WHERE workspace_id IN (SELECT id FROM workspaces WHERE stopped_at IS NULL)
                AND NOT EXISTS (SELECT 1 FROM workflow_executions e WHERE e.workspace_id = workflows.workspace_id
                AND e.state IN ('queued', 'running', 'waiting') AND e.started_at < \(before))
                """, .id())
        }
    }

    func removeOldEffects(of workspace: WorkspaceID) async throws {
        let database = try await directory.database(workspace)
        try await tables.ensure(workspace, in: database, .within(Self.timeLimit))
        let before = Timestamp.now - Self.keptMarks
        try await database.write(.within(Self.timeLimit)) { try $0.execute("DELETE FROM _gatehouse_effects WHERE noted_at < \(before)") }
    }
}
