import Access
import HTTPTypes
import JSON
import MCP
import Tools

/// `POST /api/tools/NAME`: any tool, with its arguments as a JSON object and its result as JSON.
struct ToolRoutes: Sendable {
    static let prefix = "/api/tools/"

    let dispatcher: Dispatcher
    let callers: RESTCallers

    var below: [(prefix: String, route: Route)] {
        [(Self.prefix, Route("tools", .namedOrigins, post: { try await call(&$0) }).brief)]
    }

    private func call(_ context: inout RequestContext) async throws -> Response {
        var principal: RequestPrincipal?
        do {
            let made = try await callers.principal(&context)
            principal = made
            let arguments = try Self.arguments(try await context.body())
            let outcome = try await dispatcher.call(String(context.rest), arguments: arguments, for: made, CallContext())
            return .json(outcome.structured.bytes)
        } catch {
            guard let refusal = Refusal(error) else { throw error }
            let failure = Failure(refusal)
            context.entry.error = failure.code
            var error: JSONObject = ["code": .string(refusal.code.rawValue), "message": .string(refusal.reason)]
            error["current"] = refusal.current
            var response = Response.json(["error": .object(error)], status: .init(code: failure.status))
            response.headers[.wwwAuthenticate] = RESTCallers.challenge(for: refusal, context, held: principal?.caller.scopes.names ?? [])
            response.headers[.retryAfter] = failure.retryAfter.map { "\($0)" }
            return response
        }
    }

    /// An object; no body is none.
    static func arguments(_ body: [UInt8]) throws(Refusal) -> JSONObject {
        guard !body.isEmpty else { return [:] }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: body)
        } catch {
            throw Refusal(.invalidArgument, "the body is not JSON: \(error)")
        }
        guard let object = value.object else { throw Refusal(.invalidArgument, "the body: expected a JSON object") }
        return object
    }
}
