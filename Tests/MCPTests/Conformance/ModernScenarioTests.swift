import HTTPTypes
import JSON
import MCP
import Testing

@testable import ConformanceServer

/// The scenarios for servers of 2026-07-28, scored and unscored, written from their descriptions.
@Suite("Conformance, 2026-07-28", .timeLimit(.minutes(5)))
struct ModernScenarioTests {
    private let client: TestClient<Visitor>

    init() throws { client = TestClient(try Fixtures.server(), as: Visitor()) }

    private func call(
        _ tool: String, _ arguments: JSONObject = [:], _ more: JSONObject = [:], capabilities: JSONValue = ClientAnswers.everything,
        meta: JSONObject = [:]
    ) async throws -> Reply {
        var params: JSONObject = ["name": .string(tool), "arguments": .object(arguments)]
        for (key, value) in more { params[key] = value }
        return try await client.modern("tools/call", params, capabilities: capabilities, meta: meta)
    }

    @Test("server-stateless")
    func stateless() async throws {
        let headers = ["MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "server/discover"]
        let version = #""io.modelcontextprotocol/protocolVersion":"2026-07-28""#
        let bodies = [
            #"{}"#, #"{"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}}"#, #"{"_meta":{\#(version)}}"#,
        ]
        for params in bodies {
            let reply = try await Reply(try await client.send(.post, client.request("server/discover", params, id: "5"), headers))
            #expect(reply.summary == "400 -32602" && reply.response?["id"] == 5)
        }
        let discovered = try await client.modern("server/discover")
        #expect(discovered.result?["supportedVersions"]?.array?.contains("2026-07-28") == true)
        #expect(discovered.result?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "conformance")
        for (feature, method) in [("tools", "tools/list"), ("prompts", "prompts/list"), ("resources", "resources/list")] {
            #expect(discovered.result?["capabilities"]?[feature] != nil)
            #expect(try await client.modern(method).status == 200)
        }
        let unknown = try await client.modern("server/discover", version: "v999.0.0")
        #expect(unknown.summary == "400 -32022" && unknown.error?["data"]?["requested"] == "v999.0.0")
        #expect(unknown.error?["data"]?["supported"] == discovered.result?["supportedVersions"])
        let mismatch = try await client.modern("server/discover", headers: ["MCP-Protocol-Version": "2026-07-28"], version: "v999.0.0")
        #expect(mismatch.summary == "400 -32020")
        let missing = try await call("test_missing_capability", capabilities: [:])
        #expect(missing.summary == "400 -32021" && missing.error?["data"]?["requiredCapabilities"]?["sampling"]?.object != nil)
        for method in ["initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "unknown/method"] {
            let reply = try await client.modern(method)
            #expect(reply.summary == "404 -32601" && reply.response?["id"] == 1)
        }
        let streamed = try await call("test_streaming_elicitation", capabilities: ["elicitation": [:]])
        #expect(streamed.result != nil && streamed.notifications.isEmpty)
        #expect(try await call("test_logging_tool").notifications.isEmpty)
        let logged = try await call("test_logging_tool", meta: ["io.modelcontextprotocol/logLevel": "info"])
        #expect(logged.notifications.first?["method"] == "notifications/message")
    }

    @Test("server-stateless: changes reach the streams that asked for them")
    func listChanged() async throws {
        var tools = try FrameReader(
            try await client.modernResponse("subscriptions/listen", ["notifications": ["toolsListChanged": true]], id: "t"))
        var prompts = try FrameReader(
            try await client.modernResponse("subscriptions/listen", ["notifications": ["promptsListChanged": true]], id: "p"))
        #expect(await tools.message()?["method"] == "notifications/subscriptions/acknowledged")
        #expect(await prompts.message()?["method"] == "notifications/subscriptions/acknowledged")
        _ = try await call("test_trigger_tool_change")
        _ = try await call("test_trigger_prompt_change")
        #expect(await tools.message()?["method"] == "notifications/tools/list_changed")
        #expect(await prompts.message()?["method"] == "notifications/prompts/list_changed")
    }

    @Test("tools-list")
    func toolsList() async throws {
        let tools = try #require(try await client.modern("tools/list").result?["tools"]?.array)
        for tool in tools {
            #expect(tool["name"]?.string?.contains(/^[A-Za-z0-9_.\/-]{1,64}$/) == true)
            #expect(tool["description"]?.string?.isEmpty == false && tool["inputSchema"]?["type"] == "object")
        }
        let inventory = [
            "test_simple_text", "test_image_content", "test_audio_content", "test_embedded_resource", "test_multiple_content_types",
            "test_tool_with_logging", "test_tool_with_progress", "test_error_handling", "test_reconnection", "test_sampling", "test_elicitation",
            "test_elicitation_sep1034_defaults", "test_elicitation_sep1330_enums", "json_schema_2020_12_tool", "test_missing_capability",
            "test_streaming_elicitation", "test_logging_tool", "test_trigger_tool_change", "test_trigger_prompt_change",
            "test_input_required_result_elicitation", "test_input_required_result_sampling", "test_input_required_result_list_roots",
            "test_input_required_result_request_state", "test_input_required_result_multiple_inputs", "test_input_required_result_multi_round",
            "test_input_required_result_tampered_state", "test_input_required_result_capabilities", "greet", "slow_compute", "failing_job",
            "protocol_error_job", "confirm_delete", "multi_input", "test_tool_with_task",
        ]
        #expect(Set(inventory).subtracting(tools.compactMap { $0["name"]?.string }) == [])
        #expect(tools.first?["name"] == "test_simple_text")
    }

    @Test("tools-call-simple-text, -image, -audio, -embedded-resource, -mixed-content, -error")
    func content() async throws {
        let text = try await client.modern("tools/call", ["name": "test_simple_text"])
        #expect(text.result?["content"] == [["type": "text", "text": "This is a simple text response for testing."]])
        let image = try await call("test_image_content").result?["content"]?[0]
        #expect(image?["type"] == "image" && image?["mimeType"] == "image/png" && Base64.decode((image?["data"]?.string ?? "!").utf8) == Samples.png)
        let audio = try await call("test_audio_content").result?["content"]?[0]
        #expect(audio?["type"] == "audio" && audio?["mimeType"] == "audio/wav" && Base64.decode((audio?["data"]?.string ?? "!").utf8) == Samples.wav)
        let resource = try await call("test_embedded_resource").result?["content"]?[0]?["resource"]
        #expect(resource?["uri"] == "test://embedded-resource" && resource?["text"] == "This is an embedded resource content.")
        let mixed = try await call("test_multiple_content_types").result?["content"]?.array?.map { $0["type"] }
        #expect(mixed == ["text", "image", "resource"])
        let failed = try await call("test_error_handling")
        #expect(failed.status == 200 && failed.result?["isError"] == true && failed.text?.isEmpty == false)
    }

    @Test("tools-call-with-progress")
    func progress() async throws {
        let reply = try await call("test_tool_with_progress", meta: ["progressToken": "p"])
        #expect(reply.notifications.map { $0["params"]?["progress"]?.double } == [0, 50, 100])
        #expect(reply.notifications.allSatisfy { $0["params"]?["progressToken"] == "p" && $0["params"]?["total"]?.double == 100 })
        #expect(reply.messages.last?["result"] != nil)
        #expect(try await call("test_tool_with_progress").notifications.isEmpty)
    }

    @Test("server-sse-multiple-streams")
    func multipleStreams() async throws {
        try await withThrowingTaskGroup(of: Reply.self) { group in
            for id in 1000...1002 {
                group.addTask { try await Reply(try await client.modernResponse("tools/list", id: .number(JSONNumber(Int64(id))))) }
            }
            var ids: Set<JSONValue> = []
            for try await reply in group {
                #expect(reply.status == 200 && reply.result?["tools"] != nil)
                ids.insert(try #require(reply.response?["id"]))
            }
            #expect(ids == [1000, 1001, 1002])
        }
    }

    @Test("resources-list, -read-text, -read-binary, -templates-read, sep-2164-resource-not-found")
    func resources() async throws {
        let resources = try await client.modern("resources/list").result?["resources"]?.array ?? []
        #expect(resources.count == 3 && resources.allSatisfy { $0["uri"]?.string != nil && $0["name"]?.string != nil })
        let text = try await client.modern("resources/read", ["uri": "test://static-text"]).result?["contents"]?[0]
        #expect(text?["mimeType"] == "text/plain" && text?["text"]?.string?.isEmpty == false)
        let binary = try await client.modern("resources/read", ["uri": "test://static-binary"]).result?["contents"]?[0]
        #expect(binary?["mimeType"] == "image/png" && Base64.decode((binary?["blob"]?.string ?? "!").utf8) == Samples.png)
        #expect(try await client.modern("resources/templates/list").result?["resourceTemplates"]?[0]?["uriTemplate"] == "test://template/{id}/data")
        let template = try await client.modern("resources/read", ["uri": "test://template/123/data"]).result?["contents"]?[0]
        #expect(template?["text"]?.string?.contains("123") == true)
        let missing = try await client.modern("resources/read", ["uri": "test://nothing"])
        #expect(missing.code == -32602 && missing.error?["data"]?["uri"] == "test://nothing" && missing.result == nil)
    }

    @Test("prompts-list, prompts-get-simple, -with-args, -embedded-resource, -with-image")
    func prompts() async throws {
        let prompts = try await client.modern("prompts/list").result?["prompts"]?.array ?? []
        #expect(prompts.count == 5 && prompts.allSatisfy { $0["description"]?.string?.isEmpty == false })
        func get(_ name: String, _ arguments: JSONObject = [:]) async throws -> [JSONValue] {
            let reply = try await client.modern("prompts/get", ["name": .string(name), "arguments": .object(arguments)])
            return reply.result?["messages"]?.array ?? []
        }
        #expect(try await get("test_simple_prompt").first?["content"]?["type"] == "text")
        let filled = try await get("test_prompt_with_arguments", ["arg1": "hello", "arg2": "world"]).first?["content"]?["text"]?.string
        #expect(filled?.contains("hello") == true && filled?.contains("world") == true)
        let embedded = try await get("test_prompt_with_embedded_resource", ["resourceUri": "test://example"])
        #expect(embedded.first?["content"]?["type"] == "resource" && embedded.first?["content"]?["resource"]?["uri"] == "test://example")
        #expect(try await get("test_prompt_with_image").first?["content"]?["mimeType"] == "image/png")
    }

    @Test("completion-complete")
    func completion() async throws {
        let reply = try await client.modern(
            "completion/complete",
            ["ref": ["type": "ref/prompt", "name": "test_prompt_with_arguments"], "argument": ["name": "arg1", "value": "par"]])
        #expect(reply.result?["completion"]?["values"]?.array?.isEmpty == false)
    }

    @Test("caching")
    func caching() async throws {
        let requests: [(String, JSONObject)] = [
            ("server/discover", [:]), ("tools/list", [:]), ("prompts/list", [:]), ("resources/list", [:]), ("resources/templates/list", [:]),
            ("resources/read", ["uri": "test://static-text"]),
        ]
        for (method, params) in requests {
            let result = try await client.modern(method, params).result
            #expect((result?["ttlMs"]?.int ?? -1) >= 0 && ["public", "private"].contains(result?["cacheScope"]?.string), "\(method)")
        }
    }

    // MARK: input-required-result

    private func again(_ tool: String, _ round: Reply, _ answers: JSONObject, capabilities: JSONValue = ClientAnswers.everything) async throws
        -> Reply
    {
        try await call(
            tool, [:], ["inputResponses": .object(answers), "requestState": round.result?["requestState"] ?? .null], capabilities: capabilities)
    }

    @Test(
        "input-required-result-basic-elicitation, -basic-sampling, -basic-list-roots, -request-state, -result-type",
        arguments: [
            ("elicitation", "user_name", "elicitation/create", ClientAnswers.accept(["name": "Alice"]), "Hello, Alice!"),
            ("sampling", "capital_question", "sampling/createMessage", ClientAnswers.completion, "Paris"),
            ("list_roots", "client_roots", "roots/list", ClientAnswers.folders, "file:///a"),
            ("request_state", "confirm", "elicitation/create", ClientAnswers.accept(["ok": true]), "state-ok"),
        ] as [(String, String, String, JSONValue, String)])
    func basic(tool: String, key: String, method: String, answer: JSONValue, text: String) async throws {
        let name = "test_input_required_result_" + tool
        let first = try await call(name)
        #expect(first.result?["resultType"] == "input_required")
        #expect(first.result?["inputRequests"]?.object?.keys == [key] && first.result?["inputRequests"]?[key]?["method"]?.string == method)
        #expect(first.result?["requestState"]?.string?.isEmpty == false)
        let second = try await again(name, first, [key: answer])
        #expect(second.result?["resultType"] == "complete" && second.text?.contains(text) == true)
    }

    @Test("input-required-result-multiple-input-requests")
    func multipleInputs() async throws {
        let name = "test_input_required_result_multiple_inputs"
        let first = try await call(name)
        let methods = first.result?["inputRequests"]?.object?.values.compactMap { $0["method"]?.string } ?? []
        #expect(Set(methods) == ["elicitation/create", "sampling/createMessage", "roots/list"] && first.result?["requestState"] != nil)
        let answers: JSONObject = [
            "user_name": ClientAnswers.accept(["name": "A"]), "greeting": ClientAnswers.completion, "client_roots": ClientAnswers.folders,
        ]
        #expect(try await again(name, first, answers).result?["resultType"] == "complete")
    }

    @Test("input-required-result-multi-round")
    func multiRound() async throws {
        let name = "test_input_required_result_multi_round"
        let first = try await call(name)
        let second = try await again(name, first, ["step1": ClientAnswers.accept(["name": "A"])])
        #expect(second.result?["resultType"] == "input_required" && second.result?["requestState"] != first.result?["requestState"])
        #expect(try await again(name, second, ["step2": ClientAnswers.accept(["color": "red"])]).text == "A likes red")
    }

    @Test("input-required-result-missing-input-response, -validate-input, -ignore-extra-params")
    func answers() async throws {
        let name = "test_input_required_result_elicitation"
        let first = try await call(name)
        for answers in [["wrong_key": ClientAnswers.accept(["name": "A"])], ["user_name": 12345], ["user_name": nil]] as [JSONObject] {
            #expect(try await again(name, first, answers).result?["resultType"] == "input_required")
        }
        #expect(try await again(name, first, ["user_name": ClientAnswers.accept(["name": "A"]), "extra": [:]]).text == "Hello, A!")
    }

    @Test("input-required-result-tampered-state")
    func tamperedState() async throws {
        let name = "test_input_required_result_tampered_state"
        let first = try await call(name)
        let state = try #require(first.result?["requestState"]?.string)
        let changed = (state.hasPrefix("0") ? "1" : "0") + state.dropFirst()
        let reply = try await call(name, [:], ["inputResponses": ["confirm": ClientAnswers.accept(["ok": true])], "requestState": .string(changed)])
        #expect(reply.code == -32602)
    }

    @Test("input-required-result-capability-check")
    func capabilityCheck() async throws {
        let name = "test_input_required_result_capabilities"
        let sampling = try await call(name, capabilities: ["sampling": [:]])
        #expect(sampling.result?["inputRequests"]?.object?.values.map { $0["method"] } == ["sampling/createMessage"])
        #expect(try await call(name, capabilities: [:]).result?["resultType"] == "complete")
    }

    @Test("input-required-result-non-tool-request")
    func prompt() async throws {
        let params: JSONObject = ["name": "test_input_required_result_prompt"]
        let first = try await client.modern("prompts/get", params, capabilities: ClientAnswers.everything)
        #expect(first.result?["inputRequests"]?["user_context"] != nil)
        var retry = params
        retry["requestState"] = first.result?["requestState"]
        // The suite does not say how the field is called: whatever is accepted completes.
        for (field, said) in [("context", "tests"), ("user_context", "nobody")] {
            retry["inputResponses"] = ["user_context": ClientAnswers.accept([field: "tests"])]
            let second = try await client.modern("prompts/get", retry, capabilities: ClientAnswers.everything)
            #expect(second.result?["messages"]?[0]?["content"]?["text"] == .string("Context: \(said)"))
        }
    }

    @Test("input-required-result-unsupported-methods")
    func unsupportedMethods() async throws {
        for method in ["tools/list", "prompts/list", "resources/list", "resources/templates/list", "server/discover"] {
            #expect(try await client.modern(method, capabilities: ClientAnswers.everything).result?["resultType"] == "complete")
        }
    }

    // MARK: Run, not scored

    @Test("json-schema-2020-12")
    func schema() async throws {
        let tools = try await client.modern("tools/list").result?["tools"]?.array ?? []
        let schema = try #require(tools.first { $0["name"] == "json_schema_2020_12_tool" }?["inputSchema"])
        #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema" && schema["$defs"]?["address"]?["$anchor"] == "addressDef")
        #expect(schema["additionalProperties"] == false && schema["allOf"]?[0]?["anyOf"]?.array?.count == 2)
        #expect(schema["if"] != nil && schema["then"]?["required"] == ["phone"] && schema["else"]?["required"] == ["email"])
    }

    @Test(
        "http-header-validation",
        arguments: [
            (["Mcp-Method": ""], 400), (["Mcp-Method": "tools/list"], 400), (["Mcp-Method": "TOOLS/CALL"], 400), (["Mcp-Name": ""], 400),
            (["Mcp-Name": "greet"], 400), (["Mcp-Name": "TEST_SIMPLE_TEXT"], 400), (["Mcp-Method": "  tools/call\t"], 200),
            (["Mcp-Name": "  test_simple_text  "], 200), ([:], 200),
        ] as [([String: String], Int)])
    func headers(headers: [String: String], status: Int) async throws {
        let reply = try await client.modern("tools/call", ["name": "test_simple_text", "arguments": [:]], headers: headers)
        #expect(reply.summary == (status == 200 ? "200" : "400 -32020"))
    }

    @Test(
        "http-custom-header-server-validation",
        arguments: [
            ("Hello", "=?base64?SGVsbG8=?=", 200), ("Hello", "Hello", 200), ("Hello", "=?base64?SGVsbG8?=", 400),
            ("Hello", "=?base64?SGVs!!!bG8=?=", 400),
            ("SGVsbG8=", "SGVsbG8=", 200), ("=?base64?SGVsbG8=", "=?base64?SGVsbG8=", 200), ("Hello", "SGVsbG8=?=", 400), ("Hello", "", 400),
        ])
    func customHeader(argument: String, header: String, status: Int) async throws {
        let reply = try await client.modern(
            "tools/call", ["name": "test_header_parameter", "arguments": ["region": .string(argument)]], headers: ["Mcp-Param-Region": header])
        #expect(reply.summary == (status == 200 ? "200" : "400 -32020"))
    }
}

/// The capabilities and answers of the suite's client.
private enum ClientAnswers {
    static let everything: JSONValue = ["sampling": [:], "elicitation": [:], "roots": ["listChanged": true]]
    static let completion: JSONValue = ["role": "assistant", "content": ["type": "text", "text": "Paris"], "model": "m"]
    static let folders: JSONValue = ["roots": [["uri": "file:///a"]]]

    static func accept(_ content: JSONValue) -> JSONValue { ["action": "accept", "content": content] }
}
