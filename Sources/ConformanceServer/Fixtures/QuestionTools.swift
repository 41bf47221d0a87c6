import JSON
import MCP

/// Tools that ask the client for input. With revision 2026-07-28 the call's result contains the questions; legacy clients receive them as
/// requests.
enum QuestionTools {
    static func all() throws -> [FixtureTool] {
        [
            try FixtureTool("test_missing_capability", "Needs a client with the capability sampling.", needs: ["sampling": [:]]) { _, _ in
                CallToolResult(text: "The client has a model")
            },
            try FixtureTool("test_streaming_elicitation", "Asks for a confirmation.") { _, context in
                _ = try await context.ask(Elicitation(message: "Go on?", mode: .form(FixtureTool.form("ok", type: "boolean"))), key: "confirm")
                return CallToolResult(text: "Confirmed")
            },
            try FixtureTool("test_input_required_result_elicitation", "Asks for a name.") { _, context in
                CallToolResult(text: "Hello, \(try await name(context))!")
            },
            try FixtureTool("test_input_required_result_sampling", "Asks the client's model.") { _, context in
                let answer = try await context.sample(SamplingRequest("What is the capital of France?", maximumTokens: 100), key: "capital_question")
                return CallToolResult(text: answer.text ?? "no text")
            },
            try FixtureTool("test_input_required_result_list_roots", "Asks for folders.") { _, context in
                CallToolResult(text: "Roots: " + (try await context.roots(key: "client_roots")).map(\.uri).joined(separator: ", "))
            },
            try FixtureTool("test_input_required_result_request_state", "Carries a state.") { _, context in
                try await confirm(context)
                return CallToolResult(text: "state-ok")
            },
            try FixtureTool("test_input_required_result_tampered_state", "Refuses a changed state.") { _, context in
                try await confirm(context)
                return CallToolResult(text: "state-ok")
            },
            try FixtureTool("test_input_required_result_multiple_inputs", "Asks three things at once.") { _, context in
                let answers = try await context.ask([
                    ("user_name", .elicitation(Elicitation(message: "What is your name?", mode: .form(FixtureTool.form("name"))))),
                    ("greeting", .sampling(SamplingRequest("Write a greeting", maximumTokens: 50))), ("client_roots", .roots),
                ])
                return CallToolResult(text: "\(answers.count) answers")
            },
            try FixtureTool("test_input_required_result_multi_round", "Asks twice.") { _, context in
                let name = text(try await context.ask(Elicitation(message: "Name?", mode: .form(FixtureTool.form("name"))), key: "step1"), "name")
                let color = text(try await context.ask(Elicitation(message: "Color?", mode: .form(FixtureTool.form("color"))), key: "step2"), "color")
                return CallToolResult(text: "\(name) likes \(color)")
            },
            try FixtureTool("test_input_required_result_capabilities", "Asks only what the client takes.") { _, context in
                var requests: [(key: String, request: InputRequest)] = [
                    ("user_name", .elicitation(Elicitation(message: "Name?", mode: .form(FixtureTool.form("name"))))),
                    ("greeting", .sampling(SamplingRequest("Write a greeting", maximumTokens: 50))),
                ]
                requests.removeAll { !context.canAsk($0.request) }
                guard !requests.isEmpty else { return CallToolResult(text: "Nothing to ask") }
                return CallToolResult(text: "\(try await context.ask(requests).count) answers")
            },
        ]
    }

    static func name(_ context: CallContext) async throws -> String {
        text(
            try await context.ask(
                Elicitation(message: "What is your name?", mode: .form(FixtureTool.form("name", isRequired: true))), key: "user_name"),
            "name")
    }

    static func text(_ answer: ElicitResult, _ name: String) -> String {
        if case .accept(let values) = answer { values[name]?.string ?? "nobody" } else { "nobody" }
    }

    private static func confirm(_ context: CallContext) async throws {
        _ = try await context.ask(Elicitation(message: "Confirm", mode: .form(FixtureTool.form("ok", type: "boolean"))), key: "confirm")
    }
}
