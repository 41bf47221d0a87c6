package import Access
package import Catalog
package import Records
package import SQL
import Store
import Synchronization

/// A workflow that waits for changes of rows.
struct CollectionWorkflow: Hashable, Sendable {
    let id: WorkflowID
    let title: String
    let role: String
    /// As in ``WorkflowContent``.
    let onlyRoles: [String]?
    let trigger: CollectionTrigger
}

extension Workflows {
    /// Prepares the recording of changes in a workspace's own database, and returns the workflows that wait for changes, by collection. Nil
    /// when none waits and the call is not made by a workflow.
    /// - Parameters:
    ///   - contents: of the data source `main`.
    ///   - grant: of the call that changes rows.
    package func watches(
        for grant: Grant, on database: any Database, _ contents: SourceCatalog, _ bounds: CallBounds
    ) async throws -> [String: [ChangeSubscription]]? {
        let workspace = grant.caller.workspace.id
        let waiting = try await waiting(in: workspace)
        guard !waiting.isEmpty || grant.caller.step != nil else { return nil }
        try await tables.ensure(workspace, in: database, bounds)
        var watches: [String: [ChangeSubscription]] = [:]
        for workflow in waiting where contents[workflow.trigger.collection] != nil {
            guard let watch = try await watch(workflow, grant, on: database, contents, bounds) else { continue }
            watches[workflow.trigger.collection, default: []].append(watch)
        }
        return watches
    }

    /// Checks whether a new trigger can be evaluated with its role's rights.
    /// - Throws: ``Refusal``.
    package func check(
        _ trigger: CollectionTrigger, as caller: Caller, _ grant: Grant, on database: any Database, _ contents: SourceCatalog, _ bounds: CallBounds
    ) async throws {
        let rights = try await rules.rights(of: caller, in: contents)
        let own = try rights.collection(trigger.collection)
        try ChangeSubscription(
            name: "", actions: trigger.actions, fields: trigger.changed, filter: trigger.condition,
            call: RecordCall(
                grant: grant.acting(as: caller), rights: own, database: database, bounds: bounds, catalog: { contents[$0] },
                rightsOn: { rights.on($0) })
        ).check()
    }

    private func watch(
        _ workflow: CollectionWorkflow, _ grant: Grant, on database: any Database, _ contents: SourceCatalog, _ bounds: CallBounds
    ) async throws -> ChangeSubscription? {
        let caller: Caller
        do {
            caller = try await directory.caller(
                WorkflowActor(
                    workspace: grant.caller.workspace.id, role: workflow.role, onlyRoles: workflow.onlyRoles, workflow: workflow.id,
                    title: workflow.title))
        } catch is Refusal {
            // A removed role sees nothing.
            return nil
        }
        let rights = try await rules.rights(of: caller, in: contents)
        guard let collection = contents[workflow.trigger.collection] else { return nil }
        let call = RecordCall(
            grant: grant.acting(as: caller), rights: rights.on(collection), database: database, bounds: bounds, catalog: { contents[$0] },
            rightsOn: { rights.on($0) })
        return ChangeSubscription(
            name: String(workflow.id.rawValue), actions: workflow.trigger.actions, fields: workflow.trigger.changed,
            filter: workflow.trigger.condition, call: call)
    }

    private static func watch(_ workflow: Workflow, _ content: WorkflowContent) throws(DamagedRow) -> CollectionWorkflow {
        do throws(Refusal) {
            return CollectionWorkflow(
                id: workflow.id, title: workflow.title, role: content.role, onlyRoles: content.onlyRoles,
                trigger: try CollectionTrigger(content.config))
        } catch {
            throw DamagedRow(table: "workflow_versions", column: "content", key: String(workflow.id.rawValue), reason: error.reason)
        }
    }

    /// The enabled workflows of a workspace that wait for changes of rows.
    func waiting(in workspace: WorkspaceID) async throws -> [CollectionWorkflow] {
        let found = try await watched.value(for: workspace, topics: { _ in [.workflows(of: workspace)] }) {
            let (secrets, damaged) = (store.secrets, store.damaged)
            let all = try await store.read { connection in
                try connection.all(
                    of: "workflows",
                    "SELECT \(Workflow.columns) FROM workflows WHERE workspace_id = \(workspace) AND type = 'collection' AND enabled = 1 ORDER BY id"
                ) { row in try damaged.readable { try Workflow(row) } }.compactMap(\.self).compactMap { workflow in
                    try damaged.readable { try Self.watch(workflow, Self.content(of: workflow.id, workflow.version, secrets, on: connection)) }
                }
            }
            return all.isEmpty ? nil : all
        }
        return found ?? []
    }
}

/// Workspaces whose database is known to have the tables of ``ChangeTables``.
final class ReadyTables: Sendable {
    private let known = Mutex<Set<WorkspaceID>>([])
    /// Most remembered workspaces; beyond that, all are checked again.
    private static let limit = 4_096

    /// Creates missing tables.
    func ensure(_ workspace: WorkspaceID, in database: any Database, _ bounds: CallBounds) async throws {
        if known.withLock({ $0.contains(workspace) }) { return }
        try await database.define(bounds) { try ChangeTables.make(on: $0) }
        known.withLock { known in
            if known.count >= Self.limit { known = [] }
            known.insert(workspace)
        }
    }

    /// Makes the next use check again, because the database may have been replaced.
    func forget(_ workspace: WorkspaceID) { known.withLock { _ = $0.remove(workspace) } }
}
