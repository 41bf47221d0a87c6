import AsyncHTTPClient
import JSON
import MCP
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@testable import ConformanceServer

/// The same server behind a socket, to check that an HTTP client receives the library's responses.
@Suite("Conformance over a socket", .timeLimit(.minutes(5)))
struct SocketTests {
    private func serve(_ body: (String) async throws -> Void) async throws {
        let listener = try await HTTPListener.start(Fixtures.server(), port: 0)
        do { try await body("http://127.0.0.1:\(listener.port)/mcp") } catch {
            try await listener.stop()
            throw error
        }
        try await listener.stop()
    }

    private func request(_ url: String, _ body: String, _ headers: [(String, String)] = []) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers = HTTPHeaders(
            [
                ("Content-Type", "application/json"), ("Accept", "application/json, text/event-stream"),
            ] + headers)
        request.body = .bytes(ByteBuffer(string: body))
        return request
    }

    private func send(_ request: HTTPClientRequest) async throws -> (HTTPClientResponse, String) {
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        return (response, String(buffer: try await response.body.collect(upTo: 1_048_576)))
    }

    private func status(_ request: HTTPClientRequest) async throws -> HTTPResponseStatus { try await send(request).0.status }

    @Test("dns-rebinding-protection: a foreign Host or Origin is refused, the own ones are served")
    func rebinding() async throws {
        try await serve { url in
            let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
            let evil = request(url, ping, [("Host", "evil.example.com"), ("Origin", "http://evil.example.com")])
            let foreign = try await status(evil), own = try await status(request(url, ping, [("Origin", "http://localhost:1234")]))
            let native = try await status(request(url, ping))
            #expect(foreign == .forbidden && own == .ok && native == .ok)
        }
    }

    @Test("A handshake, a call that streams, the session's stream, and the end of the session")
    func session() async throws {
        try await serve { url in
            let handshake = #"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"s","version":"1"}}"#
            let (response, _) = try await send(request(url, #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":\#(handshake)}"#))
            let session = try #require(response.headers.first(name: "Mcp-Session-Id"))
            let headers = [("Mcp-Session-Id", session), ("MCP-Protocol-Version", "2025-11-25")]
            let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test_tool_with_progress","_meta":{"progressToken":1}}}"#
            let (streamed, text) = try await send(request(url, call, headers))
            #expect(streamed.headers.first(name: "Content-Type") == "text/event-stream")
            #expect(Frame.all(in: text).compactMap(\.message).count == 4)
            var get = request(url, "", headers)
            get.method = .GET
            get.body = nil
            let stream = try await HTTPClient.shared.execute(get, timeout: .seconds(60))
            #expect(stream.status == .ok)
            let trigger = #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"test_trigger_tool_change"}}"#
            let triggered = try await status(request(url, trigger, headers))
            #expect(triggered == .ok)
            var news = ""
            for try await part in stream.body {
                news += String(buffer: part)
                if news.contains("notifications/tools/list_changed") { break }
            }
            #expect(news.hasPrefix("id: g"))
            var end = request(url, "", headers)
            end.method = .DELETE
            end.body = nil
            let ended = try await status(end)
            let after = try await status(request(url, #"{"jsonrpc":"2.0","id":3,"method":"ping"}"#, headers))
            #expect(ended == .noContent && after == .notFound)
        }
    }

    @Test("Tools that announce do not keep their server")
    func freed() throws {
        weak var server: MCPServer<Visitor>?
        do {
            let made = try Fixtures.server()
            server = made
            #expect(server != nil)
        }
        #expect(server == nil)
    }

    @Test("#18 A body beyond the bound is answered 413")
    func tooLarge() async throws {
        try await serve { url in
            let (response, text) = try await send(request(url, String(repeating: " ", count: 1_048_577)))
            #expect(response.status == .payloadTooLarge && text.contains("-32600"))
            let (bounded, _) = try await send(
                request(url, String(repeating: " ", count: 1_048_576 - 40) + #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#))
            #expect(bounded.status == .ok)
        }
    }

    @Test("HEAD is answered without a body, and a connection that its client wants closed is closed")
    func head() async throws {
        let listener = try await HTTPListener.start(Fixtures.server(), port: 0)
        let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: listener.port) { channel in
                channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel) }
            }
        let text = try await connection.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: "HEAD /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
            var text = ""
            for try await part in inbound { text += String(buffer: part) }
            return text
        }
        try await listener.stop()
        #expect(text.hasPrefix("HTTP/1.1 405") && text.hasSuffix("\r\n\r\n"))
    }

    @Test("HTTP+SSE: the stream names the path for messages, and carries the responses")
    func events() async throws {
        try await serve { url in
            let place = url.dropLast("/mcp".count)
            let stream = try await HTTPClient.shared.execute(HTTPClientRequest(url: "\(place)/sse"), timeout: .seconds(60))
            var (text, isAsked) = ("", false)
            for try await part in stream.body {
                text += String(buffer: part)
                if !isAsked, let endpoint = Frame.all(in: text).first?.data {
                    isAsked = true
                    let handshake = #"{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"s","version":"1"}}"#
                    let posted = try await status(
                        request(place + endpoint, #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":\#(handshake)}"#))
                    #expect(posted == .accepted)
                }
                if text.contains(#""protocolVersion":"2024-11-05""#) { break }
            }
            #expect(text.hasPrefix("event: endpoint\ndata: /sse?"))
        }
    }

    @Test("A modern call and a subscription")
    func modern() async throws {
        try await serve { url in
            let meta = #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#
            func headers(_ method: String, _ name: String? = nil) -> [(String, String)] {
                [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", method)] + (name.map { [("Mcp-Name", $0)] } ?? [])
            }
            let filter = #""notifications":{"toolsListChanged":true}"#
            let listen = request(
                url, #"{"jsonrpc":"2.0","id":9,"method":"subscriptions/listen","params":{\#(filter),\#(meta)}}"#, headers("subscriptions/listen"))
            let stream = try await HTTPClient.shared.execute(listen, timeout: .seconds(60))
            let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test_trigger_tool_change",\#(meta)}}"#
            let (_, answer) = try await send(request(url, call, headers("tools/call", "test_trigger_tool_change")))
            #expect(answer.contains(#""resultType":"complete""#))
            var news = ""
            for try await part in stream.body {
                news += String(buffer: part)
                if news.contains("tools/list_changed") { break }
            }
            #expect(news.contains("notifications/subscriptions/acknowledged"))
        }
    }
}
