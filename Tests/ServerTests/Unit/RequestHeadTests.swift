import HTTPTypes
import NIOHTTP1
import Testing

@testable import Server

@Suite("The head of a request")
struct RequestHeadTests {
    private static func head(
        _ fields: HTTPHeaders, _ method: HTTPMethod = .POST, _ target: String = "/api/mcp?packages=a", version: HTTPVersion = .http1_1
    ) throws(HeadRefusal) -> RequestHead { try RequestHead(HTTPRequestHead(version: version, method: method, uri: target, headers: fields)) }

    private static let heads: [HTTPHeaders] = [
        ["Host": "localhost:1"],
        ["host": "a", "ACCEPT": "application/json", "accept": "text/event-stream", "Content-type": "application/json", "content-length": "12"],
        ["HOST": "a", "Authorization": "Bearer x", "authorization": "Bearer y", "Cookie": "a=b; c=d", "cookie": "e=f"],
        ["Host": "a", "User-Agent": "x/1 (é)", "Accept-Encoding": "gzip, br", "Connection": "keep-alive", "MCP-protocol-version": "2025-11-25"],
        ["Host": "a", "Mcp-Method": "tools/call", "Mcp-Name": "crud", "Mcp-Param-Region": "eu", "Mcp-Session-Id": "1", "Last-Event-ID": "2"],
        ["Host": "a", "Origin": "http://a", "origin": "http://b", "X-Role": "r", "x-role": "s", "X-MCP-Packages": "a,b", "traceparent": "1"],
        ["Host": "a", "X-Empty": "", "X-Blank": "  x  ", "X-Long": String(repeating: "x", count: 5_000), "Content-Encoding": "gzip"],
    ]

    @Test("holds every field once and in order, and the host beside them", arguments: 0..<7, [HTTPMethod.POST, .GET, .DELETE, .OPTIONS, .HEAD])
    func fields(index: Int, method: HTTPMethod) throws {
        let sent = Self.heads[index]
        let request = try Self.head(sent, method).request
        #expect(request.method.rawValue == method.rawValue && request.path == "/api/mcp?packages=a" && request.authority == sent["host"].first)
        let others = sent.filter { $0.name.lowercased() != "host" }
        #expect(request.headerFields.map(\.name.canonicalName) == others.map { $0.name.lowercased() })
        #expect(request.headerFields.map(\.value) == others.map { $0.value == "  x  " ? "x" : $0.value }, "without blanks at both ends")
    }

    @Test("finds the relevant fields in any case, and as often as they occur")
    func deciding() throws {
        let head = try Self.head([
            "HOST": "a", "oRIGIN": "http://a", "Origin": "http://b", "AUTHORIZATION": "x", "Authorization": "y", "X-ROLE": "r", "x-Mcp-packages": "a",
            "X-MCP-PACKAGES": "b", "TraceParent": "t", "CONTENT-LENGTH": "12", "Content-ENCODING": "gzip", "CONNECTION": "TE, Close",
            "eXPECT": "100-Continue",
        ])
        #expect(head.origins == ["http://a", "http://b"] && head.authorization == ["x", "y"] && head.role == "r" && head.packages == ["a", "b"])
        #expect(head.traceparent == "t" && head.declaredLength == 12 && head.encoding == "gzip" && !head.isChunked && !head.isOld)
        #expect(head.endsConnection && head.waitsForContinue)
        let other = try Self.head([
            "Host": "a", "traceparent": "t", "TraceParent": "t", "X-Role": "r", "x-role": "s", "Transfer-Encoding": " Chunked ",
        ])
        #expect(other.traceparent == nil && other.role == "r, s" && other.origins.isEmpty && other.authorization.isEmpty)
        #expect(other.isChunked && other.declaredLength == nil && !other.endsConnection && !other.waitsForContinue)
    }

    @Test("of HTTP/1.0 ends its connection unless it asks to keep it, and may name no host")
    func old() throws {
        let old = HTTPVersion(major: 1, minor: 0)
        #expect(try Self.head([:], version: old).endsConnection)
        #expect(try !Self.head(["Connection": "Keep-Alive"], version: old).endsConnection)
        #expect(try Self.head(["Expect": "100-continue"], version: old).waitsForContinue == false)
        #expect(throws: HeadRefusal.self) { try Self.head(["Host": "a", "Transfer-Encoding": "chunked"], version: old) }
    }

    @Test("brings an absolute target of its own host to the usual form, and no other")
    func target() throws {
        for (target, path) in [("http://A/x?y", "/x?y"), ("HTTPS://a", "/"), ("http://a?y", "/?y"), ("*", "*"), ("/a://b", "/a://b")] {
            #expect(try Self.head(["Host": "a"], .GET, target).request.path == path)
        }
        for target in ["http://b/x", "http://a@b/", "ws://a/x", "/" + String(repeating: "a", count: RequestHead.maximumTarget)] {
            #expect(throws: HeadRefusal.self) { try Self.head(["Host": "a"], .GET, target) }
        }
    }

    @Test("an invalid or ambiguous head is refused")
    func refused() {
        for fields: HTTPHeaders in [
            [:], ["Host": "a", "host": "a"], ["Host": "a", "Content-Type": "a", "content-type": "b"], ["Host": "a", "Transfer-Encoding": "gzip"],
            ["Host": "a", "Transfer-Encoding": "chunked", "transfer-encoding": "chunked"], ["Host": "a", "Expect": "tea"],
        ] {
            #expect(throws: HeadRefusal.self) { try Self.head(fields) }
        }
        #expect(throws: HeadRefusal.self) { try Self.head(["Host": "a"], .RAW(value: "A B")) }
    }
}
