public import HTTPTypes

/// An HTTP response of the server.
public struct MCPHTTPResponse: Sendable {
    /// The body of a response.
    public enum Body: Sendable {
        case none
        case bytes([UInt8])
        case events(EventStream)
    }

    /// Status and header fields, without the body's length.
    public var head: HTTPResponse
    /// The body of the response.
    public var body: Body

    /// Creates a response for the embedding code.
    public init(head: HTTPResponse, body: Body) {
        self.head = head
        self.body = body
    }

    /// 202 without a body: the message was accepted and needs no response.
    static let accepted = MCPHTTPResponse(head: HTTPResponse(status: .accepted), body: .none)

    /// A response with a JSON body.
    static func json(_ bytes: [UInt8], status: Int = 200, challenge: String? = nil, allow: String? = nil) -> MCPHTTPResponse {
        var head = jsonHead
        if status != 200 { head.status = HTTPResponse.Status(code: status) }
        if let challenge { head.headerFields[.wwwAuthenticate] = challenge }
        if let allow { head.headerFields[.allow] = allow }
        return MCPHTTPResponse(head: head, body: .bytes(bytes))
    }

    /// A response that is an open event stream.
    static func events(_ stream: EventStream) -> MCPHTTPResponse { MCPHTTPResponse(head: eventHead, body: .events(stream)) }

    /// A response that is an event stream of one message.
    static func event(_ message: [UInt8]) -> MCPHTTPResponse {
        MCPHTTPResponse(head: eventHead, body: .bytes(EventFrame.message(message)))
    }

    /// An event stream without events, for a call that the client cancelled.
    static let noEvents = MCPHTTPResponse(head: eventHead, body: .none)

    private static let jsonHead = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
    private static let eventHead: HTTPResponse = {
        var fields: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-cache, no-transform"]
        if let buffering = HTTPField.Name("X-Accel-Buffering") { fields[buffering] = "no" }
        return HTTPResponse(status: .ok, headerFields: fields)
    }()
}
