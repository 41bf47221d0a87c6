import Access
import JSON
import Store
import Workflows

/// `workflows_execute`: sets a workflow off, whatever its trigger, enabled or not.
struct ExecuteWorkflow: Tool {
    struct Input: ToolArguments {
        var id: Int64?
        var values: JSONValue?
    }

    let domains: Domains

    let name = "workflows_execute"
    let package = PackageName.workflow
    let scope = ToolScope.one(.write(.workflow))
    let audience = ToolPermit.Audience.workspaceAdministrators
    let effect = ToolEffect.writes
    let showsSecret = false
    let setsSecret = false
    let reachesOutside = true
    let title = "Execute a workflow"
    let description =
        "Sets a workflow off, enabled or not, with its role; read the result with executions_get. values {\"data\":{…}} is {{$context.data}}."
    let arguments: [Argument<Input>] = [
        Argument.number("filterByTk", \.id, "The workflow's id.").required.naming("workflow"),
        .object("values", \.values, "{\"data\":…}: what it works on."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workflow = try await domains.workflows.find(WorkflowID(input.id ?? 0), in: call.caller.workspace.id)
        let content = try await domains.workflows.content(of: workflow.id, version: workflow.version)
        try WorkflowStanding(caller: call.caller).check(content)
        for (name, _) in input.values?.object ?? [:] where name != "data" {
            throw Refusal(.invalidArgument, "values: '\(name.prefix(40))' is not used; expected {\"data\":…}")
        }
        let origin = "manual:\(String(UInt64.random(in: .min ... .max), radix: 36))"
        let ids = try await domains.workflows.executions.add([NewExecution(of: workflow, origin: origin, data: input.values?["data"] ?? .null)])
        domains.workflows.bell.ring()
        return .object(changed: 1, objects: ["workflow/\(workflow.id.rawValue)"]) { writer in
            writer.key("data")
            writer.object { writer in
                writer.key("execution")
                writer.object { writer in
                    writer.member("id", ids[0].rawValue)
                    writer.key("status")
                    writer.null()
                }
            }
        }
    }
}
