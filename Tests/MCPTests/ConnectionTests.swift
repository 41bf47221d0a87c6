import HTTPTypes
import JSON
import Testing

@testable import MCP

@Suite("Every feature on one connection: stdio, and HTTP+SSE of 2024-11-05", .timeLimit(.minutes(5)))
struct ConnectionTests {
    /// A client on a connection. It sends lines and receives messages one by one.
    final class Pipe: Sendable {
        private let feed: AsyncStream<[UInt8]>.Continuation
        private let serving: Task<Void, any Error>
        private let output: MessageQueue

        init(_ server: MCPServer<Person>, as person: Person = .ada) {
            let (input, feed) = AsyncStream<[UInt8]>.makeStream()
            let output = MessageQueue(limit: 1000)
            self.feed = feed
            self.output = output
            serving = Task { try await StdioConnection(server, principal: person).run(input) { try await output.send($0) } }
        }

        func send(_ line: String) { feed.yield(Array((line + "\n").utf8)) }

        func next() async throws -> JSONValue {
            let line = try #require(await output.next())
            #expect(line.last == 0x0A && (line.count > 100_000 || !line.dropLast().contains(0x0A)))
            return try JSONValue(parsing: line.dropLast(), limits: JSONLimits(maximumByteCount: 16 * 1_048_576))
        }

        func end() async throws {
            feed.finish()
            try await serving.value
        }

        func shakeHands(_ capabilities: String = "{}", revision: String = "2025-11-25") async throws {
            send(#"{"jsonrpc":"2.0","id":"h","method":"initialize","params":{"protocolVersion":"\#(revision)","capabilities":\#(capabilities)}}"#)
            #expect(try await next()["result"]?["protocolVersion"] == .string(revision))
            send(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
            send(#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#)
            #expect(try await next()["id"] == "p")
        }

        func modern(_ method: String, _ params: JSONObject, id: JSONValue, capabilities: JSONValue = [:]) {
            var all = params
            all["_meta"] = [
                "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": capabilities,
            ]
            send((["jsonrpc": "2.0", "id": id, "method": .string(method), "params": .object(all)] as JSONValue).description)
        }
    }

    @Test("#175 A legacy client is asked on its pipe and answers there")
    func asks() async throws {
        let pipe = Pipe(try World().server(tools: QuestionTests.ask))
        try await pipe.shakeHands(#"{"elicitation":{},"sampling":{}}"#)
        pipe.send(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"name"}}"#)
        let question = try await pipe.next()
        #expect(question["method"] == "elicitation/create")
        let id = try #require(question["id"])
        pipe.send(#"{"jsonrpc":"2.0","id":\#(id),"result":{"action":"accept","content":{"name":"Lin"}}}"#)
        #expect(try await pipe.next()["result"]?["content"]?[0]?["text"] == "Lin")
        try await pipe.end()
    }

    @Test("A modern client on a pipe gets questions as answers")
    func modernAsks() async throws {
        let pipe = Pipe(try World().server(tools: QuestionTests.ask))
        pipe.modern("tools/call", ["name": "name"], id: 1, capabilities: ["elicitation": [:]])
        let first = try await pipe.next()
        #expect(first["result"]?["resultType"] == "input_required")
        let state = try #require(first["result"]?["requestState"])
        let answers: JSONValue = ["user_name": ["action": "accept", "content": ["name": "Lin"]]]
        pipe.modern(
            "tools/call", ["name": "name", "inputResponses": answers, "requestState": state], id: 2, capabilities: ["elicitation": [:]])
        #expect(try await pipe.next()["result"]?["content"]?[0]?["text"] == "Lin")
        try await pipe.end()
    }

    @Test("#174 A subscription on a pipe is tagged, ended by its client, or ended by the server with response and notification")
    func listens() async throws {
        let server = try World().server()
        let pipe = Pipe(server)
        pipe.modern("subscriptions/listen", ["notifications": ["toolsListChanged": true]], id: "a")
        #expect(try await pipe.next()["params"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"] == "a")
        pipe.modern("subscriptions/listen", ["notifications": ["toolsListChanged": true]], id: "b")
        #expect(try await pipe.next()["method"] == "notifications/subscriptions/acknowledged")
        pipe.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}"#)
        pipe.modern("server/discover", [:], id: 3)
        #expect(try await pipe.next()["id"] == 3)
        await server.announce(.changed(.tools))
        let news = try await pipe.next()
        #expect(news["method"] == "notifications/tools/list_changed")
        #expect(news["params"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"] == "b")
        server.endStreams()
        #expect(try await pipe.next()["id"] == "b")
        #expect(
            try await pipe.next() == ["jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": "b"]])
        try await pipe.end()
    }

