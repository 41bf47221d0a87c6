import Access
import JSON
import MCP

/// The question before a call that destroys something, to a person whose client can be asked.
enum Confirmation {
    /// Actions of a tool with a choice that destroy.
    private static let destroying: Set<String> = ["destroy", "delete", "remove"]
    private static let maximumArguments = 400

    /// Asks, when the call destroys something and its client can be asked; clients that cannot are served without.
    ///
    /// To be called before anything happens. A client of 2026-07-28 is asked by ending the call, which comes again with the answer.
    /// - Returns: whether somebody was asked, and time has passed.
    /// - Throws: ``Refusal`` `declined` when the person does not want it, or does not answer.
    static func ask(_ definition: ToolDefinition, _ input: ToolInput, _ context: CallContext) async throws -> Bool {
        guard destroys(definition, input), context.canAskPerson else { return false }
        do {
            let answer = try await context.ask(.confirmation(text(definition, input), title: "Yes, go on"), key: "confirm")
            guard answer.isConfirmed else {
                throw Refusal(.declined, "the person who was asked does not want this; nothing was changed")
            }
        } catch is AskError {
            throw Refusal(.declined, "the question whether to do this was not answered; nothing was changed")
        }
        return true
    }

    private static func destroys(_ definition: ToolDefinition, _ input: ToolInput) -> Bool {
        guard definition.annotations.destructiveHint == true else { return false }
        return definition.choice.map { input.string($0.argument).map(destroying.contains) ?? false } ?? true
    }

    /// The arguments as JSON, so that no value reads as anything else.
    private static func text(_ definition: ToolDefinition, _ input: ToolInput) -> String {
        let arguments = JSONValue.object(input.arguments).description
        let isLong = arguments.count > maximumArguments
        let choice = definition.choice.flatMap { input.string($0.argument) }.map { ", \($0)" } ?? ""
        return "\(definition.title)\(choice): \(arguments.prefix(maximumArguments))\(isLong ? "…" : "")\nThis cannot be taken back."
    }
}
