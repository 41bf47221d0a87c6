import Access
import HTTPTypes
import JSON
import Store
import Tools
import Workflows

/// `POST /api/hooks/PATH`: starts the workflow with this webhook. The path is secret and the signature proves the sender, so all workspaces
/// share the route.
struct WebhookRoute: Sendable {
    static let prefix = "/api/hooks/"

    let workflows: Workflows

    var below: [(prefix: String, route: Route)] { [(Self.prefix, Route("webhook", .anyOrigin, post: { try await answer(&$0) }))] }

    private func answer(_ context: inout RequestContext) async throws -> Response {
        let fields = context.head.headerFields
        // A field that occurs twice is ignored, because its value is ambiguous.
        func field(_ name: String) -> String {
            guard let name = HTTPField.Name(name), fields[values: name].count == 1 else { return "" }
            return fields[name] ?? ""
        }
        do {
            let declared = context.request.declaredLength ?? 0
            guard declared <= WorkflowLimits.contextBytes else { throw Self.tooLarge }
            let body = try await context.body()
            guard body.count <= WorkflowLimits.contextBytes else { throw Self.tooLarge }
            let call = WebhookCall(
                id: field("webhook-id"), timestamp: field("webhook-timestamp"), signatures: field("webhook-signature"), body: body)
            let id = try await workflows.receive(call, at: String(context.rest))
            return .json(["data": ["execution": ["id": .number(JSONNumber(id.rawValue))]]], status: .accepted)
        } catch {
            guard let refusal = Refusal(error) else { throw error }
            context.entry.error = refusal.code.rawValue
            let status = refusal == Self.tooLarge ? 413 : Failure(refusal).status
            var response = Response.json(
                ["errors": [["message": .string(refusal.reason), "code": .string(refusal.code.rawValue)]]], status: .init(code: status))
            response.headers[.retryAfter] = Failure(refusal).retryAfter.map { "\($0)" }
            return response
        }
    }

    private static let tooLarge = Refusal(.invalidArgument, "the body is larger than \(WorkflowLimits.contextBytes / 1024) KB")
}
