import HTTPTypes
import OAuth
import SQL
import Tools

/// One HTTP request with everything that is known about it until its response.
struct RequestContext: Sendable {
    let request: RequestHead
    let target: Target
    let incoming: IncomingBody
    let connection: HTTPConnection
    let edge: Edge
    /// Cancels the work of a call, including its database query.
    let cancellation = Cancellation()
    var entry: RequestLog.Entry

    var head: HTTPRequest { request.request }
    var method: HTTPRequest.Method { request.request.method }
    var isHead: Bool { method == .head }

    /// The path after the route's prefix. Empty for a route without a prefix.
    var rest: Substring { target.found?.rest ?? "" }

    /// The workspace in the path (`/api/__app/NAME/…`), otherwise ``chosenWorkspace``. Nil for the main workspace.
    var workspace: String? { target.found?.workspace ?? chosenWorkspace }

    /// The workspace that a header or the query names, on routes that support this.
    var chosenWorkspace: String?

    /// The client's address according to the trusted proxies.
    var address: String { entry.peer }

    /// Scheme, host and port of the server as this client knows it.
    var origin: String { target.origin }

    /// The URL of the question server's endpoint from this client's point of view. Nil without a question server.
    var questions: String? { edge.addresses?.audience(from: origin) }

    /// The origins of the server's own pages, see ``PublicOrigin/own(host:)``.
    var ownOrigins: [String] { edge.origins.own(host: target.host) }

    /// The text after the first `?`. Empty without one.
    var query: Substring { target.text.drop { $0 != "?" }.dropFirst() }

    var cookies: Cookies { Cookies(head) }

    var provenance: Provenance { Provenance(head, own: ownOrigins) }

    /// The credential of the request.
    var credential: Credential {
        request.authorization.isEmpty ? Credential(head, origin: origin, own: ownOrigins) : Credential(authorization: request.authorization)
    }

    /// Whether the browser shows the response in its own window, according to the request's fields (W3C Fetch Metadata): not in a frame,
    /// not for a script, and not in advance for a page that the person may never open.
    var isNavigation: Bool {
        head.headerFields[values: .secFetchMode].allSatisfy { $0 == "navigate" }
            && head.headerFields[values: .secFetchDest].allSatisfy { $0 == "document" }
            && (head.headerFields[values: .secPurpose] + head.headerFields[values: .purpose]).allSatisfy {
                !$0.contains("prefetch") && !$0.contains("prerender")
            }
    }

    /// Whether the response should be a page. Browsers list HTML first.
    var wantsPage: Bool { head.headerFields[.accept]?.hasPrefix("text/html") ?? false }

    /// The executor of the work. If the route is brief and has no large body, it is the connection's own event loop, so that the request
    /// never changes threads (I17). Nil for the global pool.
    var executor: (any TaskExecutor)? {
        let isSmall = !request.isChunked && (request.declaredLength ?? 0) <= Self.smallBody
        return isSmall && target.found?.route.isBrief ?? true ? connection.executor : nil
    }

    /// Largest body that is parsed within a fraction of a millisecond. Unit: bytes.
    private static let smallBody = 65_536

    /// Waits for the complete body.
    func body() async throws(BodyError) -> [UInt8] { try await incoming.whole() }

    /// The fields of the query.
    func parameters() throws -> Parameters { try Parameters(query: query) }

    /// The fields of a form body or a JSON body.
    func bodyParameters(repeatable: Set<String> = ["resource"]) async throws -> Parameters {
        let body = try await body()
        return try Parameters(contentType: head.headerFields[.contentType], body: body, repeatable: repeatable)
    }
}
