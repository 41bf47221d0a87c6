import Access
import Identity
import JSON
import Store
import Workflows

/// `executions_list`: the executions of the workspace's workflows, newest first.
struct ListExecutions: Tool {
    struct Input: ToolArguments {
        var workflow: Int64?
        var state: Execution.State?
        var status: Int?
        var isAssigned = false
        var page = PageArguments()
    }

    let domains: Domains

    let name = "executions_list"
    let access = ToolAccess(.workflow, scope: .one(.read(.workflow)), audience: .membersAndAdministrators, effect: .reads, secrets: .none)
    let title = "List executions"
    let description = """
        Lists executions of workflows, newest first. status: null queued, 0 started, 1 resolved, -1 failed, -2 error, -3 aborted, -4 canceled, \
        -5 rejected, -6 not known; state waiting waits for a person. Who does not administer the workspace sees those that wait for them.
        """
    let arguments: [Argument<Input>] =
        [
            .number("workflowId", \.workflow, "Of this workflow alone."), .choice("state", \.state, "In this state alone."),
            .integer("status", \.status, in: -6...1, "With this status alone."),
            .flag("assigned", \.isAssigned, "true: those alone that wait for you by name or role."),
        ] + Argument.page(\.page)

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let request = try PageRequest(name, input.page, call, domains.store.secrets, usual: 50)
        let listPosition = try request.listPosition()?.keys.first
        let last: Int64? = if case .int(let key) = listPosition { key } else { nil }
        let status = input.status.flatMap { ExecutionStatus(rawValue: Int64($0)) }
        let found = try await domains.workflows.executions.list(
            in: call.caller.workspace.id, of: input.workflow.map { WorkflowID($0) }, state: input.state, status: status,
            waitingFor: input.isAssigned || !call.caller.administersWorkspace ? call.caller : nil, before: last.map { ExecutionID($0) },
            limit: request.count + 1)
        let permissions = try await domains.workflowPermissions(of: call.caller)
        let roles = try await domains.workflows.roles(of: found)
        let waits = try await domains.workflows.executions.waits(of: found)
        let page = try ToolPage(Array(found.prefix(request.count)), of: request, hasMore: found.count > request.count) { execution in
            JSONFragment { writer in
                let showsData = roles[execution.id].map(permissions.seesData(of:)) ?? false
                writer.object { writer in
                    execution.write(showsData: showsData, to: &writer)
                    waits[execution.id]?.write(showsData: showsData, to: &writer)
                }
            }
        } position: { _, last in
            ListPosition(.int(last.id.rawValue)).text
        }
        return .page(page)
    }
}
