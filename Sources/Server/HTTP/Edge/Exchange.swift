import HTTPTypes
import Hummingbird
import NIOCore
import OAuth

/// One request on its way to an answer, beside the MCP endpoint.
struct Exchange {
    let request: Request
    /// What follows the prefix of a route that has one; empty for the others.
    var rest: Substring = ""
    /// The workspace that the path names (`/api/__app/NAME/…`); nil for the main one.
    var workspace: String?
    /// The client's address, as trusted proxies have it.
    let address: String
    /// Scheme, host and port of the server as this client knows it.
    let origin: String
    /// The URL of the question server's endpoint, as this client would know it; nil where there is none.
    var questions: String?
    /// Of the server's own pages, see ``PublicOrigin/own(host:)``.
    let ownOrigins: [String]
    /// Unit: bytes.
    let maximumBody: Int
    let bodies: BodyBudget
    let channel: any Channel
    let connections: Connections
    var entry: RequestLog.Entry

    var head: HTTPRequest { request.head }
    var method: HTTPRequest.Method { request.method }

    /// The request target without its query, as it was sent.
    var path: Substring { (head.path ?? "/").prefix { $0 != "?" } }

    /// What stands behind the first `?`; empty without one.
    var query: Substring { (head.path ?? "").drop { $0 != "?" }.dropFirst() }

    var cookies: Cookies { Cookies(head) }

    var provenance: Provenance { Provenance(head, own: ownOrigins) }

    /// Whether the browser shows the response in a window of its own, as far as it says so (W3C Fetch Metadata): not in a frame, not to a script, and not
    /// ahead of time for a page that the person may never open.
    var isNavigation: Bool {
        head.headerFields[values: .secFetchMode].allSatisfy { $0 == "navigate" }
            && head.headerFields[values: .secFetchDest].allSatisfy { $0 == "document" }
            && (head.headerFields[values: .secPurpose] + head.headerFields[values: .purpose]).allSatisfy {
                !$0.contains("prefetch") && !$0.contains("prerender")
            }
    }

    /// Whether the answer is to be a page: browsers name HTML first.
    var wantsPage: Bool { Self.wantsPage(head) }

    static func wantsPage(_ head: HTTPRequest) -> Bool { head.headerFields[.accept]?.hasPrefix("text/html") ?? false }

    /// The whole body.
    /// - Throws: ``BodyError``.
    func body() async throws -> [UInt8] {
        if let declared = head.headerFields[.contentLength].flatMap({ Int($0) }), declared > maximumBody { throw BodyError.tooLarge }
        if let encoding = head.headerFields[.contentEncoding], encoding.lowercased() != "identity" { throw BodyError.packed }
        let share = bodies.share(of: address)
        var body: [UInt8] = []
        for try await part in request.body {
            let count = body.count + part.readableBytes
            guard count <= maximumBody else { throw BodyError.tooLarge }
            guard share.holds(count) else { throw BodyError.noRoom }
            body.append(contentsOf: part.readableBytesView)
        }
        return body
    }

    /// The fields of the query.
    func parameters() throws -> Parameters { try Parameters(query: query) }

    /// The fields of a body in form or JSON.
    func bodyParameters(repeatable: Set<String> = ["resource"]) async throws -> Parameters {
        let body = try await body()
        return try Parameters(contentType: head.headerFields[.contentType], body: body, repeatable: repeatable)
    }
}

/// Why a body is not read.
enum BodyError: Error {
    case tooLarge, packed
    /// Too many large ones are coming in.
    case noRoom
}
