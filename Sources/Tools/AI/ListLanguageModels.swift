import Access
import Ask
import Identity
import JSON
import Store

/// `models_list`: the language models of the workspace, for administrators.
struct ListLanguageModels: Tool {
    struct Input: ToolArguments {
        var page = PageArguments()
    }

    let models: LanguageModels
    let secrets: SecretBox

    let name = "models_list"
    let access = ToolAccess(.server, scope: .one(.read(.source)), audience: .workspaceAdministrators, effect: .reads, secrets: .none)
    let title = "List language models"
    let description = "Lists the language models that questions may go to, beside the built-in engine. Keys are never shown."
    let arguments: [Argument<Input>] = Argument.page(\.page)

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let request = try PageRequest(name, input.page, call, secrets)
        let models = try await models.list(in: call.caller.workspace.id)
        return try .page(request.part(of: models, by: { .text($0.name) }), of: request) { writer, model in model.write(to: &writer) }
    }
}

extension LanguageModel {
    func write(to writer: inout JSONWriter) {
        writer.member("id", id.rawValue)
        writer.member("name", name)
        writer.member("interface", interface.rawValue)
        writer.member("url", url)
        writer.member("model", model)
        writer.member("isDefault", isDefault)
        writer.member("seesValues", seesValues)
        writer.member("dailyQuestions", dailyQuestions)
        writer.member("dailyTokens", dailyTokens)
    }
}
