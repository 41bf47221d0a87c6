import Access
import JSON
import Store
import Workflows

/// `executions_get`: one execution with the result of each of its nodes.
struct GetExecution: Tool {
    struct Input: ToolArguments {
        var id: Int64?
    }

    let domains: Domains

    let name = "executions_get"
    let access = ToolAccess(.workflow, scope: .one(.read(.workflow)), audience: .membersAndAdministrators, effect: .reads, secrets: .none)
    let title = "Get an execution"
    let description =
        """
        Gives one execution with the status, reason and result of each node, without reasons and results where you may not read rows; who does not \
        administer the workspace sees what waits for them.
        """
    let arguments: [Argument<Input>] = [Argument.number("filterByTk", \.id, "The execution's id.").required.naming("execution")]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let (execution, wait) = try await domains.execution(ExecutionID(input.id ?? 0), for: call.caller)
        let content = try await domains.workflows.content(of: execution.workflow, version: execution.version)
        let showsData = try await domains.workflowPermissions(of: call.caller).seesData(of: content.role)
        let showsRun = call.caller.administersWorkspace
        let jobs = showsRun ? try await domains.workflows.executions.jobs(of: execution.id) : []
        let context = showsRun && showsData ? Optional(try execution.context(domains.store.secrets)) : Optional.none
        return .object(rows: showsData ? jobs.count : nil, objects: ["execution/\(execution.id.rawValue)"]) { writer in
            writer.object("data") { writer in
                execution.write(showsData: showsData, to: &writer)
                wait?.write(showsData: showsData, to: &writer)
                writer.given("context", context)
                if showsRun { writer.member("jobs", jobs) { writer, job in job.write(showsData: showsData, to: &writer) } }
            }
            writer.object("meta") { writer in writer.member("resultsShown", showsData) }
        }
    }
}
