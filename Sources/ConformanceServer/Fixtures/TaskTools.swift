import JSON
import MCP

/// Tools whose calls continue as tasks.
enum TaskTools {
    static func all() throws -> [FixtureTool] {
        [
            try FixtureTool("greet", "Says hello at once.", properties: ["name": ["type": "string"]], required: ["name"]) { arguments, _ in
                CallToolResult(text: "Hello, \(arguments["name"]?.string ?? "")!")
            },
            try FixtureTool(
                "slow_compute", "Computes for some seconds.", properties: ["seconds": ["type": "integer"], "label": ["type": "string"]],
                required: ["seconds"], support: .optional
            ) { arguments, context in
                let seconds = min(60, max(0, arguments["seconds"]?.int ?? 0))
                if seconds > 0 {
                    try await context.beginTask("Computing for \(seconds) s")
                    try await Task.sleep(for: .seconds(seconds))
                }
                return CallToolResult(text: "Computed \(arguments["label"]?.string ?? "")")
            },
            try FixtureTool("failing_job", "Runs and fails.", support: .required) { _, context in
                try await context.beginTask()
                try await Task.sleep(for: .seconds(1))
                return .failure("The job failed")
            },
            try FixtureTool("protocol_error_job", "Ends with an error of the protocol.", support: .required) { _, context in
                try await context.beginTask()
                throw MCPError(.internalError, "The job broke")
            },
            try FixtureTool(
                "confirm_delete", "Asks before it deletes.", properties: ["filename": ["type": "string"]], required: ["filename"], support: .required
            ) { arguments, context in
                try await context.beginTask()
                let file = arguments["filename"]?.string ?? ""
                let form = FixtureTool.form("confirm", type: "boolean")
                let answer = try await context.ask(Elicitation(message: "Delete \(file)?", mode: .form(form)), key: "confirm")
                guard case .accept(let values) = answer, values["confirm"]?.bool != false else { return CallToolResult(text: "Kept \(file)") }
                return CallToolResult(text: "Deleted \(file)")
            },
            try FixtureTool("multi_input", "Asks two things at once.", support: .required) { _, context in
                try await context.beginTask()
                let answers = try await context.ask([
                    ("name", .elicitation(Elicitation(message: "Name?", mode: .form(FixtureTool.form("name"))))),
                    ("confirm", .elicitation(Elicitation(message: "Sure?", mode: .form(FixtureTool.form("confirm", type: "boolean"))))),
                ])
                return CallToolResult(text: "\(answers.count) answers")
            },
            try FixtureTool("test_tool_with_task", "Asks for a name and goes on as a task.", support: .required) { _, context in
                let name = try await QuestionTools.name(context)
                try await context.beginTask("Greeting \(name)")
                return CallToolResult(text: "Hello, \(name)!")
            },
        ]
    }
}
