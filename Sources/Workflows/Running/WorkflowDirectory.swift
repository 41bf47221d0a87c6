package import Access
package import JSON
package import Outbound
package import SQL
package import Store

/// Queries of workflows about identities and data sources.
package struct WorkflowDirectory: Sendable {
    /// The caller that a workflow is in its workspace, with its role.
    /// - Throws: ``Refusal`` when the workspace is stopped or gone, or the role gone or switched off.
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

/// The workflow in whose name a call is made, with its workspace and role.
package struct WorkflowActor: Hashable, Sendable {
    package let workspace: WorkspaceID
    /// Its name.
    package let role: String
    /// Of the roles that come with ``role``, the only ones that count; nil for all.
    package let onlyRoles: [String]?
    package let workflow: WorkflowID
    package let title: String
    /// Nil where nothing is done, and only rights are looked at.
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
    /// One call of a tool as a caller, decided, checked and logged like every other; gives the structured answer.
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
