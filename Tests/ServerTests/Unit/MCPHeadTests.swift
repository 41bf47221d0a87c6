import HTTPTypes
import NIOHTTP1
import NIOHTTPTypesHTTP1
import Testing

@testable import Server

@Suite("The head of a request on an MCP endpoint")
struct MCPHeadTests {
    private static let heads: [HTTPHeaders] = [
        [:], ["Host": "localhost:1"],
        ["host": "a", "ACCEPT": "application/json", "accept": "text/event-stream", "Content-type": "application/json", "content-length": "12"],
        ["HOST": "a", "Authorization": "Bearer x", "authorization": "Bearer y", "Cookie": "a=b; c=d", "cookie": "e=f"],
        ["Host": "a", "User-Agent": "x/1 (é)", "Accept-Encoding": "gzip, br", "Connection": "keep-alive", "MCP-protocol-version": "2025-11-25"],
        ["Host": "a", "Mcp-Method": "tools/call", "Mcp-Name": "crud", "Mcp-Param-Region": "eu", "Mcp-Session-Id": "1", "Last-Event-ID": "2"],
        [
            "Host": "a", "Host": "b", "Origin": "http://a", "origin": "http://b", "X-Role": "r", "x-role": "s", "X-MCP-Packages": "a,b",
            "traceparent": "1",
        ],
        ["Host": "a", "X-Empty": "", "X-Blank": "  x  ", "X-Long": String(repeating: "x", count: 5_000), "Content-Encoding": "gzip"],
    ]

    @Test(
        "it is the one that the codec of the HTTP server makes", arguments: 0..<8,
        [HTTPMethod.POST, .GET, .DELETE, .OPTIONS, .HEAD, .RAW(value: "QUERY")])
    func sameRequest(index: Int, method: HTTPMethod) throws {
        let head = HTTPRequestHead(version: .http1_1, method: method, uri: "/api/mcp?packages=a", headers: Self.heads[index])
        let ours = try #require(MCPHead(head, target: head.uri))
        let theirs = try HTTPRequest(head, secure: false, splitCookie: false)
        #expect(ours.request == theirs)
        #expect(ours.request.headerFields.map(\.value) == theirs.headerFields.map(\.value), "in the order in which they were sent")
    }

    @Test("what decides is found in whatever case it is written, and as often as it is there")
    func deciding() throws {
        let fields: HTTPHeaders = [
            "HOST": "a", "oRIGIN": "http://a", "Origin": "http://b", "AUTHORIZATION": "x", "Authorization": "y", "X-ROLE": "r", "x-Mcp-packages": "a",
            "X-MCP-PACKAGES": "b", "TraceParent": "t", "CONTENT-LENGTH": "12", "Content-ENCODING": "gzip",
        ]
        let head = try #require(MCPHead(HTTPRequestHead(version: .http1_1, method: .POST, uri: "/mcp", headers: fields), target: "/mcp"))
        #expect(head.origins == ["http://a", "http://b"] && head.authorization == ["x", "y"] && head.role == "r" && head.packages == ["a", "b"])
        #expect(head.traceparent == "t" && head.declaredLength == 12 && head.encoding == "gzip")
        let twice: HTTPHeaders = ["traceparent": "t", "TraceParent": "t", "X-Role": "r", "x-role": "s"]
        let other = try #require(MCPHead(HTTPRequestHead(version: .http1_1, method: .POST, uri: "/mcp", headers: twice), target: "/mcp"))
        #expect(other.traceparent == nil && other.role == "r, s" && other.origins.isEmpty && other.authorization.isEmpty)
    }

    @Test("a method that is no token is none")
    func noMethod() {
        #expect(MCPHead(HTTPRequestHead(version: .http1_1, method: .RAW(value: "A B"), uri: "/mcp"), target: "/mcp") == nil)
    }
}
