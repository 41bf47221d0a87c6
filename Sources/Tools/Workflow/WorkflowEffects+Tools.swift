import Access
import JSON
import MCP
import Store
package import Workflows

extension WorkflowEffects {
    /// Limit of one result of a tool. Unit: bytes.
    private static let maximumAnswer = 4_194_304

    /// Nodes call tools through the dispatcher, like every other caller.
    package init(_ dispatcher: Dispatcher, _ domains: Domains) {
        self.init(
            call: { tool, arguments, caller in
                let name = caller.step.map { "execution-\($0.execution.rawValue)" } ?? "workflow"
                let principal = RequestPrincipal(caller: caller, packages: .all, requestID: name, challenge: Challenge(origin: "", path: ""))
                let outcome = try await dispatcher.call(tool, arguments: arguments, for: principal, CallContext())
                return try JSONValue(parsing: outcome.structured.bytes, limits: JSONLimits(maximumByteCount: Self.maximumAnswer))
            }, client: domains.workflowClient, refusal: { Refusal($0) })
    }
}
