import Access
import Ask
import Identity
import JSON
import Store

/// `assistants_list`: the assistants of the workspace, for administrators.
struct ListAssistants: Tool {
    struct Input: ToolArguments {
        var page = PageArguments()
    }

    let assistants: Assistants
    let secrets: SecretBox

    let name = "assistants_list"
    let access = ToolAccess(.server, scope: .one(.read(.source)), audience: .workspaceAdministrators, effect: .reads, secrets: .none)
    let title = "List assistants"
    let description = "Lists the assistants of this workspace: on which data sources, with which language model and by whose words each answers."
    let arguments: [Argument<Input>] = Argument.page(\.page)

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let request = try PageRequest(name, input.page, call, secrets)
        let assistants = try await assistants.list(in: call.caller.workspace.id)
        return try .page(request.part(of: assistants, by: { .text($0.name) }), of: request) { writer, assistant in assistant.write(to: &writer) }
    }
}

extension Assistant {
    func write(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("title", title)
        writer.member("sources", sources)
        writer.member("model", model)
        writer.member("instructions", instructions)
        writer.member("layer", layerText)
        writer.member("appliedBy", author)
        writer.member("appliedAt", changed)
    }
}
