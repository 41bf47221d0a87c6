import MCP

/// The prompts that the MCP conformance suite expects.
struct FixturePrompts: PromptProvider {
    static let withArguments = Prompt(
        name: "test_prompt_with_arguments", description: "Has two arguments.",
        arguments: [
            .init(name: "arg1", description: "First", isRequired: true), .init(name: "arg2", description: "Second", isRequired: true),
        ])
    private static let all = [
        Prompt(name: "test_simple_prompt", description: "Has no arguments."), withArguments,
        Prompt(
            name: "test_prompt_with_embedded_resource", description: "Holds a resource.",
            arguments: [.init(name: "resourceUri", description: "URI of the resource", isRequired: true)]),
        Prompt(name: "test_prompt_with_image", description: "Holds a picture."),
        Prompt(name: "test_input_required_result_prompt", description: "Asks for its context."),
    ]

    func listPrompts(for visitor: Visitor, after cursor: String?, context: CallContext) throws -> ListPage<Prompt> {
        guard cursor == nil else { throw MCPError.unknownCursor }
        return ListPage(Self.all)
    }

    func getPrompt(_ name: String, arguments: [String: String], for visitor: Visitor, context: CallContext) async throws -> GetPromptResult {
        guard let prompt = Self.all.first(where: { $0.name == name }) else { throw MCPError.unknownPrompt(name) }
        try prompt.check(arguments)
        switch name {
        case "test_simple_prompt": return GetPromptResult(text: "This is a simple prompt for testing.")
        case "test_prompt_with_arguments":
            return GetPromptResult(text: "Prompt with arguments: arg1='\(arguments["arg1"] ?? "")', arg2='\(arguments["arg2"] ?? "")'")
        case "test_prompt_with_embedded_resource":
            let contents = ResourceContents(
                uri: arguments["resourceUri"] ?? "", mimeType: "text/plain", body: .text("Embedded resource content for testing."))
            return GetPromptResult([.init(.user, .resource(contents)), .init(.user, .text("Please process the embedded resource above."))])
        case "test_prompt_with_image":
            return GetPromptResult([.init(.user, .image(Samples.png, mimeType: "image/png")), .init(.user, .text("Please analyze the image above."))])
        case "test_input_required_result_prompt":
            let answer = try await context.ask(
                Elicitation(message: "What is the context?", mode: .form(FixtureTool.form("context"))), key: "user_context")
            return GetPromptResult(text: "Context: \(QuestionTools.text(answer, "context"))")
        default: throw MCPError.unknownPrompt(name)
        }
    }
}

/// Completions of the prompts' arguments and of the template's variable.
struct FixtureCompletions: CompletionProvider {
    func complete(_ request: CompletionRequest, for visitor: Visitor, context: CallContext) throws -> Completion {
        switch request.reference {
        case .prompt(FixturePrompts.withArguments.name): Completion(of: ["paris", "park", "party"], for: request.value)
        case .resource("test://template/{id}/data"): Completion(of: ["123", "124"], for: request.value)
        default: throw MCPError.unknownReference
        }
    }
}
