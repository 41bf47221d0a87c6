import Outbound
import Synchronization
import Testing

@Suite("Answers from outside")
struct AnswerTests {
    private func client(_ deadline: Duration = .seconds(60)) -> OutboundClient {
        OutboundClient(permits: HostPermit(hosts: ["127.0.0.1"]), deadline: deadline)
    }

    private func code(_ reply: LocalServer.Reply, deadline: Duration = .seconds(60)) async throws -> OutboundError.Code? {
        try await LocalServer.with(reply) { await refusal(client(deadline), $0.url()) }
    }

    @Test("A35 A body of 10 MB is refused by its head, and one without a length when it passes 64 KB")
    func large() async throws {
        #expect(try await code(.flood(head: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10485760\r\n\r\n")) == .tooLarge)
        #expect(try await code(.flood(head: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")) == .tooLarge)
        #expect(try await code(LocalServer.json(String(repeating: "1", count: 65_537))) == .tooLarge)
        #expect(try await code(LocalServer.json(String(repeating: "1", count: 65_536))) == nil)
    }

    @Test("The response to a post arrives in pieces within its limits; an error response has its status and the time to wait")
    func posts() async throws {
        func post(_ reply: LocalServer.Reply, maximum: Int = 100, deadline: Duration = .seconds(60)) async throws -> Result<[UInt8], OutboundError> {
            try await LocalServer.with(reply) { server in
                let pieces = Mutex<[UInt8]>([])
                let post = OutboundPost(
                    url: server.url("/v1"), headers: [("X-Key", "k")], body: Array("{}".utf8), deadline: deadline, silence: deadline,
                    maximumBody: maximum)
                do throws(OutboundError) {
                    try await client().post(post) { _, bytes throws(OutboundError) in
                        pieces.withLock { $0 += bytes }
                        return true
                    }
                } catch {
                    return .failure(error)
                }
                #expect(server.requests.allSatisfy { $0.hasPrefix("POST /v1 ") && $0.contains("X-Key: k") })
                return .success(pieces.withLock { $0 })
            }
        }
        func error(_ result: Result<[UInt8], OutboundError>) -> OutboundError? { if case .failure(let error) = result { error } else { nil } }
        #expect(try await post(LocalServer.json("data: 1", type: "text/event-stream")) == .success(Array("data: 1".utf8)))
        #expect(try await error(post(LocalServer.json(String(repeating: "1", count: 101))))?.code == .tooLarge)
        #expect(try await error(post(.flood(head: "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")))?.code == .tooLarge)
        #expect(try await error(post(.silence, deadline: .milliseconds(300)))?.code == .tooSlow)
        let busy = try await error(post(LocalServer.json("{}", status: "429 Too Many Requests", more: "Retry-After: 7\r\n")))
        #expect(busy?.status == 429 && busy?.pause == .seconds(7))
    }

    @Test("A35 A packed body is refused, not unpacked", arguments: ["gzip", "deflate", "br", "identity, gzip", "x-gzip"])
    func packed(encoding: String) async throws {
        #expect(try await code(LocalServer.json("{}", more: "Content-Encoding: \(encoding)\r\n")) == .badAnswer)
    }

    @Test("A35 One byte at a time, and silence, end with the deadline, which is five seconds")
    func slow() async throws {
        #expect(OutboundClient().deadline == .seconds(5))
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n"
        #expect(try await code(.drip(head: head), deadline: .milliseconds(300)) == .tooSlow)
        #expect(try await code(.drip(head: "HTTP/1.1 200 OK\r\nX: "), deadline: .milliseconds(300)) == .tooSlow)
        #expect(try await code(.silence, deadline: .milliseconds(300)) == .tooSlow)
    }

    @Test("A35 A lookup that hangs ends with the deadline too")
    func slowLookup() async {
        struct Hanging: AddressResolver {
            func addresses(of host: String) async throws(OutboundError) -> [IPAddress] {
                // Cancellation is its end.
                try? await Task.sleep(for: .seconds(600))
                throw OutboundError(.unreachable, "cancelled")
            }
        }
        #expect(await refusal(OutboundClient(resolver: Hanging(), deadline: .milliseconds(200)), "https://client.example/c") == .tooSlow)
    }

    @Test("Only a 200 with JSON is an answer")
    func kinds() async throws {
        for status in ["201 Created", "204 No Content", "304 Not Modified", "401 Unauthorized", "404 Not Found", "500 Internal Server Error"] {
            #expect(try await code(LocalServer.json("{}", status: status)) == .badAnswer, "\(status)")
        }
        for type in ["text/html", "text/plain", "application/octet-stream", "application/jsonp", "text/json+x", ""] {
            #expect(try await code(LocalServer.json("{}", type: type)) == .badAnswer, "\(type)")
        }
        for type in ["application/json", "application/json; charset=utf-8", "APPLICATION/JSON", "application/oauth-client+json"] {
            #expect(try await code(LocalServer.json("{}", type: type)) == nil, "\(type)")
        }
        #expect(try await code(.bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")) == .badAnswer)
        #expect(try await code(.bytes("this is not HTTP\r\n\r\n")) == .unreachable)
    }

    @Test("Nothing of ours goes out: no cookie, no credential, no wish for packing")
    func request() async throws {
        try await LocalServer.with(LocalServer.json("{}", more: "Set-Cookie: a=b\r\n")) { server in
            let client = client()
            _ = try await client.get(server.url("/c?x=%20y"))
            _ = try await client.get(server.url("/c?x=%20y"))
            #expect(server.requests.count == 2)
            for head in server.requests.map({ $0.lowercased() }) {
                #expect(head.hasPrefix("get /c?x=%20y http/1.1\r\n"))
                #expect(head.contains("accept: application/json\r\n") && head.contains("accept-encoding: identity\r\n"))
                for name in ["cookie", "authorization", "referer", "x-forwarded-for", "origin"] { #expect(!head.contains("\(name):"), "\(name)") }
            }
        }
    }

    @Test("How long an answer stays is read from its head")
    func freshness() async throws {
        let cases: [(String, Duration?)] = [
            ("", nil), ("Cache-Control: max-age=600\r\n", .seconds(600)), ("Cache-Control: public, MAX-AGE=600\r\nAge: 100\r\n", .seconds(500)),
            ("Cache-Control: no-store, max-age=600\r\n", .zero), ("Cache-Control: no-cache\r\n", .zero), ("Cache-Control: max-age=-5\r\n", .zero),
            ("Cache-Control: max-age=abc\r\n", .zero), ("Cache-Control: max-age=99999999999\r\n", .seconds(31_536_000)),
            ("Cache-Control: private\r\n", nil),
        ]
        for (head, expected) in cases {
            try await LocalServer.with(LocalServer.json("{}", more: head)) { server in
                let answer = try await client().get(server.url())
                #expect(answer.freshness == expected, "\(head)")
            }
        }
    }

    @Test("A host without a server is unreachable")
    func nobody() async throws {
        let port = try await LocalServer.with(.silence) { $0.port }
        #expect(await refusal(client(), "http://127.0.0.1:\(port)/c") == .unreachable)
        #expect(await refusal(OutboundClient(resolver: ScriptedResolver()), "https://client.example/c") == .unreachable)
    }
}
