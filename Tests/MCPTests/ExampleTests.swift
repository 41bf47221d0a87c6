import Foundation
import HTTPTypes
import JSON
import MCP
import Testing

// The example of docs/mcp-library.md, word by word: what stands between the marks is compared with the page.
// begin example
struct Greeter: ToolProvider {
    let tools = try? ToolList([
        Tool(
            name: "greet", description: "Greets a person by name.",
            inputSchema: ["type": "object", "properties": ["name": ["type": "string"]], "required": ["name"]])
    ])

    func listTools(for person: String, context: CallContext) -> ToolList { tools ?? ToolList([]) }

    func callTool(_ name: String, arguments: JSONObject, for person: String, context: CallContext) async throws -> CallToolResult {
        guard name == "greet" else { throw MCPError.unknownTool(name) }
        guard let guest = arguments["name"]?.string else { return .failure("argument 'name': expected a string") }
        try await context.progress(1, total: 2, message: "Looking for \(guest)")
        let question = Elicitation.confirmation("Greet \(guest)?", title: "Greet")
        if context.canAsk(.elicitation(question)) {
            guard try await context.ask(question).isConfirmed else { return CallToolResult(text: "Not greeted") }
        }
        return CallToolResult(text: "Hello \(guest), says \(person).")
    }
}

func makeServer() -> MCPServer<String> {
    MCPServer(
        Implementation(name: "greeter", version: "1.0"), features: Features(tools: Greeter()),
        continuity: Continuity(key: { $0 }))
}
// end example

@Suite("The example of the page")
struct ExampleTests {
    @Test("It runs in both eras")
    func runs() async throws {
        let client = TestClient(makeServer(), as: "Ada")
        #expect(try await client.call("greet", ["name": "Lin"]).text == "Hello Lin, says Ada.")
        let first = try await client.call("greet", ["name": "Lin"], capabilities: ["elicitation": [:]])
        let answers: JSONValue = ["input_1": ["action": "accept", "content": ["confirmed": true]]]
        let second = try await client.modern(
            "tools/call",
            [
                "name": "greet", "arguments": ["name": "Lin"], "inputResponses": answers,
                "requestState": try #require(first.result?["requestState"]),
            ], capabilities: ["elicitation": [:]]
        )
        #expect(second.text == "Hello Lin, says Ada.")
        var legacy = client
        try await legacy.shakeHands()
        let reply = try await legacy.legacy("tools/call", #"{"name":"greet","arguments":{"name":"Lin"},"_meta":{"progressToken":1}}"#)
        #expect(reply.text == "Hello Lin, says Ada." && reply.notifications.count == 1)
    }

    @Test("The page shows it word by word")
    func page() throws {
        let source = try Repository.text("Tests/MCPTests/ExampleTests.swift")
        let begin = try #require(source.range(of: "// begin example\n")), end = try #require(source.range(of: "// end example"))
        #expect(try Repository.text("docs/mcp-library.md").contains(source[begin.upperBound..<end.lowerBound]))
    }
}
