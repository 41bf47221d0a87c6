package import MCP

/// A few prompts about data.
package struct GatehousePrompts: PromptProvider {
    static let all = [
        Prompt(
            name: "explore_data", title: "Explore the data", description: "Finds out what data there is and what can be asked of it.",
            arguments: [.init(name: "topic", title: "Topic", description: "What you are interested in.")]),
        Prompt(
            name: "ask_collection", title: "Ask a collection", description: "Answers a question from one collection, with the SQL that was run.",
            arguments: [
                .init(name: "collection", title: "Collection", description: "Name of the collection.", isRequired: true),
                .init(name: "question", title: "Question", description: "What you want to know.", isRequired: true),
            ]),
        Prompt(
            name: "explain_access", title: "Explain access", description: "Says what you may see and change here, and why.",
            arguments: [.init(name: "collection", title: "Collection", description: "Name of a collection; all when absent.")]),
    ]

    package init() {}

    package func listPrompts(for principal: RequestPrincipal, after cursor: String?, context: CallContext) throws -> ListPage<Prompt> {
        try principal.requireCredential()
        guard cursor == nil else { throw MCPError.unknownCursor }
        return ListPage(Self.all)
    }

    package func getPrompt(
        _ name: String, arguments: [String: String], for principal: RequestPrincipal, context: CallContext
    ) throws -> GetPromptResult {
        try principal.requireCredential()
        guard let prompt = Self.all.first(where: { $0.name == name }) else { throw MCPError.unknownPrompt(name) }
        try prompt.check(arguments)
        return GetPromptResult(description: prompt.description, text: Self.text(name, arguments))
    }

    private static func text(_ name: String, _ arguments: [String: String]) -> String {
        let collection = arguments["collection"] ?? ""
        return switch name {
        case "explore_data":
            "Show me what data I can work with" + (arguments["topic"].map { " about \($0)" } ?? "")
                + ". Use collections_list and collections_get, and propose five questions that the data can answer."
        case "ask_collection":
            "Answer this from the collection \(collection): \(arguments["question"] ?? ""). Look at its fields with collections_get first, then use "
                + "run_sql. Show the statement that you ran, and say what the rows leave out."
        default:
            "What may I see and change \(collection.isEmpty ? "in this workspace" : "in the collection \(collection)")? Use whoami and "
                + "collections_get, and explain it in plain words."
        }
    }
}
