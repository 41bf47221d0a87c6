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
    let package = PackageName.workflow
    let scope = ToolScope.one(.write(.workflow))
    let audience = ToolPermit.Audience.workspaceAdministrators
    let effect = ToolEffect.writes
    let showsSecret = false
    let setsSecret = false
    let reachesOutside = true
    let title = "Act on an execution"
    let description = """
        cancel ends an execution; retry lets one that ended without success go on from the node that it ended at, which runs again; approve and reject \
        answer one that waits for a person: only when that person told you to.
        """
    let arguments: [Argument<Input>] = [
        Argument.number("filterByTk", \.id, "The execution's id.").required.naming("execution"), .choice("action", \.action, "What to do.").required,
        .text("comment", \.comment, "With approve and reject: why; later nodes see it."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let (id, place) = (ExecutionID(input.id ?? 0), call.caller.workspace.id)
        let executions = domains.workflows.executions
        let execution = try await executions.find(id, in: place)
        let content = try await domains.workflows.content(of: execution.workflow, version: execution.version)
        let standing = WorkflowStanding(caller: call.caller)
        // What goes on does so with the workflow's rights; ending it needs its role alone.
        if input.action == .cancel || input.action == .reject { try standing.check(content.role) } else { try standing.check(content) }
        let person = call.caller.userLabel ?? call.caller.label
        let comment = input.comment.map { String($0.prefix(1_000)) }
        switch input.action {
        case .cancel: try await executions.cancel(id, in: place)
        case .retry: try await executions.retry(id, in: place)
        case .approve: try await executions.decide(id, in: place, isApproved: true, by: person, comment: comment)
        case .reject: try await executions.decide(id, in: place, isApproved: false, by: person, comment: comment)
        }
        domains.workflows.bell.ring()
        let now = try await executions.find(id, in: place)
        return .object(changed: 1, objects: ["execution/\(id.rawValue)"]) { writer in
            writer.key("data")
            writer.object { writer in now.write(to: &writer) }
        }
    }
}
