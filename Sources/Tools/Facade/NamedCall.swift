import Access
import JSON

/// The call that is decided, logged and run: for `tools_call` the call that its arguments name, otherwise the call itself.
struct NamedCall: Sendable {
    let tool: String
    let arguments: JSONObject
    /// For a call through the facade without the facade, so that a tool of the facade is not among those that can be named.
    let principal: RequestPrincipal
}

extension Toolbox {
    /// The call to decide on. Arguments that `tools_call` does not take leave the call as it is; its own schema then refuses them.
    func namedCall(_ tool: String, _ arguments: JSONObject, _ principal: RequestPrincipal) -> NamedCall {
        guard principal.packages.hasFacade, tool == CallNamedTool.tool, let facade = find(tool)?.entry,
            case let arguments = facade.definition.settled(arguments, preset: [:]), facade.schema.check(.object(arguments)).isEmpty,
            let name = arguments["name"]?.string
        else { return NamedCall(tool: tool, arguments: arguments, principal: principal) }
        return NamedCall(tool: name, arguments: arguments["arguments"]?.object ?? [:], principal: principal.behindFacade)
    }
}
