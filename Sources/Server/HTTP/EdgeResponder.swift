import HTTPTypes
import Hummingbird
import NIOCore

/// The outermost layer of all that is not MCP: finds the endpoint, lets it answer, adds the fields that every answer has, counts and logs.
struct EdgeResponder: HTTPResponder {
    let wellKnown: WellKnown
    let readiness: Readiness
    let proxies: TrustedProxies
    let metrics: Metrics
    let log: RequestLog

    func respond(to request: Request, context: EdgeContext) async throws -> Response {
        let peer = proxies.client(of: request.head, peer: context.peer)
        var entry = RequestLog.Entry(start: .now, id: RequestLog.newID(), peer: peer, method: request.method.rawValue)
        let path = (request.head.path ?? "/").prefix { $0 != "?" }
        let endpoint = Endpoint(path: path)
        entry.route = endpoint.name
        var response: Response
        switch endpoint {
        case .live: response = .json(#"{"status":"live"}"#)
        case .ready: response = ready()
        case .metrics:
            response = Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4"], body: .init(byteBuffer: ByteBuffer(string: metrics.exposition())))
        case .wellKnown: response = wellKnown.respond(to: request)
        // What is MCP's does not come so far.
        case .none, .mcp: response = .notFound
        }
        EdgeFields.complete(&response.headers)
        // RFC 9110 section 9.3.2: a body would be read as the start of the next answer.
        if request.method == .head { response = response.createHeadResponse() }
        entry.status = response.status.code
        metrics.request(status: entry.status)
        log.write(entry)
        return response
    }

    private func ready() -> Response {
        guard let reason = readiness.notReady else { return .json(#"{"status":"ready"}"#) }
        return .json("{\"reason\":\"\(reason)\"}", status: .serviceUnavailable)
    }
}

extension Response {
    static func json(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    /// Also a missing page is JSON: clients parse every body that discovery gives them.
    static var notFound: Response { .json(#"{"error":"not_found"}"#, status: .notFound) }
}
