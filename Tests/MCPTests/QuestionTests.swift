import HTTPTypes
import JSON
import Synchronization
import Testing

@testable import MCP

@Suite("Questions to the client, in both eras", .timeLimit(.minutes(5)))
struct QuestionTests {
    static let form: JSONValue = ["type": "object", "properties": ["name": ["type": "string"]], "required": ["name"]]
    static let ask: @Sendable (String, JSONObject, CallContext) async throws -> CallToolResult = { name, _, context in
        switch name {
        case "sample":
            let answer = try await context.sample(SamplingRequest("Capital of France?", maximumTokens: 10))
            return CallToolResult(text: "\(answer.model): \(answer.text ?? "")")
        case "roots": return CallToolResult(text: try await context.roots().map(\.uri).joined(separator: " "))
        case "url":
            let answer = try await context.ask(Elicitation(message: "Sign in", mode: .url("https://example.com/x")))
            return CallToolResult(text: "\(answer == .accept([:]))")
        case "twice":
            let first = try await context.ask(Elicitation(message: "First", mode: .form(form)))
            let second = try await context.ask(Elicitation(message: "Second", mode: .form(form)))
            return CallToolResult(text: "\(first.name) \(second.name)")
        default:
            let answer = try await context.ask(Elicitation(message: "Name?", mode: .form(form)), key: "user_name")
            return CallToolResult(text: answer.name)
        }
    }

    // MARK: Legacy

