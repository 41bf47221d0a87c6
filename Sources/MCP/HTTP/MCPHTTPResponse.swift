public import HTTPTypes

/// The server's response over HTTP.
public struct MCPHTTPResponse: Sendable {
    /// What follows the head.
    public enum Body: Sendable {
        case none
        case bytes([UInt8])
        case events(EventStream)
    }

    /// Status and header fields, without the body's length.
    public var head: HTTPResponse
    /// What follows the head.
    public var body: Body

    /// A response made elsewhere.
    public init(head: HTTPResponse, body: Body) {
        self.head = head
        self.body = body
    }

    /// 202 without a body: the message was taken and has no answer.
    static let accepted = MCPHTTPResponse(head: HTTPResponse(status: .accepted), body: .none)

    /// A JSON body.
    static func json(_ bytes: [UInt8], status: Int = 200, challenge: String? = nil, allow: String? = nil) -> MCPHTTPResponse {
        var head = jsonHead
        if status != 200 { head.status = HTTPResponse.Status(code: status) }
        if let challenge { head.headerFields[.wwwAuthenticate] = challenge }
        if let allow { head.headerFields[.allow] = allow }
        return MCPHTTPResponse(head: head, body: .bytes(bytes))
    }

    /// An event stream that goes on.
    static func events(_ stream: EventStream) -> MCPHTTPResponse { MCPHTTPResponse(head: eventHead, body: .events(stream)) }

    /// An event stream of one message.
    static func event(_ message: [UInt8]) -> MCPHTTPResponse {
        MCPHTTPResponse(head: eventHead, body: .bytes(EventFrame.message(message)))
    }

    /// An event stream that ends without an event: the client has cancelled what it asked for.
    static let noEvents = MCPHTTPResponse(head: eventHead, body: .none)

    private static let jsonHead = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
    private static let eventHead: HTTPResponse = {
        var fields: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-cache, no-transform"]
        if let buffering = HTTPField.Name("X-Accel-Buffering") { fields[buffering] = "no" }
        return HTTPResponse(status: .ok, headerFields: fields)
    }()
}
