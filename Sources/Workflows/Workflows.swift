package import Access
import JSON
import SQL
import SQLSyntax
package import Store

/// The workflows of every workspace, their versions, and the executions that they start.
package final class Workflows: Sendable {
    /// Workspaces whose triggers are cached; beyond that, one is evicted.
    private static let maximumCached = 1_000

    package let store: Store
    package let executions: Executions
    let directory: WorkflowDirectory
    let rules: RuleStore
    let watched: FeedCache<WorkspaceID, [CollectionWorkflow]>
    let tables = ReadyTables()
    /// Signalled when executions may be waiting.
    package let wakeSignal = WakeSignal()

    package init(store: Store, rules: RuleStore, directory: WorkflowDirectory) {
        self.store = store
        self.rules = rules
        self.directory = directory
        executions = Executions(store: store)
        watched = FeedCache(store.feed, limit: Self.maximumCached)
    }

    /// Sorted by id.
    package func list(in workspace: WorkspaceID) async throws -> [Workflow] {
        try await store.read { [damaged = store.damaged] connection in
            try connection.all(
                of: "workflows", "SELECT \(Workflow.columns) FROM workflows WHERE workspace_id = \(workspace) ORDER BY id"
            ) { row in try damaged.readable { try Workflow(row) } }.compactMap(\.self)
        }
    }

    /// - Throws: ``Refusal`` `notFound`, also for a workflow of another workspace.
    package func find(_ id: WorkflowID, in workspace: WorkspaceID) async throws -> Workflow {
        try await store.read { try Self.find(id, in: workspace, on: $0) }
    }

    /// The workflow with a title; nil when there is none.
    package func find(titled title: String, in workspace: WorkspaceID) async throws -> Workflow? {
        try await store.read { try Self.find(titled: title, in: workspace, on: $0) }
    }

    /// The content of a version.
    package func content(of id: WorkflowID, version: Int64) async throws -> WorkflowContent {
        let secrets = store.secrets
        return try await store.read { try Self.content(of: id, version, secrets, on: $0) }
    }

    /// Everything that a run needs, in one read: the workflow's title, the content of the execution's version, and earlier results of its nodes.
    /// - Throws: ``Refusal`` `notFound` when the workflow was removed.
    func work(of execution: Execution) async throws -> (title: String, content: WorkflowContent, jobs: [Job]) {
        let secrets = store.secrets
        return try await store.read { connection in
            let workflow = try Self.find(execution.workflow, in: execution.workspace, on: connection)
            let content = try Self.content(of: workflow.id, execution.version, secrets, on: connection)
            return (workflow.title, content, try Executions.jobs(of: execution.id, secrets, on: connection))
        }
    }

    /// The roles with which executions run, for those whose version exists and is readable.
    package func roles(of executions: [Execution]) async throws -> [ExecutionID: String] {
        let (secrets, damaged) = (store.secrets, store.damaged)
        return try await store.read { connection in
            var known: [[Int64]: String] = [:]
            var roles: [ExecutionID: String] = [:]
            for execution in executions {
                let version = [execution.workflow.rawValue, execution.version]
                do {
                    roles[execution.id] = try known[version] ?? Self.content(of: execution.workflow, execution.version, secrets, on: connection).role
                } catch let refusal as Refusal where refusal.code == .notFound {
                    continue
                } catch let row as DamagedRow {
                    damaged.note(row)
                    continue
                }
                known[version] = roles[execution.id]
            }
            return roles
        }
    }

    /// Creates or changes a workflow. A new version is made only when the content differs; running executions keep theirs.
    /// - Parameters:
    ///   - content: already checked, except hidden header values that the client sent back.
    ///   - check: receives the previous workflow, in the same transaction: a caller may not change a workflow whose role exceeds its own.
    /// - Throws: ``Refusal`` `notFound`, `conflict` for the title of another workflow, `limited`; what `check` throws.
    package func apply(
        _ order: WorkflowOrder, in workspace: WorkspaceID, check: @escaping @Sendable (Workflow) throws -> Void
    ) async throws -> AppliedWorkflow {
        let (secrets, now) = (store.secrets, Timestamp.now)
        let schedule = try order.content.type == .schedule ? Schedule(order.content.config) : nil
        return try await store.change { connection, changed in
            changed.insert(.workflows(of: workspace))
            try Self.lock(workspace, on: connection)
            let named = try Self.find(titled: order.title, in: workspace, on: connection)
            let known = try order.id.map { try Self.find($0, in: workspace, on: connection) } ?? named
            if let named, let known, named.id != known.id {
                throw Refusal(.conflict, "title: another workflow, \(named.id.rawValue), is called so")
            }
            if let known { try check(known) }
            let old = try known.map { try Self.content(of: $0.id, $0.version, secrets, on: connection) }
            let content = try order.content.revealed(by: old)
            let isEnabled = order.isEnabled ?? known?.isEnabled ?? false
            // The schedule of a workflow that is enabled again starts from now.
            let next = isEnabled ? schedule?.next(after: now) : nil
            guard let known else {
                return try Self.insert(order, content, isEnabled, next, in: workspace, now, secrets, on: connection)
            }
            let isChanged = content != old
            let version = known.version + (isChanged ? 1 : 0)
            if isChanged { try Self.insert(content, known.id, version, order.author, now, secrets, on: connection) }
            let keepsNext = !isChanged && isEnabled && known.isEnabled
            let secret = try content.type == .webhook ? Self.newHook(known, secrets, on: connection) : nil
            if content.type != .webhook {
                try connection.execute("UPDATE workflows SET hook = NULL, secret = NULL WHERE id = \(known.id)")
            }
            let due = keepsNext ? known.next : next
            try connection.execute(
                """
                UPDATE workflows SET title = \(order.title), type = \(content.type.rawValue), enabled = \(isEnabled ? 1 : 0), role = \(content.role),
                version = \(version), next_at = \(due), updated_at = \(now) WHERE id = \(known.id)
                """)
            try Self.removeOldVersions(of: known.id, before: version, on: connection)
            return AppliedWorkflow(
                workflow: try Self.find(known.id, in: workspace, on: connection), content: content, isNew: false, isChanged: isChanged, secret: secret
            )
        }
    }

    /// Removes a workflow with its versions and executions.
    /// - Throws: ``Refusal`` `notFound`; what `check` throws.
    package func remove(_ id: WorkflowID, in workspace: WorkspaceID, check: @escaping @Sendable (Workflow) throws -> Void) async throws {
        try await store.change { connection, changed in
            changed.insert(.workflows(of: workspace))
            try check(try Self.find(id, in: workspace, on: connection))
            try connection.execute("DELETE FROM workflows WHERE workspace_id = \(workspace) AND id = \(id)")
        }
    }

    // MARK: Rows

    static func find(_ id: WorkflowID, in workspace: WorkspaceID, on connection: any Connection) throws -> Workflow {
        let found = try connection.first(
            of: "workflows", "SELECT \(Workflow.columns) FROM workflows WHERE workspace_id = \(workspace) AND id = \(id)", Workflow.init)
        guard let found else { throw Refusal(.notFound, "filterByTk: no workflow \(id.rawValue) in this workspace; workflows_list names them") }
        return found
    }

    private static func find(titled title: String, in workspace: WorkspaceID, on connection: any Connection) throws -> Workflow? {
        try connection.first(
            of: "workflows", "SELECT \(Workflow.columns) FROM workflows WHERE workspace_id = \(workspace) AND title = \(title)", Workflow.init)
    }

    static func content(of id: WorkflowID, _ version: Int64, _ secrets: SecretBox, on connection: any Connection) throws -> WorkflowContent {
        let found = try connection.first(
            of: "workflow_versions", "SELECT \(versionColumns) FROM workflow_versions WHERE workflow_id = \(id) AND version = \(version)"
        ) { row in try content(row, secrets) }
        guard let found else { throw Refusal(.notFound, "version \(version) of workflow \(id.rawValue) is gone") }
        return found
    }

    static let versionColumns: Statement = "workflow_id, version, content"

    static func content(_ row: StoredRow, _ secrets: SecretBox) throws(DamagedRow) -> WorkflowContent {
        let (id, version): (WorkflowID, Int64) = (try row["workflow_id", .id()], try row["version", .integer])
        let plain = try row.opened("content", by: secrets, context: sealing(id, version))
        do { return try WorkflowReader.read(kept: JSONValue(parsing: plain)) } catch { throw row.damage("content", "expected what a workflow says") }
    }

    private static func sealing(_ id: WorkflowID, _ version: Int64) -> String { "workflow\n\(id.rawValue)\n\(version)" }

    private static func insert(
        _ order: WorkflowOrder, _ content: WorkflowContent, _ isEnabled: Bool, _ next: Timestamp?, in workspace: WorkspaceID, _ now: Timestamp,
        _ secrets: SecretBox, on connection: any Connection
    ) throws -> AppliedWorkflow {
        let count = try connection.count("SELECT count(*) FROM workflows WHERE workspace_id = \(workspace)")
        guard count < WorkflowLimits.workflows else {
            throw Refusal(.limited, "a workspace has at most \(WorkflowLimits.workflows) workflows; remove one that is not used")
        }
        let id: WorkflowID? = try connection.value(
            of: "workflows",
            """
            INSERT INTO workflows (id, workspace_id, title, type, enabled, role, version, next_at, created_at, updated_at)
            VALUES (\(try OpaqueID.free(in: "workflows", on: connection)), \(workspace), \(order.title), \(content.type.rawValue),
            \(isEnabled ? 1 : 0), \(content.role), 1, \(next), \(now), \(now)) RETURNING id
            """, .id())
        guard let id else { throw Refusal(.conflict, "the workflow could not be stored; try again") }
        try insert(content, id, 1, order.author, now, secrets, on: connection)
        var made = try find(id, in: workspace, on: connection)
        let secret = try content.type == .webhook ? newHook(made, secrets, on: connection) : nil
        made = try find(id, in: workspace, on: connection)
        return AppliedWorkflow(workflow: made, content: content, isNew: true, isChanged: true, secret: secret)
    }

    private static func insert(
        _ content: WorkflowContent, _ id: WorkflowID, _ version: Int64, _ author: String, _ now: Timestamp, _ secrets: SecretBox,
        on connection: any Connection
    ) throws {
        let sealed = try secrets.seal(content.json.serialized, context: sealing(id, version))
        try connection.execute(
            """
            INSERT INTO workflow_versions (workflow_id, version, content, author, created_at)
            VALUES (\(id), \(version), \(sealed), \(author), \(now))
            """)
    }

    /// Gives a workflow a webhook path and a secret, if it has none.
    private static func newHook(_ workflow: Workflow, _ secrets: SecretBox, on connection: any Connection) throws -> Secret? {
        guard workflow.hook == nil else { return nil }
        let (hook, secret) = (WebhookSignature.newPath(), WebhookSignature.newSecret())
        let sealed = try secrets.seal(secret.bytes, context: workflow.sealing)
        try connection.execute("UPDATE workflows SET hook = \(hook), secret = \(sealed) WHERE id = \(workflow.id)")
        return secret
    }

    private static func removeOldVersions(of id: WorkflowID, before version: Int64, on connection: any Connection) throws {
        guard version > WorkflowLimits.versions else { return }
        try connection.execute(
            """
            DELETE FROM workflow_versions WHERE workflow_id = \(id) AND version <= \(version - WorkflowLimits.versions)
            AND version NOT IN (SELECT version FROM workflow_executions WHERE workflow_id = \(id))
            """)
    }

    /// Serializes changes, so that the second of two sees the first one's rows. SQLite needs no lock, because it has one writer.
    private static func lock(_ workspace: WorkspaceID, on connection: any Connection) throws {
        guard connection.dialect == .postgresql else { return }
        _ = try connection.first("SELECT 1 FROM workspaces WHERE id = \(workspace) FOR UPDATE") { _ in true }
    }
}
