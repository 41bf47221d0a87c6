import HTTPTypes
import JSON
import Testing

@testable import MCP

@Suite("Legacy sessions over HTTP", .timeLimit(.minutes(5)))
struct SessionTests {
    @Test(
        "#89 #92 A handshake gives a session whose id is visible ASCII, different each time",
        arguments: ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
    func begins(revision: String) async throws {
        let server = try World().server()
        var first = TestClient(server, as: Person.ada)
        var second = first
        let result = try await first.shakeHands(revision)
        try await second.shakeHands(revision)
        #expect(result["protocolVersion"] == .string(revision))
        #expect(result["capabilities"]?.object != nil && result["serverInfo"]?["name"] == "world")
        let id = try #require(first.session)
        #expect(id.utf8.count >= 32 && id.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        #expect(id != second.session)
        #expect(try await first.legacy("ping").messages == [["jsonrpc": "2.0", "id": 1, "result": [:]]])
    }

    @Test("A principal without an identity, and a server that keeps nothing, give no session")
    func noSession() async throws {
        var nobody = TestClient(try World().server(), as: Person(name: ""))
        try await nobody.shakeHands()
        #expect(nobody.session == nil)
        #expect(try await nobody.legacy("ping").status == 200)
        var alone = TestClient(try MCPServer.fixture(), as: "ada")
        try await alone.shakeHands()
        #expect(alone.session == nil)
    }

    @Test("B07 #95 Another principal's session, an unknown and a guessed one all get 404")
    func foreign() async throws {
        let server = try World().server()
        var ada = TestClient(server, as: Person.ada)
        try await ada.shakeHands()
        let id = try #require(ada.session)
        for (person, session) in [(Person.bob, id), (.eve, id), (.ada, id + "0"), (.ada, "x"), (.ada, String(repeating: "a", count: 5000))] {
            var other = TestClient(server, as: person)
            other.session = session
            let reply = try await other.legacy("ping")
            #expect(reply.summary == "404 -32600" && reply.error?["message"] == "Session not found" && reply.response?["id"] == 1)
            #expect(try await other.open().head.status == 404)
            #expect(try await other.send(.delete, "", ["Mcp-Session-Id": session]).head.status == 404)
            #expect(try await other.post(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#).head.status == 404)
        }
        #expect(try await ada.legacy("ping").status == 200)
    }

    @Test("B23 A session from before this process is notified at its first stream that the lists may have changed; one of this process is not")
    func restored() async throws {
        let world = World()
        let (before, after) = (try world.server(), try world.server())
        var client = TestClient(before, as: Person.ada)
        try await client.shakeHands()
        let fresh = try await client.open()
        let known = client.session
        var returned = TestClient(after, as: Person.ada)
        returned.session = known
        let stream = try await returned.open()
        var told: Set<String> = []
        if case .events(let events) = stream.body {
            var iterator = events.makeAsyncIterator()
            while told.count < 3, let frame = await iterator.next() {
                for event in Frame.all(in: String(decoding: frame, as: UTF8.self)) where !event.data.isEmpty {
                    told.insert(try JSONValue(parsing: event.data)["method"]?.string ?? "")
                }
            }
        }
        #expect(told == Set(["tools", "prompts", "resources"].map { "notifications/\($0)/list_changed" }))
        guard case .events(let events) = fresh.body else {
            Issue.record("no stream")
            return
        }
        // The first node's stream has only the priming event; the announcement follows it.
        var iterator = events.makeAsyncIterator()
        _ = await iterator.next()
        await before.announce(.changed(.prompts))
        let next = String(decoding: await iterator.next() ?? [], as: UTF8.self)
        #expect(next.contains("prompts/list_changed"))
    }

    @Test("#93 #94 DELETE ends a session, here and on every node; without an id it is refused")
    func delete() async throws {
        let world = World()
        let (here, there) = (try world.server(), try world.server())
        var client = TestClient(here, as: Person.ada)
        try await client.shakeHands()
        let session = try #require(client.session)
        let elsewhere = {
            var client = TestClient(there, as: Person.ada)
            client.session = session
            return client
        }()
        #expect(try await elsewhere.legacy("ping").status == 200)
        #expect(try await client.send(.delete).head.status == 400)
        #expect(try await client.send(.delete, "", ["Mcp-Session-Id": session]).head.status == 204)
        #expect(try await client.legacy("ping").status == 404)
        #expect(try await elsewhere.legacy("ping").status == 404)
        #expect(try await client.send(.delete, "", ["Mcp-Session-Id": session]).head.status == 404)
        // A node that never saw the session reads its end from the store.
        var third = TestClient(try world.server(), as: Person.ada)
        third.session = session
        #expect(try await third.legacy("ping").status == 404)
    }

    @Test("A new handshake ends the session that it names")
    func secondHandshake() async throws {
        var client = TestClient(try World().server(), as: Person.ada)
        try await client.shakeHands()
        let first = try #require(client.session)
        let body = client.request("initialize", #"{"protocolVersion":"2025-11-25","capabilities":{}}"#)
        let response = try await client.post(body)
        #expect(response.head.headerFields[.sessionID] != first)
        #expect(try await client.legacy("ping").status == 404)
        #expect(try await client.post(body, ["Mcp-Session-Id": "unknown"]).head.status == 200)
    }

    @Test("A node that has forgotten a session reads it from its id")
    func otherNode() async throws {
        var world = World()
        world.settings.bounds.sessions = 2
        let server = try world.server { _, _, context in CallToolResult(text: context.revision.name) }
        var clients: [TestClient<Person>] = []
        for _ in 0..<10 {
            var client = TestClient(server, as: Person.ada)
            try await client.shakeHands("2024-11-05")
            clients.append(client)
        }
        for client in clients { #expect(try await client.legacy("tools/call", #"{"name":"x"}"#).text == "2024-11-05") }
    }

    @Test("#117 T2 T3 The revision of the handshake stays in force, whatever known version the header names")
    func revision() async throws {
        var client = TestClient(try World().server { _, _, context in CallToolResult(text: context.revision.name) }, as: Person.ada)
        try await client.shakeHands("2024-11-05")
        for header in ["", "2025-11-25", "2024-11-05", "2026-07-28", "2025-06-18, 2025-06-18"] {
            let response = try await client.post(client.request("tools/call", #"{"name":"x"}"#), ["MCP-Protocol-Version": header])
            #expect(try await Reply(response).text == "2024-11-05", "\(header)")
        }
        for header in ["1999-01-01", "2025-06-18, 2025-03-26"] {
            #expect(try await client.post(client.request("ping"), ["MCP-Protocol-Version": header]).head.status == 400)
        }
    }

    @Test("#35 Modern requests beside a session neither see nor touch it; #29 #30 a session id means nothing to them")
    func interleaved() async throws {
        var client = TestClient(try World().server(), as: Person.ada)
        try await client.shakeHands()
        let modern = try await client.modernResponse("tools/list", headers: ["Mcp-Session-Id": "bogus", "Last-Event-ID": "g-1"])
        #expect(modern.head.status == 200 && modern.head.headerFields[.sessionID] == nil)
        #expect(try await client.legacy("tools/list").status == 200)
        #expect(try await client.modern("tools/list").status == 200)
    }

    @Test("B24 #31 GET and DELETE under the modern header are 405 with Allow: POST")
    func modernGet() async throws {
        var client = TestClient(try World().server(), as: Person.ada)
        try await client.shakeHands()
        for method in [HTTPRequest.Method.get, .delete] {
            let response = try await client.send(
                method, "", ["MCP-Protocol-Version": "2026-07-28", "Mcp-Session-Id": client.session ?? "", "Accept": "text/event-stream"])
            #expect(response.head.status == 405 && response.head.headerFields[.allow] == "POST")
        }
    }

    @Test("#96 #97 #13 GET needs a session and a reader of events; other methods are 405")
    func get() async throws {
        var client = TestClient(try World().server(), as: Person.ada)
        try await client.shakeHands()
        let response = try await client.open()
        #expect(response.head.status == 200 && response.head.headerFields[.contentType] == "text/event-stream")
        #expect(response.head.headerFields[.cacheControl] == "no-cache, no-transform")
        #expect(try await client.open(after: nil, ["Accept": "application/json"]).head.status == 406)
        #expect(try await client.open(after: nil, ["Mcp-Session-Id": ""]).head.status == 405)
        let put = try await client.send(.put, "", ["Mcp-Session-Id": client.session ?? ""])
        #expect(put.head.status == 405 && put.head.headerFields[.allow] == "GET, POST, DELETE, OPTIONS")
    }

    @Test("The session's stream carries changes of lists, each once, with ids to resume behind")
    func news() async throws {
        let server = try World().server()
        var client = TestClient(server, as: Person.ada)
        try await client.shakeHands()
        var reader = try FrameReader(try await client.open())
        let priming = try #require(await reader.next())
        #expect(priming.data.isEmpty && priming.id?.hasSuffix("-0") == true && priming.retry == "1000")
        await server.announce(.changed(.tools))
        await server.announce(.changed(.prompts, for: ["acme"]))
        await server.announce(.changed(.prompts, for: ["evil"]))
        let first = try #require(await reader.next())
        let second = try #require(await reader.next())
        #expect(first.message == ["jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": [:]])
        #expect(second.message?["method"] == "notifications/prompts/list_changed")
        #expect(first.id?.hasSuffix("-1") == true && second.id?.hasSuffix("-2") == true)
        await server.announce(.changed(.resources))
        #expect(await reader.message()?["method"] == "notifications/resources/list_changed")
    }

    @Test("#121 Clients older than 2025-11-25 get no opening event", arguments: ["2024-11-05", "2025-03-26", "2025-06-18"])
    func noPriming(revision: String) async throws {
        let server = try World().server()
        var client = TestClient(server, as: Person.ada)
        try await client.shakeHands(revision)
        var reader = try FrameReader(try await client.open())
        await server.announce(.changed(.tools))
        #expect(await reader.next()?.message?["method"] == "notifications/tools/list_changed")
    }

    @Test("A stream that is resumed after an event gets the later events, and the previous stream ends")
    func resumeNews() async throws {
        let server = try World().server()
        var client = TestClient(server, as: Person.ada)
        try await client.shakeHands()
        var reader = try FrameReader(try await client.open())
        await server.announce(.changed(.tools))
        _ = await reader.next()
        let id = try #require(await reader.next()?.id)
        await server.announce(.changed(.prompts))
        var resumed = try FrameReader(try await client.open(after: id))
        #expect(await resumed.message()?["method"] == "notifications/prompts/list_changed")
        while let late = await reader.next() { #expect(late.data.isEmpty) }  // the first reader ends
        await server.announce(.changed(.resources))
        #expect(await resumed.message()?["method"] == "notifications/resources/list_changed")
        #expect(try await client.open(after: "g0-7").head.status == 400)
        for event in ["nonsense", "g-1", "-", "g00-01", "../x-1", id + "0"] {
            #expect(try await client.open(after: event).head.status == 400, "\(event)")
        }
    }

    @Test("A client whose notification events are no longer stored is notified that everything may have changed")
    func forgottenNews() async throws {
        let server = try World().server()
        var client = TestClient(server, as: Person.ada)
        try await client.shakeHands()
        var reader = try FrameReader(try await client.open(after: "g0123456789abcdef-7"))
        var told: Set<String> = []
        while told.count < 3 { if let method = await reader.message()?["method"]?.string { told.insert(method) } }
        #expect(told == Set(["tools", "prompts", "resources"].map { "notifications/\($0)/list_changed" }))
    }

    @Test("#120 A call's stream that the server closes early contains the retry time, and its response is there then")
    func polling() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let server = try World().server { _, _, context in
            await context.releaseConnection()
            for await _ in gate {}
            return CallToolResult(text: "later")
        }
        var client = TestClient(server, as: Person.ada)
        try await client.shakeHands()
        var reader = try FrameReader(try await client.post(client.request("tools/call", #"{"name":"x"}"#)))
        let priming = try #require(await reader.next())
        #expect(priming.data.isEmpty && priming.retry != nil)
        let retry = try #require(await reader.next())
        #expect(retry.retry == "1000" && retry.data.isEmpty)
        #expect(await reader.next() == nil)
        var resumed = try FrameReader(try await client.open(after: priming.id))
        open.finish()
        let answer = try #require(await resumed.next())
        #expect(answer.message?["id"] == 1 && answer.message?["result"]?["content"]?[0]?["text"] == "later")
        #expect(await resumed.next() == nil)
        // The answer stays for a client that lost it on the way; behind it there is nothing.
        var again = try FrameReader(try await client.open(after: priming.id))
        #expect(await again.next() == answer)
        #expect(await again.next() == nil)
    }

    @Test("#120 Messages of a call after it released its connection wait for the next one, even without a first reader")
    func releasedUnread() async throws {
        let world = World()
        let server = try world.server { _, _, context in
            await context.releaseConnection()
            return CallToolResult(text: "later")
        }
        var client = TestClient(server, as: Person.ada)
        try await client.shakeHands()
        var reader = try FrameReader(try await client.post(client.request("tools/call", #"{"name":"x"}"#)))
        while world.events.byteCount == 0 { await Task.yield() }
        let priming = try #require(await reader.next())
        #expect(await reader.next()?.retry == "1000")
        #expect(await reader.next() == nil)
        var resumed = try FrameReader(try await client.open(after: priming.id))
        #expect(await resumed.message()?["result"]?["content"]?[0]?["text"] == "later")
    }

    @Test(
        "#103 A call continues when its connection is lost before its first message",
        arguments: ["application/json, text/event-stream", "application/json"])
    func lostEarly(accept: String) async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<Bool>.makeStream()
        let server = try World().server { _, _, context in
            start.finish()
            for await _ in gate {}
            end.yield(context.isCancelled)
            end.finish()
            return CallToolResult(text: "done")
        }
        var client = TestClient(server, as: Person.ada)
        try await client.shakeHands()
        client.accept = accept
        let caller = client
        let call = Task { _ = try await caller.post(caller.request("tools/call", #"{"name":"x"}"#)) }
        for await _ in started {}
        call.cancel()
        try await call.value
        open.finish()
        var seen: [Bool] = []
        for await value in ended { seen.append(value) }
        #expect(seen == [false])
    }

    @Test("A server that is dropped is freed with its sessions")
    func freed() async throws {
        weak var dropped: MCPServer<Person>?
        weak var node: Node?
        do {
            let server = try World().server()
            var client = TestClient(server, as: Person.ada)
            try await client.shakeHands()
            (dropped, node) = (server, server.node)
            #expect(node != nil)
        }
        #expect(dropped == nil && node == nil)
    }

    @Test("A call continues when its stream is lost, and a resumed stream gets exactly the missed events")
    func resumeCall() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let server = try World().server { _, _, context in
            try await context.progress(1)
            for await _ in gate { break }
            try await context.progress(2)
            return CallToolResult(text: "done \(context.isCancelled)")
        }
        var client = TestClient(server, as: Person.ada)
        try await client.shakeHands()
        let call = client.request("tools/call", #"{"name":"x","_meta":{"progressToken":"p"}}"#)
        var last: String?
        do {
            var reader = try FrameReader(try await client.post(call))
            _ = await reader.next()
            last = try #require(await reader.next()?.id)
        }
        open.yield()
        open.finish()
        var resumed = try FrameReader(try await client.open(after: last))
        #expect(await resumed.message()?["params"]?["progress"] == 2.0)
        #expect(await resumed.message()?["result"]?["content"]?[0]?["text"] == "done false")
        #expect(await resumed.next() == nil)
    }

    @Test("A stream is resumed on a node that does not fill it")
    func resumeElsewhere() async throws {
        let world = World()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let here = try world.server { _, _, context in
            try await context.progress(1)
            for await _ in gate {}
            return CallToolResult(text: "from here")
        }
        var client = TestClient(here, as: Person.ada)
        try await client.shakeHands()
        var reader = try FrameReader(try await client.post(client.request("tools/call", #"{"name":"x","_meta":{"progressToken":1}}"#)))
        _ = await reader.next()
        let id = try #require(await reader.next()?.id)
        var there = TestClient(try world.server(), as: Person.ada)
        there.session = client.session
        var resumed = try FrameReader(try await there.open(after: id))
        open.finish()
        #expect(await resumed.message()?["result"]?["content"]?[0]?["text"] == "from here")
        #expect(await resumed.next() == nil)
    }

    @Test("A call whose client does not come back in time is cancelled")
    func abandoned() async throws {
        var world = World()
        world.settings.bounds.resumptionTime = .zero
        let (ended, end) = AsyncStream<Bool>.makeStream()
        let server = try world.server { _, _, context in
            try await context.progress(1)
            await untilCancelled()  // ends by cancellation only
            end.yield(context.isCancelled)
            end.finish()
            throw CancellationError()
        }
        var client = TestClient(server, as: Person.ada)
        try await client.shakeHands()
        do {
            var reader = try FrameReader(try await client.post(client.request("tools/call", #"{"name":"x","_meta":{"progressToken":1}}"#)))
            _ = await reader.next()
        }
        var seen: [Bool] = []
        for await value in ended { seen.append(value) }
        #expect(seen == [true])
    }

    @Test("notifications/cancelled stops a call, which gets no response", arguments: ["application/json, text/event-stream", "application/json"])
    func cancel(accept: String) async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let server = try World().server { _, _, _ in
            start.finish()
            await untilCancelled()
            throw CancellationError()
        }
        var client = TestClient(server, as: Person.ada)
        try await client.shakeHands()
        client.accept = accept
        let caller = client
        async let response = caller.post(caller.request("tools/call", #"{"name":"x"}"#, id: "\"c\""))
        for await _ in started {}
        #expect(try await client.post(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"other"}}"#).head.status == 202)
        #expect(try await client.post(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"c"}}"#).head.status == 202)
        #expect(await (try response).bodyText == "")
    }

    @Test("B16 A session cannot cancel the call of another, though its id is the same")
    func foreignCancel() async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let server = try World().server { _, _, context in
            start.finish()
            for await _ in gate {}
            return CallToolResult(text: "cancelled: \(context.isCancelled)")
        }
        var ada = TestClient(server, as: Person.ada)
        var other = TestClient(server, as: Person.ada)
        try await ada.shakeHands()
        try await other.shakeHands()
        let caller = ada
        async let reply = caller.legacy("tools/call", #"{"name":"x"}"#)
        for await _ in started {}
        let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#
        #expect(try await other.post(cancel).head.status == 202)
        var alone = TestClient(server, as: Person.ada)
        alone.revision = "2025-11-25"
        #expect(try await alone.post(cancel).head.status == 202)
        open.finish()
        #expect(try await reply.text == "cancelled: false")
    }

    @Test("#114 #116 Batches are for sessions of the two oldest revisions")
    func batch() async throws {
        let server = try World().server()
        let pings = #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#
        for (revision, status) in [("2024-11-05", 200), ("2025-03-26", 200), ("2025-06-18", 400), ("2025-11-25", 400)] {
            var client = TestClient(server, as: Person.ada)
            try await client.shakeHands(revision)
            let response = try await client.post(pings)
            #expect(response.head.status.code == status)
            if status == 200 { #expect(try JSONValue(parsing: await response.bodyText).array?.count == 2) }
            #expect(try await client.post("[]").head.status == 400)
        }
    }

    @Test("The level of logs belongs to the session, on every node")
    func logLevel() async throws {
        let world = World()
        let run: @Sendable (String, JSONObject, CallContext) async throws -> CallToolResult = { _, _, context in
            try await context.log(.info, "quiet")
            try await context.log(.error, "loud")
            return CallToolResult(text: "logged")
        }
        let (here, there) = (try world.server(tools: run), try world.server(tools: run))
        var client = TestClient(here, as: Person.ada)
        try await client.shakeHands()
        var elsewhere = TestClient(there, as: Person.ada)
        elsewhere.session = client.session
        #expect(try await elsewhere.legacy("tools/call", #"{"name":"x"}"#).notifications.count == 1)
        #expect(try await client.legacy("logging/setLevel", #"{"level":"debug"}"#).result == [:])
        #expect(try await client.legacy("tools/call", #"{"name":"x"}"#).notifications.map { $0["params"]?["level"] } == ["info", "error"])
        #expect(try await elsewhere.legacy("tools/call", #"{"name":"x"}"#).notifications.count == 2)
        #expect(try await client.legacy("logging/setLevel", #"{"level":"loud"}"#).code == -32602)
    }

    @Test("Subscriptions to resources belong to the session: changes come down its stream until it leaves them")
    func subscriptions() async throws {
        let server = try World().server()
        var client = TestClient(server, as: Person.ada)
        try await client.shakeHands()
        #expect(try await client.legacy("resources/subscribe", #"{"uri":"note://a/1"}"#).result == [:])
        #expect(try await client.legacy("resources/subscribe", #"{"uri":"note://b/1"}"#).code == -32002)
        var reader = try FrameReader(try await client.open())
        await server.announce(.updated(topic: "evil note://a/1"))
        await server.announce(.updated(topic: "acme note://a/2"))
        await server.announce(.updated(topic: "acme note://a/1"))
        #expect(
            await reader.message() == ["jsonrpc": "2.0", "method": "notifications/resources/updated", "params": ["uri": "note://a/1"]])
        #expect(try await client.legacy("resources/unsubscribe", #"{"uri":"note://a/1"}"#).result == [:])
        await server.announce(.updated(topic: "acme note://a/1"))
        await server.announce(.changed(.tools))
        #expect(await reader.message()?["method"] == "notifications/tools/list_changed")
        var alone = TestClient(server, as: Person.ada)
        alone.revision = "2025-11-25"
        #expect(try await alone.legacy("resources/subscribe", #"{"uri":"note://a/1"}"#).summary == "400 -32600")
    }

    @Test("G06 Streams that stay open are counted for each principal and for the process")
    func caps() async throws {
        var world = World()
        world.settings.bounds.streamsPerPrincipal = 2
        world.settings.bounds.streams = 3
        let server = try world.server()
        func opened(_ person: Person) async throws -> MCPHTTPResponse {
            var client = TestClient(server, as: person)
            try await client.shakeHands()
            return try await client.open()
        }
        var open = [try await opened(.ada), try await opened(.ada)]
        #expect(open.allSatisfy { $0.head.status == 200 })
        let refused = try await opened(.ada).head
        #expect(refused.status == 429 && refused.headerFields[.retryAfter] == "5")
        open.append(try await opened(.bob))
        #expect(try await opened(.eve).head.status == 429)
        open = []
        #expect(server.openStreamCount == 0)
        #expect(try await opened(.eve).head.status == 200)
    }

    @Test("A stream ends when the credential of its principal is good no more")
    func expiry() async throws {
        var world = World()
        world.settings.keepAliveInterval = .zero
        let answers = Recorder()
        world.isCurrent = { _ in
            answers.record("asked")
            return answers.all.count < 3
        }
        var client = TestClient(try world.server(), as: Person.ada)
        try await client.shakeHands()
        guard case .events(let stream) = try await client.open().body else {
            Issue.record("no stream")
            return
        }
        var comments = 0
        for await frame in stream where Frame(String(decoding: frame, as: UTF8.self)).isComment { comments += 1 }
        #expect(comments == 2)
    }

    @Test("G05 A call that is ahead of its reader waits, and the stored events of a stream are limited")
    func backpressure() async throws {
        var world = World()
        world.settings.streamBufferCount = 4
        let sent = Recorder()
        let server = try world.server { _, _, context in
            for step in 1...100 {
                try await context.progress(Double(step))
                sent.record("\(step)")
            }
            return CallToolResult(text: "done")
        }
        var client = TestClient(server, as: Person.ada)
        try await client.shakeHands()
        var reader = try FrameReader(try await client.post(client.request("tools/call", #"{"name":"x","_meta":{"progressToken":1}}"#)))
        _ = await reader.next()
        var count = 0
        while let message = await reader.message() {
            count += 1
            if message["method"] != nil { #expect(sent.all.count <= count + 22) }
        }
        #expect(count == 101)
    }
}
