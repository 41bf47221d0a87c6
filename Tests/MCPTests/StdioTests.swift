import JSON
import Synchronization
import Testing

@testable import MCP

@Suite("stdio")
struct StdioTests {
    /// Serves the lines one after another: a line is sent when the line before has its answer, if it gets one.
    private func serve(_ server: MCPServer<String>, _ lines: [String]) async throws -> [String] {
        let written = Recorder()
        let connection = StdioConnection(server, principal: "ada")
        let (input, feed) = AsyncStream<[UInt8]>.makeStream()
        for line in lines { feed.yield(Array((line + "\n").utf8)) }
        feed.finish()
        try await connection.run(input) { written.record(String(decoding: $0, as: UTF8.self)) }
        return written.all.sorted()
    }

    private let modern = #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

    @Test("The legacy era: handshake, then requests in the negotiated revision")
    func legacy() async throws {
        let answers = try await serve(
            .fixture(),
            [
                #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#,
                #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "", "\r",
                #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"say":"hi"}}}"# + "\r",
                #"{"jsonrpc":"2.0","id":3,"method":"unknown"}"#,
            ]
        )
        #expect(
            answers == [
                #"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"serverInfo":{"name":"fixture","version":"1.0"},"instructions":"Use it."}}"#
                    + "\n",
                #"{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\"said\":\"hi\"}"}]}}"# + "\n",
                #"{"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"Method not found","data":"Method 'unknown' not found"}}"# + "\n",
            ])
    }

    @Test("The modern era: no handshake, the envelope is checked, no headers are needed")
    func modernEra() async throws {
        let answers = try await serve(
            .fixture(),
            [
                #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"routed","arguments":{"region":"eu"},\#(modern)}}"#,
                #"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}"#,
                #"{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{\#(modern.replacing("2026-07-28", with: "v999"))}}"#,
                #"{"jsonrpc":"2.0","id":4,"method":"ping","params":{\#(modern)}}"#,
                #"{"jsonrpc":"2.0","id":5,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
            ]
        )
        #expect(answers.count == 5)
        #expect(answers[0].contains(#""resultType":"complete","content":[{"type":"text","text":"routed"}]"#))
        #expect(answers[1].contains(#""id":2,"error":{"code":-32602"#))
        #expect(answers[2].contains(#""id":3,"error":{"code":-32022"#))
        #expect(answers[3].contains(#""id":4,"error":{"code":-32601"#))
        #expect(answers[4].contains(#""id":5,"error":{"code":-32022"#) && answers[4].contains("2025-11-25"))
    }

    @Test("Claude Code probes with server/discover and then shakes hands; an enveloped request is served beside")
    func probe() async throws {
        let answers = try await serve(
            .fixture(),
            [
                #"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{\#(modern)}}"#,
                #"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
                #"{"jsonrpc":"2.0","id":3,"method":"ping"}"#,
                #"{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{\#(modern)}}"#,
            ]
        )
        #expect(answers.count == 4)
        #expect(answers[0].contains("supportedVersions"))
        #expect(answers[1].contains(#""protocolVersion":"2025-11-25""#))
        #expect(answers[2] == #"{"jsonrpc":"2.0","id":3,"result":{}}"# + "\n")
        #expect(answers[3].contains(#""resultType":"complete""#))
    }

    @Test("A line that is no JSON, or too long, is answered and the next one works")
    func garbage() async throws {
        let server = try MCPServer.fixture(settings: MCPSettings(maximumLineByteCount: 100))
        let answers = try await serve(
            server, ["garbage", String(repeating: "x", count: 101), #"{"jsonrpc":"2.0","id":3,"method":"ping"}"#, "[1]", "[]"])
        #expect(answers.count == 5)
        #expect(answers.filter { $0.contains(#""id":null,"error":{"code":-32700"#) }.count == 1)
        #expect(answers.contains { $0.contains(#""id":null,"error":{"code":-32600,"message":"The line is too long""#) })
        #expect(answers.contains(#"{"jsonrpc":"2.0","id":3,"result":{}}"# + "\n"))
        #expect(answers.filter { $0.hasPrefix("[{") }.count == 1)
    }

    @Test("A batch is for the two oldest revisions")
    func batch() async throws {
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        func handshake(_ version: String) -> String { #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(version)"}}"# }
        let old = try await serve(.fixture(), [handshake("2025-03-26"), "[\(ping)]"])
        #expect(old.contains(#"[{"jsonrpc":"2.0","id":1,"result":{}}]"# + "\n"))
        let new = try await serve(.fixture(), [handshake("2025-06-18"), "[\(ping)]"])
        #expect(new.contains { $0.contains("-32600") })
    }

    @Test("Progress and the response are lines of their own")
    func progress() async throws {
        let answers = try await serve(
            .fixture(),
            [
                #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"count",\#(modern.replacing("_meta\":{", with: "_meta\":{\"progressToken\":9,"))}}"#
            ]
        )
        #expect(answers.count == 4)
        #expect(answers.filter { $0.hasPrefix(#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":9,"#) }.count == 3)
    }

    @Test("The legacy log level is kept for the connection")
    func logLevel() async throws {
        let handshake = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#
        let call = #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"log"}}"#
        func logs(_ lines: [String]) async throws -> Int {
            try await serve(.fixture(logging: true), [handshake] + lines).filter { $0.contains("notifications/message") }.count
        }
        #expect(try await logs([call]) == 1)
        #expect(try await logs([#"{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"debug"}}"#, call]) == 2)
        #expect(try await logs([#"{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"emergency"}}"#, call]) == 0)
        #expect(try await logs([#"{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"loud"}}"#, call]) == 1)
    }

    @Test("A cancelled call ends without a response, and others continue")
    func cancel() async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let ended = Recorder()
        let tools = try FixtureTools { name, _, context in
            guard name == "slow" else { return CallToolResult(text: "quick") }
            start.finish()
            let gate = AsyncStream<Void> { _ in }
            for await _ in gate {}
            ended.record(context.isCancelled ? "cancelled" : "ended")
            throw CancellationError()
        }
        let connection = StdioConnection(try MCPServer.fixture(tools), principal: "ada")
        let (input, feed) = AsyncStream<[UInt8]>.makeStream()
        let written = Recorder()
        func send(_ line: String) { feed.yield(Array((line + "\n").utf8)) }
        let serving = Task {
            try await connection.run(input) { line in
                written.record(String(decoding: line, as: UTF8.self))
                // The quick call was read after the cancellation.
                feed.finish()
            }
        }
        send(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow",\#(modern)}}"#)
        for await _ in started {}
        send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"unknown"}}"#)
        send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
        send(#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"quick",\#(modern)}}"#)
        try await serving.value
        #expect(ended.all == ["cancelled"])
        #expect(written.all.count == 1)
        #expect(written.all[0].contains(#""id":2"#))
    }

    @Test("The end of input cancels calls that take longer than the drain time")
    func endOfInput() async throws {
        let ended = Recorder()
        let tools = try FixtureTools { _, _, context in
            let gate = AsyncStream<Void> { _ in }
            for await _ in gate {}
            ended.record(context.isCancelled ? "cancelled" : "ended")
            throw CancellationError()
        }
        let server = try MCPServer.fixture(tools, settings: MCPSettings(drainTimeout: .zero))
        let answers = try await serve(server, [#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow",\#(modern)}}"#])
        #expect(ended.all == ["cancelled"])
        #expect(answers.allSatisfy { $0.contains("-32603") })
    }

    @Test("A running request's id cannot be used again")
    func duplicateID() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let tools = try FixtureTools { _, _, _ in
            for await _ in gate {}
            return CallToolResult(text: "done")
        }
        let connection = StdioConnection(try MCPServer.fixture(tools), principal: "ada")
        let (input, feed) = AsyncStream<[UInt8]>.makeStream()
        let written = Recorder()
        let line = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow",\#(modern)}}"# + "\n"
        feed.yield(Array((line + line).utf8))
        try await connection.run(input) { answer in
            written.record(String(decoding: answer, as: UTF8.self))
            open.finish()
            feed.finish()
        }
        #expect(written.all.count == 2)
        #expect(written.all[0].contains("-32600"))
        #expect(written.all[1].contains("done"))
    }

    @Test("Lines are cut at line feeds wherever the input was cut", arguments: [1, 2, 3, 7, 100])
    func splitter(size: Int) {
        let text = Array("one\r\n\n  \ntwo\n0123456789\nthree".utf8)
        var splitter = LineSplitter(limit: 9)
        var lines: [LineSplitter.Line] = []
        for start in stride(from: 0, to: text.count, by: size) { lines += splitter.add(text[start..<min(start + size, text.count)]) }
        if let last = splitter.finish() { lines.append(last) }
        #expect(lines == [.complete(Array("one".utf8)), .complete(Array("two".utf8)), .tooLong, .complete(Array("three".utf8))])
        #expect(splitter.finish() == nil)
    }
}
