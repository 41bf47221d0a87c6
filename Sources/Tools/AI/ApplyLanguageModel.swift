import Access
import Ask
import Catalog
import JSON
import Store

/// `models_apply`: sets, tries or removes a language model of the workspace.
struct ApplyLanguageModel: Tool {
    enum Action: String, CaseIterable {
        case set, test, remove
    }

    struct Input: ToolArguments {
        var name = ""
        var action = Action.set
        var interface: LanguageModel.Interface?
        var url: String?
        var model: String?
        var key: String?
        var isDefault: Bool?
        var seesValues: Bool?
        var dailyQuestions: Int?
        var dailyTokens: Int?
    }

    let models: LanguageModels
    let questions: Questions

    let name = "models_apply"
    let access = ToolAccess(.server, scope: .one(.write(.source)), audience: .workspaceAdministrators, effect: .writes, secrets: .set)
    let isIdempotent = true
    let reachesOutside = true
    let length = ToolLength.mayBeLong
    let title = "Set a language model"
    let description = """
        Sets a language model that is asked where the built-in engine does not answer; action test asks it for a word, action remove removes it. The key is \
        kept sealed. Servers in private networks can be set by the operator at the command line alone.
        """
    let arguments: [Argument<Input>] = [
        .text("name", \.name, "A lower-case letter, then letters, digits, _, - or ., at most 48.").required.naming("model"),
        .choice("action", \.action, "What is done; set when absent."),
        .choice("interface", \.interface, "What its server speaks; openai (chat completions) for a new one when absent."),
        .text("url", \.url, "Where the interface begins: https://api.example.com/v1 (openai), https://api.anthropic.com (anthropic)."),
        .text("model", \.model, "The model's name at its server."),
        .text("key", \.key, "Its API key; needed again when the url changes; empty to remove it."),
        .flag("isDefault", \.isDefault, "Whether it is asked where a question names no model; the first model is."),
        .flag("seesValues", \.seesValues, "Whether it is shown sample values of the data, within the asker's rights; false for a new one."),
        .integer(
            "dailyQuestions", \.dailyQuestions, in: 0...1_000_000,
            "Questions of one caller a day; \(LanguageModel.defaultDailyQuestions) for a new one."),
        .integer(
            "dailyTokens", \.dailyTokens, in: 0...1_000_000_000,
            "Tokens that they may cost a day; \(LanguageModel.defaultDailyTokens) for a new one."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workspace = call.caller.workspace.id
        switch input.action {
        case .set:
            let model = try await models.apply(input.change, to: input.name, in: workspace, isTrusted: call.caller.sourceTrust == .operator)
            return .object(changed: 1, objects: ["model/\(model.name)"]) { writer in model.write(to: &writer) }
        case .test:
            guard let model = try await models.find(input.name, in: workspace) else { throw LanguageModels.unknown(input.name) }
            let failure = try await questions.tryModel(model, call.bounds)
            return .object(changed: 0, objects: ["model/\(model.name)"]) { writer in
                writer.member("ok", failure == nil)
                writer.member("reason", failure)
            }
        case .remove:
            try await models.remove(input.name, in: workspace)
            return .object(changed: 1, objects: ["model/\(input.name)"]) { writer in writer.member("removed", input.name) }
        }
    }
}

extension ApplyLanguageModel.Input {
    fileprivate var change: LanguageModelChange {
        var change = LanguageModelChange()
        change.interface = interface
        change.url = url
        change.model = model
        change.key = key.map { Secret($0) }
        change.isDefault = isDefault
        change.seesValues = seesValues
        change.dailyQuestions = dailyQuestions.map(Int64.init)
        change.dailyTokens = dailyTokens.map(Int64.init)
        return change
    }
}
