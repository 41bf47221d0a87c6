import Access
import JSON
import MCP

/// The question before a call that destroys something, to a person whose client can be asked.
enum Confirmation {
    /// Actions of a tool with a choice that destroy.
    private static let destroying: Set<String> = ["destroy", "delete", "remove"]

    /// False when the person does not want the call. True without a question when it destroys nothing, would be refused, or nobody can be asked.
    static func isGiven(_ name: String, _ arguments: JSONObject, _ requester: Requester, _ toolbox: Toolbox, _ context: CallContext) async throws
        -> Bool
    {
        guard context.canAskPerson, let (entry, preset) = toolbox.find(name) else { return true }
        let definition = entry.definition
        guard destroys(definition, arguments, preset), Authorizer.offers(definition.permit, to: requester.caller, in: requester.packages) else {
            return true
        }
        let question = Elicitation.confirmation(text(definition, arguments), title: "Yes, go on")
        return try await context.ask(question, key: "confirm").isConfirmed
    }

    private static func destroys(_ definition: ToolDefinition, _ arguments: JSONObject, _ preset: JSONObject) -> Bool {
        guard definition.annotations.destructiveHint == true else { return false }
        guard let choice = definition.choice else { return true }
        return (preset[choice.argument] ?? arguments[choice.argument])?.string.map(destroying.contains) ?? false
    }

    private static func text(_ definition: ToolDefinition, _ arguments: JSONObject) -> String {
        let names = arguments.filter { $0.value.object == nil && $0.value.array == nil }.prefix(6).map { "\($0.key) \($0.value)" }
        let about = names.isEmpty ? "" : " (\(names.joined(separator: ", ").prefix(300)))"
        return "\(definition.title)\(about)? This cannot be taken back."
    }
}
