import Access
import HTTPTypes
import JSON
import MCP
import Tools

/// `POST /api/tools/NAME`: calls any tool. The arguments are a JSON object, and the result is JSON.
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
            var error: JSONObject = ["code": .string(refusal.code.rawValue), "message": .string(refusal.reason)]
            error["current"] = refusal.current
            return callers.refuse(refusal, &context, principal) { .json(["error": .object(error)], status: $0) }
        }
    }

    /// The arguments, which must be an object. An empty body has none.
    static func arguments(_ body: [UInt8]) throws(Refusal) -> JSONObject {
        guard !body.isEmpty else { return [:] }
        return try members(of: try parsed(body))
    }

    static func parsed(_ body: [UInt8]) throws(Refusal) -> JSONValue {
        do throws(JSONError) {
            return try JSONValue(parsing: body)
        } catch {
            throw Refusal(.invalidArgument, "the body is not JSON: \(error)")
        }
    }

    static func members(of body: JSONValue) throws(Refusal) -> JSONObject {
        guard let object = body.object else { throw Refusal(.invalidArgument, "the body: expected a JSON object") }
        return object
    }
}
