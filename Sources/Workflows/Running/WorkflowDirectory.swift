package import Access
package import JSON
package import Outbound
package import SQL
package import Store

/// Queries of workflows about identities and data sources.
package struct WorkflowDirectory: Sendable {
    /// The caller for a workflow in its workspace, with its role.
    /// - Throws: ``Refusal`` when the workspace is stopped or removed, or the role disabled or removed.
    package let caller: @Sendable (WorkflowActor) async throws -> Caller
    /// The workspace's own database.
    package let database: @Sendable (WorkspaceID) async throws -> any Database

    package init(
        caller: @escaping @Sendable (WorkflowActor) async throws -> Caller,
        database: @escaping @Sendable (WorkspaceID) async throws -> any Database
    ) {
        (self.caller, self.database) = (caller, database)
    }
}

/// The workflow for which a call is made, with its workspace and role.
package struct WorkflowActor: Hashable, Sendable {
    package let workspace: WorkspaceID
    /// The name of the role.
    package let role: String
    /// The only roles, of those that ``role`` gives, with which it acts; nil for all.
    package let onlyRoles: [String]?
    package let workflow: WorkflowID
    package let title: String
    /// Nil if only rights are checked and nothing is done.
    package let step: WorkflowStep?

    package init(workspace: WorkspaceID, content: WorkflowContent, workflow: WorkflowID, title: String, step: WorkflowStep? = nil) {
        self.init(workspace: workspace, role: content.role, onlyRoles: content.onlyRoles, workflow: workflow, title: title, step: step)
    }

    init(workspace: WorkspaceID, role: String, onlyRoles: [String]?, workflow: WorkflowID, title: String, step: WorkflowStep? = nil) {
        (self.workspace, self.role, self.onlyRoles) = (workspace, role, onlyRoles)
        (self.workflow, self.title, self.step) = (workflow, title, step)
    }
}

/// The effects that nodes can have outside the workflow.
package struct WorkflowEffects: Sendable {
    /// Calls a tool as a caller, with the same decision, checks and audit rows as any other call; returns the structured result.
    package let call: @Sendable (_ tool: String, _ arguments: JSONObject, _ caller: Caller) async throws -> JSONValue
    /// Sends HTTP requests.
    package let client: OutboundClient
    /// The refusal that a client receives for a failure; nil for an internal failure.
    package let refusal: @Sendable (any Error) -> Refusal?

    package init(
        call: @escaping @Sendable (String, JSONObject, Caller) async throws -> JSONValue, client: OutboundClient,
        refusal: @escaping @Sendable (any Error) -> Refusal?
    ) {
        (self.call, self.client, self.refusal) = (call, client, refusal)
    }
}
