import HTTPTypes
import OAuth
import SQL
import Tools

/// One HTTP request together with what is known and decided about it until its response.
struct RequestContext: Sendable {
    let request: RequestHead
    let target: Target
    let incoming: IncomingBody
    let connection: HTTPConnection
    let edge: Edge
    /// Ends the work of a call down to the database.
    let cancellation = Cancellation()
    var entry: RequestLog.Entry

    var head: HTTPRequest { request.request }
    var method: HTTPRequest.Method { request.request.method }
    var isHead: Bool { method == .head }

    /// What follows the prefix of a route that has one; empty for the others.
    var rest: Substring { target.found?.rest ?? "" }

    /// The workspace that the path names (`/api/__app/NAME/…`), or else ``chosenWorkspace``; nil for the main one.
    var workspace: String? { target.found?.workspace ?? chosenWorkspace }

    /// The workspace that a header or the query names, on routes that take it from there.
    var chosenWorkspace: String?

    /// The client's address, as trusted proxies have it.
    var address: String { entry.peer }

    /// Scheme, host and port of the server as this client knows it.
    var origin: String { target.origin }

    /// The URL of the question server's endpoint, as this client would know it; nil where there is none.
    var questions: String? { edge.addresses?.audience(from: origin) }

    /// Of the server's own pages, see ``PublicOrigin/own(host:)``.
    var ownOrigins: [String] { edge.origins.own(host: target.host) }

    /// The text after the first `?`; empty without one.
    var query: Substring { target.text.drop { $0 != "?" }.dropFirst() }

    var cookies: Cookies { Cookies(head) }

    var provenance: Provenance { Provenance(head, own: ownOrigins) }

    /// What the request shows of who sends it.
    var credential: Credential {
        request.authorization.isEmpty ? Credential(head, origin: origin, own: ownOrigins) : Credential(authorization: request.authorization)
    }

    /// Whether the browser shows the response in a window of its own, as its fields say (W3C Fetch Metadata): not in a frame, not to a script, and
    /// not ahead of time for a page that the person may never open.
    var isNavigation: Bool {
        head.headerFields[values: .secFetchMode].allSatisfy { $0 == "navigate" }
            && head.headerFields[values: .secFetchDest].allSatisfy { $0 == "document" }
            && (head.headerFields[values: .secPurpose] + head.headerFields[values: .purpose]).allSatisfy {
                !$0.contains("prefetch") && !$0.contains("prerender")
            }
    }

    /// Whether the response is to be a page: browsers name HTML first.
    var wantsPage: Bool { head.headerFields[.accept]?.hasPrefix("text/html") ?? false }

    /// What the work runs on: the connection's own event loop where the route is brief and no large body is read (I17), so that such a request never
    /// changes threads; nil for the pool of all tasks.
    var executor: (any TaskExecutor)? {
        let isSmall = !request.isChunked && (request.declaredLength ?? 0) <= Self.smallBody
        return isSmall && target.found?.route.isBrief ?? true ? connection.executor : nil
    }

    /// What is read of a body within a fraction of a millisecond. Unit: bytes.
    private static let smallBody = 65_536

    /// The whole body.
    func body() async throws(BodyError) -> [UInt8] { try await incoming.whole() }

    /// The fields of the query.
    func parameters() throws -> Parameters { try Parameters(query: query) }

    /// The fields of a body in form or JSON.
    func bodyParameters(repeatable: Set<String> = ["resource"]) async throws -> Parameters {
        let body = try await body()
        return try Parameters(contentType: head.headerFields[.contentType], body: body, repeatable: repeatable)
    }
}
