import GatehouseTesting
import Outbound
import Synchronization
import Testing

@Suite("Responses that stay open")
struct StreamTests {
    private let client = OutboundClient(permits: HostPermit(hosts: ["127.0.0.1"]))
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n\r\n"

    private func request(_ url: String, deadline: Duration = .seconds(60), limit: Int = 100) -> OutboundRequest {
        OutboundRequest(method: .get, url: url, headers: [("Accept", "text/event-stream")], deadline: deadline, maximumBody: limit)
    }

    private struct Enough: Error {}

    private final class Tally: Sendable {
        private let number = Mutex(0)
        var count: Int { number.withLock(\.self) }
        func add() { number.withLock { $0 += 1 } }
    }

    /// Texts of the events until `count` have come, and how the stream ended.
    private func events(
        of url: String, atMost count: Int = .max, silence: Duration = .seconds(60), limit: Int = 100
    ) async throws -> (texts: [String], error: OutboundError.Code?) {
        var texts: [String] = []
        do {
            try await client.open(request(url, limit: limit), silence: silence).events { event in
                texts.append(String(decoding: event.data, as: UTF8.self))
                if texts.count == count { throw Enough() }
            }
            return (texts, nil)
        } catch is Enough {
            return (texts, nil)
        } catch let error as OutboundError { return (texts, error.code) }
    }

