import Access
import Ask
import Catalog
import JSON
import SQLSyntax

/// `assistants_apply`: creates, changes or removes an assistant of the workspace.
struct ApplyAssistant: Tool {
    enum Action: String, CaseIterable {
        case set, remove
    }

    struct Input: ToolArguments {
        var name = ""
        var action = Action.set
        var title: String?
        var sources: [String]?
        var model: String?
        var instructions: String?
        var layer: String?
    }

    let domains: Domains

    let name = "assistants_apply"
    let access = ToolAccess(.server, scope: .one(.write(.source)), audience: .workspaceAdministrators, effect: .writes, secrets: .none)
    let isIdempotent = true
    let title = "Set up an assistant"
    let description = """
        Sets up an assistant that mcp_assistant asks, or changes what is named of one; action remove removes it. Whoever asks it sees no more than their \
        own rights show.
        """
    let arguments: [Argument<Input>] = [
        .text("name", \.name, "A lower-case letter, then letters, digits, _, - or ., at most 48.").required.naming("assistant"),
        .choice("action", \.action, "What is done; set when absent."), .text("title", \.title, "For people; the name when absent."),
        .texts("sources", \.sources, "Names of data sources that its questions go to; all of the workspace when absent."),
        .text("model", \.model, "The language model that is asked where the built-in engine does not answer; empty for the workspace's default."),
        .text("instructions", \.instructions, "What a language model is told beside its task; at most 4,000 bytes."),
        .text("layer", \.layer, "A semantic layer as YAML, in place of the one data source's own; empty to remove it."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let workspace = call.caller.workspace.id
        guard input.action == .set else {
            try await domains.assistants.remove(input.name, in: workspace)
            return .object(changed: 1, objects: ["assistant/\(input.name)"]) { writer in writer.member("removed", input.name) }
        }
        try await check(input, call)
        var change = AssistantChange()
        change.title = input.title
        change.sources = input.sources
        change.model = input.model
        change.instructions = input.instructions
        change.layer = input.layer
        let made = try await domains.assistants.apply(
            change, to: input.name, in: workspace, by: call.caller.userLabel ?? call.caller.label)
        return .object(changed: 1, objects: ["assistant/\(made.name)"]) { writer in made.write(to: &writer) }
    }

    /// Checks that everything that it names exists in this workspace.
    private func check(_ input: Input, _ call: ToolCall) async throws {
        let workspace = call.caller.workspace.id
        let known = try await domains.sources.list(in: workspace).map(\.name)
        if let missing = input.sources?.first(where: { !known.contains($0) }) {
            throw Refusal(.notFound, "sources: no data source '\(missing.prefix(48))' in this workspace; data_sources_list names them")
        }
        if let model = input.model, !model.isEmpty, model != LanguageModels.builtIn, try await domains.models.find(model, in: workspace) == nil {
            throw LanguageModels.unknown(model)
        }
        guard let text = input.layer, !text.isEmpty else { return }
        let earlier = try await domains.assistants.list(in: workspace).first { $0.name == input.name }
        let sources = input.sources ?? earlier?.sources ?? []
        guard let source = sources.first, sources.count == 1 else {
            throw Refusal(.invalidArgument, "layer: an assistant with a semantic layer has one data source; name it in sources")
        }
        let contents = try await domains.catalog.contents(of: source, in: workspace, call.bounds)
        let (layer, written) = SemanticReader.read(text)
        let problems = written.isEmpty ? SemanticCheck.problems(layer, tables: TableOutline.all(of: contents), in: contents.dialect) : written
        guard problems.isEmpty else {
            throw Refusal(.invalidArgument, "layer: " + problems.prefix(10).map(\.description).joined(separator: "\n"))
        }
    }
}
