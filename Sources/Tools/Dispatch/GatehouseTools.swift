import Access
package import JSON
package import MCP

/// The tools as the protocol's server asks for them: what the domains refuse becomes the answer that the contract has for it.
package struct GatehouseTools: ToolProvider {
    private let dispatcher: Dispatcher

    package init(_ dispatcher: Dispatcher) { self.dispatcher = dispatcher }

    package func listTools(for principal: Requester, context: CallContext) async throws -> ToolList {
        do {
            return dispatcher.toolbox.list(for: try await principal.current())
        } catch let refusal as Refusal {
            throw MCPError.unauthorized(refusal.reason, challenge: principal.challenge.value(error: "invalid_token"))
        }
    }

    package var offersTasks: Bool { true }

    package func taskSupport(of tool: String, for principal: Requester) -> TaskSupport { LongCall.tools.contains(tool) ? .optional : .never }

    package func isOpen(_ tool: String, to principal: Requester) async -> Bool {
        // Whatever keeps the credential from being judged keeps the results back.
        guard let requester = try? await principal.renewed() else { return false }
        return dispatcher.toolbox.offers(tool, to: requester)
    }

    package func isBrief(_ tool: String, for principal: Requester) -> Bool { tool != LongCall.slowest }

    package func callTool(
        _ name: String, arguments: JSONObject, for principal: Requester, context: CallContext
    ) async throws -> CallToolResult {
        do {
            let requester = try await principal.current()
            return Self.result(
                try await LongCall.run(name, context) { [dispatcher] in
                    try await dispatcher.call(name, arguments: arguments, for: requester, context)
                })
        } catch {
            guard let refusal = Refusal(error) else { throw error }
            return try Self.answer(refusal, tool: name, requester: principal)
        }
    }

    private static func result(_ outcome: ToolOutcome) -> CallToolResult {
        switch outcome.text {
        case .structured: return CallToolResult(structured: outcome.structured)
        case .summary(let text): return CallToolResult(content: [.text(text)], structuredContent: outcome.structured)
        case .whole(let text):
            var result = CallToolResult(content: [.text(text)], structuredContent: outcome.structured)
            result.isTextWhole = true
            return result
        }
    }

    /// A wrong request is an error of the protocol; a call that could not be done is a result that a model can act on.
    private static func answer(_ refusal: Refusal, tool: String, requester: Requester) throws(MCPError) -> CallToolResult {
        switch refusal.code {
        case .unauthorized:
            throw .unauthorized(refusal.reason, challenge: requester.challenge.value())
        case .unknownTool:
            throw .unknownTool(tool)
        case .demo:
            throw .forbidden(refusal.reason)
        case .insufficientScope:
            let required = refusal.requiredScope.map(requester.caller.spelling) ?? ""
            let held = requester.caller.grantedScopes
            throw .insufficientScope(
                tool: tool, granted: held, required: required,
                challenge: requester.challenge.value(scope: (held + [required]).joined(separator: " "), error: "insufficient_scope"))
        default:
            let structured = JSONFragment { writer in
                writer.object { writer in
                    writer.key("error")
                    writer.object { writer in
                        writer.key("code")
                        writer.string(refusal.code.rawValue)
                        writer.key("message")
                        writer.string(refusal.reason)
                        if let current = refusal.current {
                            writer.key("current")
                            writer.value(current)
                        }
                    }
                }
            }
            let current = refusal.current.map { "\ncurrent: \($0)" } ?? ""
            return .failure(refusal.reason + current, structured: structured)
        }
    }
}
