import HTTPTypes
import JSON
import MCP
import Testing

@testable import ConformanceServer

/// The scenarios for servers of 2025-11-25, scored and unscored, in each revision in which they run.
@Suite("Conformance, 2025-11-25 and older", .timeLimit(.minutes(5)))
struct LegacyScenarioTests {
    static let revisions = ["2025-06-18", "2025-11-25"]

    private func client(_ revision: String = "2025-11-25") async throws -> TestClient<Visitor> {
        var client = TestClient(try Fixtures.server(), as: Visitor())
        try await client.shakeHands(revision, capabilities: #"{"sampling":{},"elicitation":{}}"#)
        return client
    }

    @Test("server-initialize", arguments: revisions)
    func initialize(revision: String) async throws {
        let client = try await client(revision)
        #expect(client.session?.utf8.allSatisfy { (0x21...0x7E).contains($0) } == true)
        let body = client.request("initialize", #"{"protocolVersion":"\#(revision)","capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#)
        let reply = try await Reply(try await client.send(.post, body, ["MCP-Protocol-Version": revision, "Mcp-Method": "initialize"]))
        #expect(reply.result?["protocolVersion"] == .string(revision) && reply.result?["serverInfo"]?["name"] == "conformance")
    }

    @Test("ping, logging-set-level, resources-subscribe, resources-unsubscribe answer exactly {}", arguments: revisions)
    func empty(revision: String) async throws {
        let client = try await client(revision)
        let requests = [
            ("ping", "{}"), ("logging/setLevel", #"{"level":"info"}"#), ("resources/subscribe", #"{"uri":"test://watched-resource"}"#),
            ("resources/unsubscribe", #"{"uri":"test://watched-resource"}"#),
        ]
        for (method, params) in requests { #expect(try await client.legacy(method, params).result == [:], "\(method)") }
    }

    @Test("completion-complete, tools-list, resources-list, prompts-list", arguments: revisions)
    func lists(revision: String) async throws {
        let client = try await client(revision)
        let completion = try await client.legacy(
            "completion/complete",
            #"{"ref":{"type":"ref/prompt","name":"test_prompt_with_arguments"},"argument":{"name":"arg1","value":"test"}}"#)
        #expect(completion.result?["completion"]?["values"]?.array != nil)
        let tools = try #require(try await client.legacy("tools/list").result?["tools"]?.array)
        #expect(tools.count > 30 && tools.allSatisfy { $0["description"]?.string?.isEmpty == false && $0["inputSchema"]?["type"] == "object" })
        #expect(try await client.legacy("resources/list").result?["resources"]?.array?.count == 3)
        #expect(try await client.legacy("resources/templates/list").result?["resourceTemplates"]?[0]?["uriTemplate"] != nil)
        #expect(try await client.legacy("prompts/list").result?["prompts"]?.array?.count == 5)
    }

    @Test("tools-call-simple-text, -image, -audio, -embedded-resource, -mixed-content, -error", arguments: revisions)
    func content(revision: String) async throws {
        let client = try await client(revision)
        func types(_ tool: String) async throws -> [JSONValue?] {
            try await client.legacy("tools/call", #"{"name":"\#(tool)"}"#).result?["content"]?.array?.map { $0["type"] } ?? []
        }
        #expect(try await types("test_simple_text") == ["text"])
        #expect(try await types("test_image_content") == ["image"])
        #expect(try await types("test_audio_content") == ["audio"])
        #expect(try await types("test_embedded_resource") == ["resource"])
        #expect(try await types("test_multiple_content_types") == ["text", "image", "resource"])
        #expect(try await client.legacy("tools/call", #"{"name":"test_error_handling"}"#).result?["isError"] == true)
    }

    @Test("tools-call-with-logging, tools-call-with-progress", arguments: revisions)
    func messages(revision: String) async throws {
        let client = try await client(revision)
        _ = try await client.legacy("logging/setLevel", #"{"level":"debug"}"#)
        let logged = try await client.legacy("tools/call", #"{"name":"test_tool_with_logging"}"#)
        #expect(logged.notifications.filter { $0["method"] == "notifications/message" }.count >= 3)
        #expect(logged.messages.last?["result"] != nil)
        let progress = try await client.legacy("tools/call", #"{"name":"test_tool_with_progress","_meta":{"progressToken":7}}"#)
        #expect(progress.notifications.map { $0["params"]?["progress"]?.double } == [0, 50, 100])
    }

    /// Calls a tool and answers its question; the question and the result.
    private func converse(_ params: String, _ revision: String, answer: String) async throws -> (JSONValue, JSONValue) {
        let client = try await client(revision)
        var reader = try FrameReader(try await client.post(client.request("tools/call", params)))
        let question = try #require(await reader.message())
        let id = try #require(question["id"])
        #expect(try await client.post(#"{"jsonrpc":"2.0","id":\#(id),"result":\#(answer)}"#).head.status == 202)
        return (question, try #require(await reader.message()))
    }

    @Test("tools-call-sampling, tools-call-elicitation", arguments: revisions)
    func questions(revision: String) async throws {
        let (sampling, answer) = try await converse(
            #"{"name":"test_sampling","arguments":{"prompt":"Hi"}}"#, revision,
            answer: #"{"role":"assistant","content":{"type":"text","text":"there"},"model":"m","stopReason":"endTurn"}"#)
        #expect(sampling["method"] == "sampling/createMessage" && answer["result"]?["content"]?[0]?["text"] == "LLM response: there")
        let (elicitation, result) = try await converse(
            #"{"name":"test_elicitation","arguments":{"message":"Please"}}"#, revision,
            answer: #"{"action":"accept","content":{"username":"u","email":"u@example.com"}}"#)
        #expect(elicitation["method"] == "elicitation/create")
        #expect(elicitation["params"]?["requestedSchema"]?["properties"]?.object?.keys == ["username", "email"])
        #expect(result["result"]?["content"]?[0]?["text"]?.string?.contains("action=accept") == true)
    }

    @Test("elicitation-sep1034-defaults")
    func defaults() async throws {
        let (question, _) = try await converse(#"{"name":"test_elicitation_sep1034_defaults"}"#, "2025-11-25", answer: #"{"action":"cancel"}"#)
        let properties = question["params"]?["requestedSchema"]?["properties"]
        #expect(properties?["name"]?["default"] == "John Doe" && properties?["age"]?["default"] == 30 && properties?["score"]?["default"] == 95.5)
        #expect(properties?["status"]?["enum"] == ["active", "inactive", "pending"] && properties?["status"]?["default"] == "active")
        #expect(properties?["verified"]?["default"] == true && properties?["age"]?["type"] == "integer" && properties?["score"]?["type"] == "number")
    }

    @Test("elicitation-sep1330-enums")
    func enums() async throws {
        let (question, _) = try await converse(#"{"name":"test_elicitation_sep1330_enums"}"#, "2025-11-25", answer: #"{"action":"decline"}"#)
        let properties = question["params"]?["requestedSchema"]?["properties"]
        #expect(properties?["untitledSingle"]?["enum"]?.array?.count == 3)
        #expect(properties?["titledSingle"]?["oneOf"]?[0]?["const"] == "value1" && properties?["titledSingle"]?["oneOf"]?[0]?["title"] != nil)
        #expect(properties?["legacyEnum"]?["enum"]?.array?.count == properties?["legacyEnum"]?["enumNames"]?.array?.count)
        #expect(properties?["untitledMulti"]?["items"]?["enum"]?.array?.count == 3 && properties?["untitledMulti"]?["type"] == "array")
        #expect(properties?["titledMulti"]?["items"]?["anyOf"]?[0]?["const"] == "value1")
    }

    @Test("server-sse-multiple-streams")
    func multipleStreams() async throws {
        let client = try await client()
        #expect(client.session != nil)
        try await withThrowingTaskGroup(of: Reply.self) { group in
            for id in 1000...1002 { group.addTask { try await client.legacy("tools/list", id: "\(id)") } }
            var ids: Set<JSONValue> = []
            for try await reply in group { ids.insert(try #require(reply.response?["id"])) }
            #expect(ids == [1000, 1001, 1002])
        }
    }

    @Test("resources-read-text, -read-binary, -templates-read, prompts-get-simple, -with-args, -embedded-resource, -with-image", arguments: revisions)
    func reading(revision: String) async throws {
        let client = try await client(revision)
        func read(_ uri: String) async throws -> JSONValue? {
            try await client.legacy("resources/read", #"{"uri":"\#(uri)"}"#).result?["contents"]?[0]
        }
        #expect(try await read("test://static-text")?["text"] != nil)
        #expect(try await read("test://static-binary")?["blob"] != nil)
        #expect(try await read("test://template/123/data")?["text"]?.string?.contains("123") == true)
        let prompts = [
            (#"{"name":"test_simple_prompt"}"#, "text"),
            (#"{"name":"test_prompt_with_arguments","arguments":{"arg1":"a","arg2":"b"}}"#, "text"),
            (#"{"name":"test_prompt_with_embedded_resource","arguments":{"resourceUri":"test://x"}}"#, "resource"),
            (#"{"name":"test_prompt_with_image"}"#, "image"),
        ]
        for (params, type) in prompts {
            #expect(try await client.legacy("prompts/get", params).result?["messages"]?[0]?["content"]?["type"]?.string == type)
        }
    }

    @Test("server-session-lifecycle", arguments: ["2025-03-26", "2025-06-18", "2025-11-25"])
    func lifecycle(revision: String) async throws {
        let client = try await client(revision)
        #expect(try await client.legacy("tools/list").status == 200)
        #expect(try await client.send(.delete, "", ["Mcp-Session-Id": client.session ?? ""]).head.status == 204)
        #expect(try await client.legacy("tools/list").status == 404)
    }

    @Test("server-sse-polling")
    func polling() async throws {
        let client = try await client()
        let response = try await client.post(client.request("tools/call", #"{"name":"test_reconnection"}"#))
        let frames = Frame.all(in: await response.bodyText)
        #expect(frames.first?.id != nil && frames.first?.data == "" && frames.contains { $0.retry != nil })
        #expect(frames.allSatisfy { $0.data.isEmpty })
        var resumed = try FrameReader(try await client.open(after: frames.last { $0.id != nil }?.id))
        #expect(await resumed.message()?["result"]?["content"]?[0]?["text"] == "Reconnection test completed successfully")
        #expect(await resumed.next() == nil)
    }
}
