import Access
import JSON
import Store
import Workflows

/// `executions_act`: cancels, retries, approves or rejects an execution.
struct ActOnExecution: Tool {
    enum Action: String, CaseIterable {
        case cancel, retry, approve, reject
    }

    struct Input: ToolArguments {
        var id: Int64?
        var action = Action.cancel
        var comment: String?
    }

    let domains: Domains

    let name = "executions_act"
    let access = ToolAccess(.workflow, scope: .one(.write(.workflow)), audience: .membersAndAdministrators, effect: .writes, secrets: .none)
    let reachesOutside = true
    let title = "Act on an execution"
    let description = """
        approve and reject answer an execution that waits for you: only when you were told to. For administrators: cancel ends one; retry lets one that \
        ended without success go on from the node that it ended at, which runs again.
        """
    let arguments: [Argument<Input>] = [
        Argument.number("filterByTk", \.id, "The execution's id.").required.naming("execution"), .choice("action", \.action, "What to do.").required,
        .text("comment", \.comment, "With approve and reject: why; later nodes see it."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let (id, workspace) = (ExecutionID(input.id ?? 0), call.caller.workspace.id)
        guard call.caller.administersWorkspace || input.action == .approve || input.action == .reject else {
            throw Refusal(
                .forbidden, "action: \(input.action.rawValue) is for administrators of the workspace; you can approve and reject what waits for you")
        }
        let executions = domains.workflows.executions
        let (execution, wait) = try await domains.execution(id, for: call.caller)
        let content = try await domains.workflows.content(of: execution.workflow, version: execution.version)
        let permissions = try await domains.workflowPermissions(of: call.caller)
        let isAssigned = wait?.node.assignees.include(call.caller) == true
        // A retried execution continues with the workflow's rights; ending it needs only its role. A person whom the node names does not
        // need a role of the workflow.
        switch input.action {
        case .retry: try permissions.check(content)
        case .approve: if isAssigned { try permissions.checkScopes(content) } else { try permissions.check(content) }
        case .cancel, .reject: if !isAssigned { try permissions.checkRole(content.role) }
        }
        switch input.action {
        case .cancel: try await executions.cancel(id, in: workspace)
        case .retry: try await executions.retry(id, in: workspace)
        case .approve, .reject:
            let decision = ApprovalDecision(
                isApproved: input.action == .approve, by: call.caller.userLabel ?? call.caller.label, comment: input.comment, at: wait?.path)
            try await domains.decide(id, decision, as: call.caller)
        }
        domains.workflows.wakeSignal.ring()
        let now = try await executions.find(id, in: workspace)
        return .object(changed: 1, objects: ["execution/\(id.rawValue)"]) { writer in
            writer.object("data") { writer in now.write(showsData: permissions.seesData(of: content.role), to: &writer) }
        }
    }
}