    /// Calls the tool, answers its question, and returns the question and the result's text.
    private func converse(
        _ tool: String, _ revision: String = "2025-11-25", capabilities: String, answer: String
    ) async throws -> (JSONValue, [JSONValue]) {
        var client = TestClient(try World().server(tools: Self.ask), as: Person.ada)
        try await client.shakeHands(revision, capabilities: capabilities)
        var reader = try FrameReader(try await client.post(client.request("tools/call", #"{"name":"\#(tool)"}"#)))
        let question = try #require(await reader.message())
        let id = try #require(question["id"])
        #expect(try await client.post(#"{"jsonrpc":"2.0","id":\#(id),\#(answer)}"#).head.status == 202)
        var rest: [JSONValue] = []
        while let message = await reader.message() { rest.append(message) }
        return (question, rest)
    }

    @Test("#118 A legacy client is asked on the stream of its call, and answers by a request of its own", arguments: ["2025-06-18", "2025-11-25"])
    func elicitation(revision: String) async throws {
        let (question, rest) = try await converse(
            "name", revision, capabilities: #"{"elicitation":{}}"#, answer: #""result":{"action":"accept","content":{"name":"Lin"}}"#)
        #expect(question["method"] == "elicitation/create")
        #expect(question["params"]?["message"] == "Name?" && question["params"]?["requestedSchema"] == Self.form)
        #expect(question["params"]?["mode"] == (revision == "2025-06-18" ? nil : "form"))
        #expect(rest.last?["result"]?["content"]?[0]?["text"] == "Lin")
    }

    @Test(
        "#81 Decline, cancel, an error and a malformed answer lead to an orderly result",
        arguments: [
            (#""result":{"action":"decline"}"#, "declined"), (#""result":{"action":"cancel"}"#, "cancelled"),
            (#""error":{"code":-1,"message":"rejected"}"#, "The client refused to answer the question of this call."),
            (#""result":12345"#, "The answer to the question of this call is not what was asked for."),
            (#""result":{"action":"accept","content":{"name":1}}"#, "The answer to the question of this call is not what was asked for."),
            (#""result":{"action":"accept"}"#, "The answer to the question of this call is not what was asked for."),
        ])
    func refusals(answer: String, text: String) async throws {
        let (_, rest) = try await converse("name", capabilities: #"{"elicitation":{}}"#, answer: answer)
        #expect(rest.last?["result"]?["content"]?[0]?["text"]?.string == text)
    }

    @Test("Sampling and roots are asked the same way")
    func samplingAndRoots() async throws {
        let (question, rest) = try await converse(
            "sample", capabilities: #"{"sampling":{}}"#,
            answer: #""result":{"role":"assistant","content":{"type":"text","text":"Paris"},"model":"m"}"#)
        #expect(question["method"] == "sampling/createMessage" && question["params"]?["maxTokens"] == 10)
        #expect(question["params"]?["messages"] == [["role": "user", "content": ["type": "text", "text": "Capital of France?"]]])
        #expect(rest.last?["result"]?["content"]?[0]?["text"] == "m: Paris")
        let (roots, answer) = try await converse("roots", capabilities: #"{"roots":{}}"#, answer: #""result":{"roots":[{"uri":"file:///a"}]}"#)
        #expect(roots["method"] == "roots/list" && answer.last?["result"]?["content"]?[0]?["text"] == "file:///a")
    }

    @Test("#119 A page to open needs elicitation.url, has an id, and its completion is announced")
    func url() async throws {
        let (question, rest) = try await converse("url", capabilities: #"{"elicitation":{"url":{}}}"#, answer: #""result":{"action":"accept"}"#)
        let id = try #require(question["params"]?["elicitationId"]?.string)
        #expect(question["params"]?["mode"] == "url" && question["params"]?["url"] == "https://example.com/x")
        #expect(rest.first?["method"] == "notifications/elicitation/complete" && rest.first?["params"]?["elicitationId"] == .string(id))
        #expect(rest.last?["result"]?["content"]?[0]?["text"] == "true")
    }

    @Test(
        "A legacy client that did not declare it, that has no session, or that is too old is not asked",
        arguments: [
            ("name", "2025-11-25", "{}"), ("url", "2025-11-25", #"{"elicitation":{}}"#), ("url", "2025-06-18", #"{"elicitation":{"url":{}}}"#),
            ("name", "2025-03-26", #"{"elicitation":{}}"#), ("sample", "2025-11-25", #"{"elicitation":{}}"#),
        ])
    func notAsked(tool: String, revision: String, capabilities: String) async throws {
        let server = try World().server(tools: Self.ask)
        var client = TestClient(server, as: Person.ada)
        try await client.shakeHands(revision, capabilities: capabilities)
        for session in [client.session, nil] {
            client.session = session
            let reply = try await client.legacy("tools/call", #"{"name":"\#(tool)"}"#)
            #expect(reply.result?["isError"] == true && reply.text?.hasPrefix("The client cannot be asked") == true)
            #expect(reply.messages.count == 1)
        }
    }

    @Test("An answer is taken from the session that was asked alone")
    func foreignAnswer() async throws {
        let server = try World().server(tools: Self.ask)
        var client = TestClient(server, as: Person.ada)
        var other = TestClient(server, as: Person.ada)
        try await client.shakeHands(capabilities: #"{"elicitation":{}}"#)
        try await other.shakeHands(capabilities: #"{"elicitation":{}}"#)
        var reader = try FrameReader(try await client.post(client.request("tools/call", #"{"name":"name"}"#)))
        let id = try #require(await reader.message()?["id"])
        func answer(_ name: String, id: JSONValue) -> String {
            #"{"jsonrpc":"2.0","id":\#(id),"result":{"action":"accept","content":{"name":"\#(name)"}}}"#
        }
        #expect(try await other.post(answer("Mallory", id: id)).head.status == 202)
        #expect(try await client.post(answer("Nobody", id: "server-0")).head.status == 202)
        #expect(try await client.post(answer("Lin", id: id)).head.status == 202)
        #expect(await reader.message()?["result"]?["content"]?[0]?["text"] == "Lin")
    }

    @Test("An answer reaches the node that asked through the bus")
    func otherNode() async throws {
        let world = World()
        var client = TestClient(try world.server(tools: Self.ask), as: Person.ada)
        try await client.shakeHands(capabilities: #"{"elicitation":{}}"#)
        var elsewhere = TestClient(try world.server(), as: Person.ada)
        elsewhere.session = client.session
        var reader = try FrameReader(try await client.post(client.request("tools/call", #"{"name":"name"}"#)))
        let id = try #require(await reader.message()?["id"])
        let answer = #"{"jsonrpc":"2.0","id":\#(id),"result":{"action":"accept","content":{"name":"Lin"}}}"#
        #expect(try await elsewhere.post(answer).head.status == 202)
        #expect(await reader.message()?["result"]?["content"]?[0]?["text"] == "Lin")
    }

    @Test("G16 The first answer to another node's question in the session is forwarded; answers without a question are dropped")
    func letters() async throws {
        let world = World()
        let letters = Mutex(0)
        world.bus.listen { message in if message.topic == "answer" { letters.withLock { $0 += 1 } } }
        var client = TestClient(try world.server(tools: Self.ask), as: Person.ada)
        try await client.shakeHands(capabilities: #"{"elicitation":{}}"#)
        var elsewhere = TestClient(try world.server(), as: Person.ada)
        elsewhere.session = client.session
        var second = TestClient(try world.server(tools: Self.ask), as: Person.ada)
        try await second.shakeHands("2025-03-26", capabilities: #"{"elicitation":{}}"#)
        let other = second.session
        func answer(_ id: String) -> String {
            #"{"jsonrpc":"2.0","id":"\#(id)","result":{"action":"accept","content":{"name":"Lin"}}}"#
        }
        for id in ["server-0", "server-" + String(repeating: "a", count: 32), "7", String(repeating: "x", count: 5_000)] {
            #expect(try await elsewhere.post(answer(id)).head.status == 202)
        }
        var reader = try FrameReader(try await client.post(client.request("tools/call", #"{"name":"name"}"#)))
        let id = try #require(await reader.message()?["id"]?.string)
        // The question of one session is none of another.
        elsewhere.session = other
        #expect(try await elsewhere.post(answer(id)).head.status == 202)
        #expect(letters.withLock { $0 } == 0)
        elsewhere.session = client.session
        for _ in 0..<3 { #expect(try await elsewhere.post(answer(id)).head.status == 202) }
        #expect(letters.withLock { $0 } == 1)
        #expect(await reader.message()?["result"]?["content"]?[0]?["text"] == "Lin")
    }

    @Test("G16 A batch that is refused answers nothing", arguments: ["2025-03-26", "2025-11-25"])
    func refusedBatch(revision: String) async throws {
        var client = TestClient(try World().server(tools: Self.ask), as: Person.ada)
        try await client.shakeHands(capabilities: #"{"elicitation":{}}"#)
        if revision == "2025-03-26" { return try await tooLong() }
        var reader = try FrameReader(try await client.post(client.request("tools/call", #"{"name":"name"}"#)))
        let id = try #require(await reader.message()?["id"])
        let forged = #"{"jsonrpc":"2.0","id":\#(id),"result":{"action":"accept","content":{"name":"Forged"}}}"#
        #expect(try await client.post("[\(forged)]").head.status == 400)
        #expect(try await client.post(#"{"jsonrpc":"2.0","id":\#(id),"result":{"action":"accept","content":{"name":"Lin"}}}"#).head.status == 202)
        #expect(await reader.message()?["result"]?["content"]?[0]?["text"] == "Lin")
    }

    /// A batch of more answers than a batch may have, where batches are.
    private func tooLong() async throws {
        let world = World()
        let letters = Mutex(0)
        world.bus.listen { message in if message.topic == "answer" { letters.withLock { $0 += 1 } } }
        var client = TestClient(try world.server(), as: Person.ada)
        try await client.shakeHands("2025-03-26", capabilities: #"{"elicitation":{}}"#)
        let answers = (0..<200).map { #"{"jsonrpc":"2.0","id":"server-\#($0)","result":{}}"# }
        #expect(try await client.post("[\(answers.joined(separator: ","))]").head.status == 400)
        #expect(letters.withLock { $0 } == 0)
    }

    @Test("An unanswered question ends after its time, and the client is notified")
    func timeout() async throws {
        var world = World()
        world.settings.bounds.answerTime = .zero
        var client = TestClient(try world.server(tools: Self.ask), as: Person.ada)
        try await client.shakeHands(capabilities: #"{"elicitation":{}}"#)
        let reply = try await client.legacy("tools/call", #"{"name":"name"}"#)
        #expect(reply.messages.map { $0["method"] ?? "response" } == ["elicitation/create", "notifications/cancelled", "response"])
        #expect(reply.text == "The question of this call was not answered in time.")
    }

    // MARK: 2026-07-28

    private static let elicits: JSONValue = ["elicitation": [:]]

    private func again(
        _ client: TestClient<Person>, _ tool: String, _ round: Reply, _ answers: JSONObject, arguments: JSONObject = [:],
        capabilities: JSONValue = elicits
    ) async throws -> Reply {
        try await client.modern(
            "tools/call",
            [
                "name": .string(tool), "arguments": .object(arguments), "inputResponses": .object(answers),
                "requestState": try #require(round.result?["requestState"]),
            ], capabilities: capabilities)
    }

    private static func accept(_ name: String) -> JSONValue { ["action": "accept", "content": ["name": .string(name)]] }

    @Test("#75 #76 #69 A modern client gets the question as the answer, and calls again, on any node")
    func rounds() async throws {
        let world = World()
        let client = TestClient(try world.server(tools: Self.ask), as: Person.ada)
        let first = try await client.call("name", capabilities: Self.elicits)
        #expect(first.status == 200 && first.messages.count == 1)
        #expect(first.result?["resultType"] == "input_required" && first.result?["ttlMs"] == nil)
        #expect(
            first.result?["inputRequests"]
                == ["user_name": ["method": "elicitation/create", "params": ["mode": "form", "message": "Name?", "requestedSchema": Self.form]]])
        let elsewhere = TestClient(try world.server(tools: Self.ask), as: Person.ada)
        let second = try await again(elsewhere, "name", first, ["user_name": Self.accept("Lin"), "extra": 1])
        #expect(second.text == "Lin" && second.result?["resultType"] == "complete")
    }

    @Test("A second question comes in a second round with another state; the answers before are kept in it")
    func multipleRounds() async throws {
        let client = TestClient(try World().server(tools: Self.ask), as: Person.ada)
        let first = try await client.call("twice", capabilities: Self.elicits)
        // An answer to a question that the previous round did not ask is ignored.
        let second = try await again(client, "twice", first, ["input_1": Self.accept("A"), "input_2": Self.accept("early")])
        #expect(second.result?["inputRequests"]?.object?.keys == ["input_2"])
        #expect(second.result?["requestState"] != first.result?["requestState"])
        #expect(try await again(client, "twice", second, ["input_2": Self.accept("B")]).text == "A B")
    }

    @Test("B08 #77 A state that was changed, is of another person, tool or argument, or is too old is -32602")
    func tampering() async throws {
        var world = World()
        let server = try world.server(tools: Self.ask)
        let client = TestClient(server, as: Person.ada)
        let first = try await client.call("name", ["a": 1, "b": [1, ["c": 2, "d": 3]]], capabilities: Self.elicits)
        let answers: JSONObject = ["user_name": Self.accept("Lin")]
        let state = try #require(first.result?["requestState"]?.string)
        func send(_ client: TestClient<Person>, _ tool: String, _ arguments: JSONObject, _ state: JSONValue) async throws -> Reply {
            try await client.modern(
                "tools/call", ["name": .string(tool), "arguments": .object(arguments), "inputResponses": .object(answers), "requestState": state],
                capabilities: Self.elicits)
        }
        let arguments: JSONObject = ["b": [1, ["d": 3, "c": 2]], "a": 1]
        #expect(try await send(client, "name", arguments, .string(state)).text == "Lin")
        for changed in [state + "0", String(state.dropLast()), "x", ""] {
            #expect(try await send(client, "name", arguments, .string(changed)).code == -32602)
        }
        #expect(try await send(client, "name", arguments, 1).code == -32602)
        #expect(try await send(client, "name", ["a": 2], .string(state)).code == -32602)
        #expect(try await send(client, "other", arguments, .string(state)).code == -32602)
        #expect(try await send(TestClient(server, as: .bob), "name", arguments, .string(state)).code == -32602)
        world.settings.bounds.stateLifetime = .zero
        let forgetful = TestClient(try world.server(tools: Self.ask), as: Person.ada)
        let old = try await forgetful.call("name", capabilities: Self.elicits)
        #expect(try await again(forgetful, "name", old, answers).code == -32602)
    }

    @Test(
        "#78 A missing, misnamed or malformed answer is asked for again",
        arguments: [
            [:], ["other": ["action": "accept"]], ["user_name": 12345], ["user_name": nil], ["user_name": ["action": "maybe"]],
            ["user_name": ["action": "accept", "content": ["name": 7]]], ["user_name": ["action": "accept", "content": [:]]],
        ] as [JSONObject])
    func malformed(answers: JSONObject) async throws {
        let client = TestClient(try World().server(tools: Self.ask), as: Person.ada)
        let first = try await client.call("name", capabilities: Self.elicits)
        let second = try await again(client, "name", first, answers)
        #expect(second.result?["resultType"] == "input_required" && second.result?["inputRequests"]?["user_name"] != nil)
        // Answers without the state of their questions answer nothing.
        let bare = try await client.modern(
            "tools/call", ["name": "name", "inputResponses": ["user_name": Self.accept("Lin")]], capabilities: Self.elicits)
        #expect(bare.result?["resultType"] == "input_required")
    }

    @Test(
        "#68 #71 #74 #79 A capability that the request does not declare is not used: -32021 names it",
        arguments: [
            ("name", [:], ["elicitation": [:]]), ("name", ["elicitation": ["url": [:]]], ["elicitation": [:]]),
            ("url", ["elicitation": [:]], ["elicitation": ["url": [:]]]), ("sample", ["elicitation": [:]], ["sampling": [:]]),
            ("roots", ["sampling": [:]], ["roots": [:]]),
        ] as [(String, JSONValue, JSONValue)])
    func capability(tool: String, declared: JSONValue, required: JSONValue) async throws {
        let client = TestClient(try World().server(tools: Self.ask), as: Person.ada)
        _ = try await client.call(tool, capabilities: ["elicitation": ["form": [:], "url": [:]], "sampling": [:], "roots": [:]])
        let reply = try await client.call(tool, capabilities: declared)
        #expect(reply.summary == "400 -32021" && reply.error?["data"] == ["requiredCapabilities": required])
        #expect(reply.response?["id"] == 1)
    }

    @Test("A server without state between requests asks nobody, whatever is declared", arguments: [[:], elicits] as [JSONValue])
    func nothingKept(declared: JSONValue) async throws {
        let client = TestClient(try MCPServer<String>.fixture(FixtureTools(calls: Self.ask)), as: "ada")
        let reply = try await client.call("name", capabilities: declared)
        #expect(reply.summary == "200" && reply.result?["isError"] == true)
    }

    @Test("Sampling and roots take the same way, and a page to open is answered by its opening")
    func modernKinds() async throws {
        let client = TestClient(try World().server(tools: Self.ask), as: Person.ada)
        let all: JSONValue = ["elicitation": ["form": [:], "url": [:]], "sampling": [:], "roots": [:]]
        let answers: [(String, JSONValue, String)] = [
            ("sample", ["role": "assistant", "content": ["type": "text", "text": "Paris"], "model": "m"], "m: Paris"),
            ("roots", ["roots": [["uri": "file:///a"], ["uri": "file:///b", "name": "b"]]], "file:///a file:///b"),
            ("url", ["action": "accept"], "true"),
        ]
        for (tool, answer, text) in answers {
            let first = try await client.call(tool, capabilities: all)
            #expect(first.result?["inputRequests"]?["input_1"]?["params"]?["elicitationId"] == nil)
            #expect(try await again(client, tool, first, ["input_1": answer], capabilities: all).text == text)
        }
    }

    @Test("#80 Lists, discovery and completion never ask")
    func neverAsked() async throws {
        let client = TestClient(try World().server(), as: Person.ada)
        for method in ["tools/list", "prompts/list", "resources/list", "resources/templates/list", "server/discover"] {
            #expect(try await client.modern(method, capabilities: Self.elicits).result?["resultType"] == "complete")
        }
        #expect(try await client.modern("tools/list", ["inputResponses": [:], "requestState": "x"], capabilities: Self.elicits).status == 200)
    }
}

extension ElicitResult {
    /// The name from the answer, or what was done instead.
    var name: String {
        switch self {
        case .accept(let values): values["name"]?.string ?? ""
        case .decline: "declined"
        case .cancel: "cancelled"
        }
    }
}