    @Test("A legacy client on a pipe is notified of changes once it is ready, and of resources that it subscribed to")
    func news() async throws {
        let server = try World().server()
        let pipe = Pipe(server)
        await server.announce(.changed(.tools))
        try await pipe.shakeHands()
        pipe.send(#"{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"note://a/1"}}"#)
        #expect(try await pipe.next() == ["jsonrpc": "2.0", "id": 1, "result": [:]])
        await server.announce(.updated(topic: "evil note://a/1"))
        await server.announce(.updated(topic: "acme note://a/1"))
        #expect(try await pipe.next()["params"]?["uri"] == "note://a/1")
        pipe.send(#"{"jsonrpc":"2.0","id":2,"method":"resources/unsubscribe","params":{"uri":"note://a/1"}}"#)
        #expect(try await pipe.next()["id"] == 2)
        await server.announce(.updated(topic: "acme note://a/1"))
        await server.announce(.changed(.prompts))
        #expect(try await pipe.next()["method"] == "notifications/prompts/list_changed")
        try await pipe.end()
    }

    @Test("#173 Slow calls run side by side, and their answers may overtake; #168 the end of input ends all")
    func parallel() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let pipe = Pipe(
            try World().server { name, _, _ in
                if name == "first" { for await _ in gate {} } else { open.finish() }
                return CallToolResult(text: name)
            })
        pipe.modern("tools/call", ["name": "first"], id: 1)
        pipe.modern("tools/call", ["name": "second"], id: 2)
        let ids = [try await pipe.next()["id"], try await pipe.next()["id"]]
        #expect(Set(ids) == [1, 2])
        pipe.modern("subscriptions/listen", ["notifications": [:]], id: 3)
        _ = try await pipe.next()
        try await pipe.end()
    }

    @Test("Tasks work on a pipe")
    func tasks() async throws {
        let pipe = Pipe(
            try World().server { _, _, context in
                try await context.beginTask()
                return CallToolResult(text: "done")
            })
        let knows: JSONValue = ["extensions": ["io.modelcontextprotocol/tasks": [:]]]
        pipe.modern("tools/call", ["name": "task_x"], id: 1, capabilities: knows)
        let id = try #require(try await pipe.next()["result"]?["taskId"])
        var status: JSONValue?
        repeat {
            pipe.modern("tasks/get", ["taskId": id], id: 2, capabilities: knows)
            status = try await pipe.next()["result"]?["status"]
        } while status == "working"
        #expect(status == "completed")
        try await pipe.end()
    }

    @Test("#176 A line of ten megabytes is read and written")
    func longLine() async throws {
        let pipe = Pipe(try World().server { _, arguments, _ in CallToolResult(text: arguments["x"]?.string ?? "") })
        pipe.modern("tools/call", ["name": "x", "arguments": ["x": .string(String(repeating: "y", count: 10_000_000))]], id: 1)
        #expect(try await pipe.next()["result"]?["content"]?[0]?["text"]?.string?.utf8.count == 10_000_000)
        try await pipe.end()
    }

    // MARK: HTTP+SSE

    /// Opens the stream and returns it with the name of the connection.
    private func openSSE(_ server: MCPServer<Person>, _ person: Person = .ada) async throws -> (FrameReader, String) {
        var reader = try FrameReader(server.openSSE(principal: person) { "/sse/messages?connection=\($0)" })
        let endpoint = try #require(await reader.next())
        #expect(endpoint.event == "endpoint" && endpoint.data.hasPrefix("/sse/messages?connection="))
        return (reader, String(endpoint.data.dropFirst(25)))
    }

    @Test("HTTP+SSE: the first event names the path for messages, and all responses come on the stream")
    func sse() async throws {
        let server = try World().server(tools: QuestionTests.ask)
        var (reader, name) = try await openSSE(server)
        func post(_ body: String) async -> HTTPResponse.Status {
            await server.postSSE(Array(body.utf8), connection: name, principal: .ada).head.status
        }
        let handshake = #"{"protocolVersion":"2024-11-05","capabilities":{"roots":{}}}"#
        #expect(await post(#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":\#(handshake)}"#) == 202)
        #expect(await reader.message()?["result"]?["protocolVersion"] == "2024-11-05")
        #expect(await post(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#) == 202)
        #expect(await post(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"roots"}}"#) == 202)
        let question = await reader.message()
        #expect(question?["method"] == "roots/list")
        let id = try #require(question?["id"])
        #expect(await post(#"{"jsonrpc":"2.0","id":\#(id),"result":{"roots":[{"uri":"file:///a"}]}}"#) == 202)
        #expect(await reader.message()?["result"]?["content"]?[0]?["text"] == "file:///a")
        #expect(await post("garbage") == 202)
        #expect(await reader.message()?["error"]?["code"] == -32700)
        await server.announce(.changed(.tools))
        #expect(await reader.message()?["method"] == "notifications/tools/list_changed")
    }

    @Test("HTTP+SSE: a connection of another person, and an ended one, are 404; the end of the stream cancels its calls")
    func sseOwner() async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<Bool>.makeStream()
        let server = try World().server { _, _, context in
            start.finish()
            await untilCancelled()
            end.yield(context.isCancelled)
            end.finish()
            throw CancellationError()
        }
        let name: String
        do {
            let opened = try await openSSE(server)
            name = opened.1
            let call =
                #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#
            #expect(await server.postSSE(Array(call.utf8), connection: name, principal: .bob).head.status == 404)
            #expect(await server.postSSE(Array(call.utf8), connection: name, principal: .ada).head.status == 202)
            for await _ in started {}
            #expect(server.openStreamCount == 1)
        }
        var seen: [Bool] = []
        for await value in ended { seen.append(value) }
        #expect(seen == [true] && server.openStreamCount == 0)
        #expect(await server.postSSE([], connection: name, principal: .ada).head.status == 404)
    }

    @Test("HTTP+SSE: a message posted to another node reaches the stream")
    func sseElsewhere() async throws {
        let world = World()
        let (here, there) = (try world.server(), try world.server())
        var (reader, name) = try await openSSE(here)
        let ping = Array(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.utf8)
        #expect(await there.postSSE(ping, connection: name, principal: .bob).head.status == 202)
        #expect(await there.postSSE(ping, connection: name, principal: .ada).head.status == 202)
        #expect(await reader.message() == ["jsonrpc": "2.0", "id": 1, "result": [:]])
    }
}
