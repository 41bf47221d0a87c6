import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import OAuth

extension Response {
    static func json(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response { .json(value.serialized, status: status) }

    static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// A document that may be kept for some minutes, and read by anybody.
    static func document(_ value: JSONValue) -> Response {
        var response = Response.json(value)
        response.headers[.cacheControl] = "public, max-age=300"
        return response
    }

    /// What the edge refuses, as JSON with one code.
    static func plain(_ status: Int, _ code: String) -> Response { .json("{\"error\":\"\(code)\"}", status: .init(code: status)) }

    /// Also a missing page is JSON: clients parse every body that discovery gives them.
    static var notFound: Response { .plain(404, "not_found") }

    /// RFC 6749 section 5.2.
    /// - Parameter usesBasic: whether the client tried HTTP Basic, and is told how to do it right.
    static func oauth(_ error: OAuthError, usesBasic: Bool = false) -> Response {
        var response = Response.json(error.document, status: .init(code: error.status))
        if error.code == .invalidClient, usesBasic { response.headers[.wwwAuthenticate] = "Basic realm=\"OAuth2\"" }
        if error.code == .invalidToken || error.code == .insufficientScope {
            response.headers[.wwwAuthenticate] = "Bearer realm=\"/.well-known/oauth-protected-resource\", error=\"\(error.code.rawValue)\""
        }
        return response
    }

    /// Too many tries; what fills `Retry-After` is added where it is known.
    static var throttled: Response {
        .json(OAuthError(.temporarilyUnavailable, "too many tries: wait and try again").document, status: .tooManyRequests)
    }

    /// Goes on with GET elsewhere, whatever the method was (RFC 9700 section 4.12), and tells nobody from where.
    static func seeOther(_ location: String) -> Response {
        Response(status: .seeOther, headers: [.location: location, .referrerPolicy: "no-referrer", .cacheControl: "no-store"])
    }

    static func seeOther(_ place: OwnPath) -> Response { .seeOther(place.text) }
}
