import HTTPTypes
import JSON
import MCP
import OAuth

/// The response of a route: a head, and an empty body, bytes or events. Fields that every response has are added when it is written.
typealias Response = MCPHTTPResponse

extension MCPHTTPResponse {
    init(status: HTTPResponse.Status, headers: HTTPFields = [:], body: [UInt8]? = nil) {
        self.init(head: HTTPResponse(status: status, headerFields: headers), body: body.map { .bytes($0) } ?? .none)
    }

    var status: HTTPResponse.Status { head.status }

    var headers: HTTPFields {
        get { head.headerFields }
        set { head.headerFields = newValue }
    }

    static func json(_ text: String, status: HTTPResponse.Status = .ok) -> Response { .json(Array(text.utf8), status: status) }

    static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response { .json(value.serialized, status: status) }

    static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: [.contentType: "application/json"], body: bytes)
    }

    /// A document that anybody may read and that may be cached for some minutes.
    static func document(_ value: JSONValue) -> Response {
        var response = Response.json(value)
        response.headers[.cacheControl] = "public, max-age=300"
        return response
    }

    /// A refusal in JSON with one code.
    static func plain(_ status: Int, _ code: String) -> Response { .json("{\"error\":\"\(code)\"}", status: .init(code: status)) }

    /// 404 in JSON for pages too, because clients parse every response to discovery.
    static var notFound: Response { .plain(404, "not_found") }

    /// An OAuth error (RFC 6749 section 5.2).
    /// - Parameter usesBasic: whether the client used HTTP Basic and so gets a challenge for it.
    static func oauth(_ error: OAuthError, usesBasic: Bool = false) -> Response {
        var response = Response.json(error.document, status: .init(code: error.status))
        if error.code == .invalidClient, usesBasic { response.headers[.wwwAuthenticate] = "Basic realm=\"OAuth2\"" }
        if error.code == .invalidToken || error.code == .insufficientScope {
            response.headers[.wwwAuthenticate] = "Bearer realm=\"/.well-known/oauth-protected-resource\", error=\"\(error.code.rawValue)\""
        }
        return response
    }

    /// Redirects to another address with GET, whatever the method was (RFC 9700 section 4.12), without a referrer.
    static func seeOther(_ location: String) -> Response {
        Response(status: .seeOther, headers: [.location: location, .referrerPolicy: "no-referrer", .cacheControl: "no-store"])
    }

    static func seeOther(_ path: ServerPath) -> Response { .seeOther(path.text) }
}
