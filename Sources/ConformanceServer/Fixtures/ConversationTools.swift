import JSON
import MCP

/// Tools that send messages before their result, and legacy tools that ask questions.
enum ConversationTools {
    static func all() throws -> [FixtureTool] {
        [
            try FixtureTool("test_tool_with_logging", "Logs three times.") { _, context in
                for text in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
                    try await context.log(.info, .string(text))
                    try await pause()
                }
                return CallToolResult(text: "Tool with logging executed successfully")
            },
            try FixtureTool("test_tool_with_progress", "Tells its progress.") { _, context in
                for step in [0.0, 50, 100] {
                    try await context.progress(step, total: 100, message: "Completed step \(Int(step)) of 100")
                    try await pause()
                }
                return CallToolResult(text: "Progress: 100")
            },
            try FixtureTool("test_logging_tool", "Logs to clients that asked for it.") { _, context in
                try await context.log(.info, "logged")
                return CallToolResult(text: "Logged")
            },
            try FixtureTool("test_reconnection", "Closes its stream and answers on the next one.") { _, context in
                await context.releaseConnection()
                try await Task.sleep(for: .milliseconds(200))
                return CallToolResult(text: "Reconnection test completed successfully")
            },
            try FixtureTool("test_sampling", "Asks the client's model.", properties: ["prompt": ["type": "string"]], required: ["prompt"]) {
                arguments, context in
                let answer = try await context.sample(SamplingRequest(arguments["prompt"]?.string ?? "", maximumTokens: 100))
                return CallToolResult(text: "LLM response: \(answer.text ?? "")")
            },
            try FixtureTool("test_elicitation", "Asks for a name.", properties: ["message": ["type": "string"]], required: ["message"]) {
                arguments, context in
                let form: JSONValue = [
                    "type": "object",
                    "properties": [
                        "username": ["type": "string", "description": "User's response"], "email": ["type": "string", "format": "email"],
                    ],
                    "required": ["username", "email"],
                ]
                return describe(try await context.ask(Elicitation(message: arguments["message"]?.string ?? "", mode: .form(form))))
            },
            try FixtureTool("test_elicitation_sep1034_defaults", "Asks with defaults.") { _, context in
                describe(try await context.ask(Elicitation(message: "Please review the defaults", mode: .form(defaults))))
            },
            try FixtureTool("test_elicitation_sep1330_enums", "Asks for choices.") { _, context in
                describe(try await context.ask(Elicitation(message: "Please choose", mode: .form(choices))))
            },
        ]
    }

    private static func describe(_ answer: ElicitResult) -> CallToolResult {
        switch answer {
        case .accept(let values): CallToolResult(text: "Elicitation completed: action=accept, content=\(JSONValue.object(values))")
        case .decline: CallToolResult(text: "Elicitation completed: action=decline")
        case .cancel: CallToolResult(text: "Elicitation completed: action=cancel")
        }
    }

    private static func pause() async throws { try await Task.sleep(for: .milliseconds(20)) }

    private static let defaults: JSONValue = [
        "type": "object",
        "properties": [
            "name": ["type": "string", "default": "John Doe"], "age": ["type": "integer", "default": 30],
            "score": ["type": "number", "default": 95.5],
            "status": ["type": "string", "enum": ["active", "inactive", "pending"], "default": "active"],
            "verified": ["type": "boolean", "default": true],
        ],
        "required": [],
    ]

    private static let choices: JSONValue = [
        "type": "object",
        "properties": [
            "untitledSingle": ["type": "string", "enum": ["option1", "option2", "option3"]],
            "titledSingle": [
                "type": "string", "oneOf": [["const": "value1", "title": "First Option"], ["const": "value2", "title": "Second Option"]],
            ],
            "legacyEnum": ["type": "string", "enum": ["opt1", "opt2"], "enumNames": ["Option One", "Option Two"]],
            "untitledMulti": ["type": "array", "items": ["type": "string", "enum": ["option1", "option2", "option3"]]],
            "titledMulti": [
                "type": "array",
                "items": ["anyOf": [["const": "value1", "title": "First Choice"], ["const": "value2", "title": "Second Choice"]]],
            ],
        ],
        "required": [],
    ]
}
