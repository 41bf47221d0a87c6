import Access
import HTTPTypes
import Identity
import JSON
import MCP
import Tools

/// Casdoor's management interface. Each route is one call of one tool, authorized, checked and logged like any other call.
struct CasdoorREST: Sendable {
    let dispatcher: Dispatcher
    let callers: RESTCallers

    var routes: [(path: String, route: Route)] {
        CasdoorRoute.all.map { twin in
            let handler: Route.Handler = { try await answer(twin, &$0) }
            return (
                twin.fullPath,
                Route(
                    "casdoor", .namedOrigins, get: twin.method == .get ? handler : nil,
                    post: twin.method == .post ? handler : nil)
            )
        }
    }

    /// Handles one request. A refused credential gets its own HTTP status. A failed operation gets 200 with `status` `error`, as clients
    /// expect.
    private func answer(_ twin: CasdoorRoute, _ context: inout RequestContext) async throws -> Response {
        var principal: RequestPrincipal?
        do {
            let made = try await callers.principal(&context)
            principal = made
            guard let tool = twin.tool else { throw Refusal(.forbidden, twin.reason) }
            let fields = try CasdoorFields(context.query)
            let body = twin.method == .post ? try await context.body() : []
            let arguments = try twin.arguments(fields, body: body, caller: made.caller, properties: dispatcher.toolbox.properties(of: tool))
            let outcome = try await dispatcher.call(
                tool, arguments: arguments, for: made, CallContext(), lists: twin.answer == .count ? .page : .whole)
            return .envelope(try twin.envelope(outcome, fields))
        } catch let error as Throttled {
            context.entry.error = "throttled"
            return .envelope(error)
        } catch {
            guard let refusal = Refusal(error) else { throw error }
            // Casdoor responds to a read of a missing object with null data.
            if twin.answer == .object, principal != nil, refusal.code == .notFound { return .envelope(.success(.null)) }
            let isUnknownPlace = principal == nil && refusal.code == .notFound
            return callers.refuse(refusal, &context, principal) { status in
                .envelope(.failure(refusal.reason), status: isUnknownPlace ? .notFound : Self.status(status, refusal.code))
            }
        }
    }

    private static func status(_ usual: HTTPResponse.Status, _ code: Refusal.Code) -> HTTPResponse.Status {
        switch code {
        // Casdoor reports these only in the envelope.
        case .unknownTool, .notFound, .invalidArgument, .conflict, .limited, .sourceFailed: .ok
        case .unauthorized, .insufficientScope, .forbidden, .demo, .declined, .workspaceStopped: usual
        }
    }
}

/// The JSON object around every response of Casdoor's REST interface. Clients read `status`.
struct Envelope: Hashable, Sendable {
    let isSuccess: Bool
    let message: String
    var data: JSONFragment?
    var data2: JSONFragment?

    static func success(_ data: JSONValue?) -> Envelope { Envelope(isSuccess: true, message: "", data: data.map { JSONFragment($0) }) }
    static func failure(_ message: String) -> Envelope { Envelope(isSuccess: false, message: message) }

    var bytes: [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256 + (data?.bytes.count ?? 0))
        writer.object { writer in
            writer.member("status", isSuccess ? "ok" : "error")
            writer.member("msg", message)
            writer.member("sub", "")
            writer.member("name", "")
            for (name, fragment) in [("data", data), ("data2", data2), ("data3", nil)] {
                writer.key(name)
                if let fragment { writer.fragment(fragment) } else { writer.null() }
            }
        }
        return writer.bytes
    }
}

extension Response {
    /// The response after too many attempts, in the envelope of this interface.
    static func envelope(_ throttled: Throttled) -> Response {
        var response = Response.envelope(.failure("too many tries: wait and try again"), status: .tooManyRequests)
        response.headers[.retryAfter] = "\(throttled.seconds)"
        return response
    }

    static func envelope(_ envelope: Envelope, status: HTTPResponse.Status = .ok) -> Response { .json(envelope.bytes, status: status) }
}
