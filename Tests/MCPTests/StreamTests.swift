import HTTPTypes
import JSON
import Testing

@testable import MCP

@Suite("Answers that become event streams")
struct StreamTests {
    @Test("Progress turns the answer into a stream: growing values, then the response")
    func progress() async throws {
        try await Transcript(
            """
            POST /mcp
            Content-Type: application/json
            Accept: application/json, text/event-stream
            MCP-Protocol-Version: 2026-07-28
            Mcp-Method: tools/call
            Mcp-Name: count

            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"count","_meta":{"progressToken":"t",
             "io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}
            ---
            200
            Content-Type: text/event-stream
            Cache-Control: no-cache, no-transform
            X-Accel-Buffering: no

            event: message
            data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1.0,"total":3.0,"message":"at 1"}}

            event: message
            data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":2.0,"total":3.0,"message":"at 2"}}

            event: message
            data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":3.0,"total":3.0,"message":"at 3"}}

            event: message
            data: {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"counted"}],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"fixture","version":"1.0","title":"Fixture"}}}}


            """
        ).check(.fixture())
    }

    @Test("Without a token, or without a client that reads events, the answer is plain JSON")
    func noProgress() async throws {
        let server = try MCPServer.fixture()
        let silent = try await server.post(Self.count, [("Accept", "text/event-stream")])
        #expect(silent.head.headerFields[.contentType] == "application/json")
        let jsonOnly = try await server.post(Self.countWithToken)
        #expect(jsonOnly.head.headerFields[.contentType] == "application/json")
        #expect(try JSONValue(parsing: await jsonOnly.bodyText)["result"]?["content"]?[0]?["text"] == "counted")
    }

    @Test("2024-11-05 has no message in progress")
    func oldProgress() async throws {
        let response = try await MCPServer.fixture().post(
            Self.countWithToken, [("Accept", "text/event-stream"), ("MCP-Protocol-Version", "2024-11-05")]
        )
        let text = await response.bodyText
        #expect(text.contains(#""progress":3.0,"total":3.0}"#))
        #expect(!text.contains("message\":\"at"))
    }