    @Test("A stream outlives the deadline of its head as long as events come")
    func open() async throws {
        let deadline = Duration.seconds(3)
        try await LocalServer.with(.drip(head: Self.head, piece: "data: x\n\n")) { server in
            let stream = try await client.open(request(server.url(), deadline: deadline), silence: .seconds(60))
            #expect(stream.status == 200 && stream.type == "text/event-stream" && stream.header("content-type")?.contains("utf-8") == true)
            let start = ContinuousClock.now
            await #expect(throws: Enough.self) {
                try await stream.events { _ in if ContinuousClock.now - start > deadline { throw Enough() } }
            }
        }
    }

    @Test("A35 Silence ends a stream, before its head and between events; what came before was handed over")
    func silence() async throws {
        let quiet = try await LocalServer.with(.bytes(Self.head + "data: one\n\n")) { try await events(of: $0.url(), silence: .milliseconds(300)) }
        #expect(quiet.texts == ["one"] && quiet.error == .tooSlow)
        let silent = try await LocalServer.with(.silence) { try await events(of: $0.url(), silence: .milliseconds(300)) }
        #expect(silent.texts.isEmpty && silent.error == .tooSlow)
        let late = await LocalServer.code {
            _ = try await client.open(request($0, deadline: .milliseconds(300)), silence: .seconds(60))
        }
        #expect(late == .tooSlow)
    }

    @Test("A35 A host that takes a connection and says nothing ends the request long before its deadline")
    func handshake() async throws {
        let client = OutboundClient(permits: HostPermit(hosts: ["127.0.0.1"]), connectDeadline: .milliseconds(300))
        try await LocalServer.with(.silence) { server in
            let url = server.url().replacing("http://", with: "https://")
            let error = await #expect(throws: OutboundError.self) {
                try await client.open(request(url, deadline: .seconds(600)), silence: .seconds(600))
            }
            #expect(error?.code == .tooSlow && error?.reason == "no connection in time")
            try await until { server.closed == server.connections }
        }
    }

    @Test("A35 The limit holds for one event, not for the stream, and for a whole body of another kind")
    func sizes() async throws {
        let many = try await LocalServer.with(.drip(head: Self.head, piece: "data: 0123456789\n\n")) { try await events(of: $0.url(), atMost: 20) }
        #expect(many.texts.count == 20 && many.error == nil)
        let large = try await LocalServer.with(.flood(head: Self.head)) { try await events(of: $0.url()) }
        #expect(large.texts.isEmpty && large.error == .tooLarge)
        for (length, expected) in [(100, nil), (101, OutboundError.Code.tooLarge)] {
            let body = String(repeating: "1", count: length)
            try await LocalServer.with(LocalServer.json(body)) { server in
                let stream = try await client.open(request(server.url()), silence: .seconds(60))
                do throws(OutboundError) {
                    let read = try await stream.body()
                    #expect(expected == nil && read == Array(body.utf8))
                } catch { #expect(error.code == expected) }
            }
        }
    }

    @Test("A connection that is lost is an error, and the end of a stream is none")
    func ends() async throws {
        let whole = "Transfer-Encoding: chunked\r\n\r\nb\r\ndata: one\n\n\r\n"
        // Each line end is one character.
        let head = Self.head.dropLast()
        let ended = try await LocalServer.with(.bytes(head + whole + "0\r\n\r\n")) { try await events(of: $0.url()) }
        #expect(ended.texts == ["one"] && ended.error == nil)
        let lost = try await LocalServer.with(.end(head + whole)) { try await events(of: $0.url()) }
        #expect(lost.texts == ["one"] && lost.error == .unreachable)
    }

    @Test("Cancellation and leaving close the connection")
    func cancellation() async throws {
        try await LocalServer.with(.bytes(Self.head + "data: one\n\n")) { server in
            let came = Tally()
            let task = Task { try await client.open(request(server.url()), silence: .seconds(600)).events { _ in came.add() } }
            try await until { came.count == 1 }
            #expect(server.closed == 0)
            task.cancel()
            await #expect(throws: (any Error).self) { try await task.value }
            try await until { server.closed == 1 }
            #expect(try await events(of: server.url(), atMost: 1).texts == ["one"])
            try await until { server.closed == 2 }
        }
        try await LocalServer.with(.silence) { server in
            let task = Task { _ = try await client.open(request(server.url()), silence: .seconds(600)) }
            try await until { server.requests.count == 1 }
            task.cancel()
            try await until { server.closed == 1 }
        }
    }

    @Test("A32 A34 Addresses are judged as for every other request, a redirect is a response, and a packed body is refused")
    func refusals() async throws {
        try await LocalServer.with(LocalServer.json("{}")) { inner in
            for host in ["localhost", "127.0.0.2", "client.example", "[::1]"] {
                let url = "http://\(host):\(inner.port)/"
                await #expect(throws: OutboundError.self, "\(host)") { try await client.open(request(url), silence: .seconds(60)) }
            }
            let reply = LocalServer.json("{}", status: "307 Temporary Redirect", more: "Location: \(inner.url("/secret"))\r\n")
            try await LocalServer.with(reply) { outer in
                let answer = try await client.open(request(outer.url()), silence: .seconds(60))
                #expect(answer.status == 307)
                #expect(outer.connections == 1)
            }
            #expect(inner.connections == 0)
        }
        let packed = await LocalServer.code(LocalServer.json("{}", more: "Content-Encoding: gzip\r\n")) {
            _ = try await client.open(request($0), silence: .seconds(60))
        }
        #expect(packed == .badAnswer)
    }

    @Test("A33 A kept connection serves the next request to the same address; a name that has moved is judged and connected to anew")
    func kept() async throws {
        let reply = LocalServer.Reply.bytes("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
        try await LocalServer.with(reply) { first in
            try await LocalServer.with(reply, host: "127.0.0.2", port: first.port) { second in
                let resolver = ScriptedResolver(["127.0.0.1"], ["127.0.0.1"], ["127.0.0.2"], ["10.0.0.1"])
                let client = OutboundClient(resolver: resolver, permits: HostPermit(hosts: ["client.example"]), keepsConnections: true)
                func ask() async throws {
                    let body = try await client.open(request("http://client.example:\(first.port)/"), silence: .seconds(60)).body()
                    #expect(body == Array("{}".utf8))
                }
                try await ask()
                try await ask()
                #expect(first.connections == 1 && first.requests.count == 2)
                try await ask()
                #expect(second.connections == 1 && first.requests.count == 2)
                try await until { first.closed == 1 }
                await #expect(throws: OutboundError.self) { try await ask() }
                #expect(first.requests.count == 2 && second.requests.count == 1)
            }
        }
    }

    @Test("Streams that are open do not make other requests wait")
    func manyStreams() async throws {
        let client = OutboundClient(permits: HostPermit(hosts: ["127.0.0.1"]), keepsConnections: true)
        try await LocalServer.with(.bytes(Self.head + "data: one\n\n")) { server in
            let opened = Tally()
            let request = request(server.url())
            let streams = (0..<20).map { _ in
                Task { try await client.open(request, silence: .seconds(600)).events { _ in opened.add() } }
            }
            try await until { opened.count == 20 }
            for stream in streams { stream.cancel() }
            try await until { server.closed == 20 }
        }
    }
}

extension LocalServer {
    /// The code of the error that a body ends with, which receives the address of a server; nil when it returns.
    fileprivate static func code(_ reply: Reply = .silence, _ body: (String) async throws -> Void) async -> OutboundError.Code? {
        do {
            try await with(reply) { try await body($0.url()) }
            return nil
        } catch { return (error as? OutboundError)?.code }
    }
}
