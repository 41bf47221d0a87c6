import JSON
import SQL
package import Store

/// A workflow: its identity, and its current version.
package struct Workflow: Hashable, Sendable {
    package let id: WorkflowID
    package let workspace: WorkspaceID
    /// Unique in the workspace.
    package let title: String
    package let type: TriggerType
    /// Whether its trigger starts executions.
    package let isEnabled: Bool
    package let role: String
    /// Starts at 1; each change of its content makes another.
    package let version: Int64
    /// The last part of the webhook's path; nil for other triggers.
    package let hook: String?
    /// The next time of its schedule; nil for other triggers, and when no time is left.
    package let next: Timestamp?
    package let created: Timestamp
    package let updated: Timestamp

    static let columns: Statement = "id, workspace_id, title, type, enabled, role, version, hook, next_at, created_at, updated_at"

    /// The sealing context of its webhook's secret.
    var sealing: String { "webhook\n\(id.rawValue)" }

    init(_ row: StoredRow) throws(DamagedRow) {
        id = try row["id", .id()]
        workspace = try row["workspace_id", .id()]
        title = try row["title", .text]
        type = try row["type", .word()]
        isEnabled = try row["enabled", .flag]
        role = try row["role", .text]
        version = try row["version", .integer]
        hook = try row["hook", .optional(.text)]
        next = try row["next_at", .optional(.time)]
        created = try row["created_at", .time]
        updated = try row["updated_at", .time]
    }
}

/// The requested content of a workflow.
package struct WorkflowOrder: Sendable {
    /// The workflow to change; nil for the one with the title, or a new one.
    package var id: WorkflowID?
    package var title: String
    package var isEnabled: Bool?
    package var content: WorkflowContent
    /// `acme/ann`
    package var author: String

    package init(id: WorkflowID?, title: String, isEnabled: Bool?, content: WorkflowContent, author: String) {
        (self.id, self.title, self.isEnabled, self.content, self.author) = (id, title, isEnabled, content, author)
    }
}

/// A created or changed workflow.
package struct AppliedWorkflow: Sendable {
    package let workflow: Workflow
    package let content: WorkflowContent
    package let isNew: Bool
    /// Whether it has a new current version.
    package let isChanged: Bool
    /// The secret with which senders sign requests to its webhook, if this call created it.
    package let secret: Secret?
}