    @Test(
        "Log messages go to clients that asked, at their level and above",
        arguments: [
            ("", false, 0), (#","io.modelcontextprotocol/logLevel":"info""#, true, 2), (#","io.modelcontextprotocol/logLevel":"error""#, true, 1),
            (#","io.modelcontextprotocol/logLevel":"debug""#, false, 0),
        ])
    func log(meta: String, logging: Bool, count: Int) async throws {
        let server = try MCPServer.fixture(logging: logging)
        let response = try await server.postModern("tools/call", #""name":"log""#, name: "log", headers: ["Accept": "text/event-stream"], meta: meta)
        let text = await response.bodyText
        #expect(text.split(separator: "notifications/message").count - 1 == count)
        #expect(text.contains("logged"))
    }

    @Test("B18 a line end in JSON never ends an event")
    func lineEnds() async throws {
        let tools = try FixtureTools { _, _, context in
            try await context.progress(1, message: "a\nb\r\n\ndata: c")
            return CallToolResult(structured: JSONFragment(trusted: Array("{\n\"a\":\r1}".utf8)))
        }
        let text = try await MCPServer.fixture(tools).post(Self.countWithToken, [("Accept", "text/event-stream")]).bodyText
        let events = text.split(separator: "\n\n")
        #expect(events.count == 2)
        for event in events {
            let lines = event.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 2 && lines[0] == "event: message" && lines[1].hasPrefix("data: {"))
            _ = try JSONValue(parsing: String(lines[1].dropFirst(6)))
        }
    }

    @Test("A refusal before the first message keeps its status, one after it is an event")
    func lateRefusal() async throws {
        for late in [false, true] {
            let tools = try FixtureTools { _, _, context in
                if late { try await context.progress(1) }
                throw MCPError.insufficientScope(tool: "x", granted: [], required: "write")
            }
            let response = try await MCPServer.fixture(tools).post(
                Self.countWithToken, [("Accept", "text/event-stream"), ("MCP-Protocol-Version", "2025-11-25")]
            )
            #expect(response.head.status == (late ? 200 : 403))
            #expect(await response.bodyText.contains("insufficient_scope"))
        }
    }

    @Test("A handler that runs ahead waits for the reader: no more frames than the bound")
    func backpressure() async throws {
        let sent = Recorder()
        let tools = try FixtureTools { _, _, context in
            for step in 1...100 {
                try await context.progress(Double(step))
                sent.record("\(step)")
            }
            return CallToolResult(text: "done")
        }
        let server = try MCPServer.fixture(tools, settings: MCPSettings(streamBufferCount: 4))
        let response = try await server.post(Self.countWithToken, [("Accept", "text/event-stream")])
        guard case .events(let stream) = response.body else {
            Issue.record("not a stream")
            return
        }
        // The handler ran on this thread until its first wait.
        #expect(sent.all.count == 4)
        var frames = 0
        for await _ in stream {
            frames += 1
            #expect(sent.all.count <= frames + 5)
        }
        #expect(frames == 101)
    }

    @Test("Dropping the stream, or cancelling its reader, cancels the handler", arguments: [true, false])
    func drop(byCancelling: Bool) async throws {
        let (ended, end) = AsyncStream<Bool>.makeStream()
        let tools = try FixtureTools { _, _, context in
            try await context.progress(1)
            let gate = AsyncStream<Void> { _ in }
            for await _ in gate {}  // ends by cancellation only
            end.yield(context.isCancelled)
            end.finish()
            throw CancellationError()
        }
        let server = try MCPServer.fixture(tools)
        var response: MCPHTTPResponse? = try await server.post(Self.countWithToken, [("Accept", "text/event-stream")])
        if byCancelling {
            let reader = Task { [response] in await response?.bodyText ?? "" }
            reader.cancel()
            #expect(await !reader.value.contains("result"))
        }
        response = nil
        var cancelled: [Bool] = []
        for await value in ended { cancelled.append(value) }
        #expect(cancelled == [true])
    }

    @Test("A client that goes away before the answer cancels the handler")
    func goneEarly() async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let cancelled = Recorder()
        let tools = try FixtureTools { _, _, context in
            start.finish()
            let gate = AsyncStream<Void> { _ in }
            for await _ in gate {}
            if context.isCancelled { cancelled.record("cancelled") }
            throw CancellationError()
        }
        for accept in ["application/json", "text/event-stream"] {
            let server = try MCPServer.fixture(tools)
            let call = Task { try await server.post(Self.count, [("Accept", accept)]).summary }
            for await _ in started {}
            call.cancel()
            #expect(try await call.value == "200 -32603")
        }
        #expect(cancelled.all == ["cancelled", "cancelled"])
    }

    @Test("A silent call shows signs of life as a stream")
    func keepAlive() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let tools = try FixtureTools { _, _, _ in
            for await _ in gate {}
            return CallToolResult(text: "at last")
        }
        let server = try MCPServer.fixture(tools, settings: MCPSettings(keepAliveInterval: .zero, clock: ContinuousClock()))
        let response = try await server.post(Self.count, [("Accept", "text/event-stream")])
        guard case .events(let stream) = response.body else {
            Issue.record("not a stream")
            return
        }
        var frames: [String] = []
        for await frame in stream {
            frames.append(String(decoding: frame, as: UTF8.self))
            open.finish()
        }
        #expect(frames.first == ": keep-alive\n\n")
        #expect(frames.last?.hasPrefix("event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":") == true)
    }

    @Test("A question is refused in words that a handler can catch")
    func ask() async throws {
        await #expect(throws: InputError.notSupported) {
            try await CallContext().ask(Elicitation(message: "Sure?", mode: .form(["type": "object"])))
        }
    }

    static let count = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"count"}}"#
    static let countWithToken = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"count","_meta":{"progressToken":5}}}"#
}
