import MCP

/// Tools that announce changed lists.
enum ChangeTools {
    static func all(_ announcer: Announcer) throws -> [FixtureTool] {
        [
            try FixtureTool("test_trigger_tool_change", "Announces other tools.") { _, _ in
                await announcer.announce(.changed(.tools))
                return CallToolResult(text: "Announced")
            },
            try FixtureTool("test_trigger_prompt_change", "Announces other prompts.") { _, _ in
                await announcer.announce(.changed(.prompts))
                return CallToolResult(text: "Announced")
            },
            try FixtureTool("test_trigger_resource_update", "Announces other contents of the watched resource.") { _, _ in
                await announcer.announce(.updated(topic: FixtureResources.watched))
                return CallToolResult(text: "Announced")
            },
        ]
    }
}
