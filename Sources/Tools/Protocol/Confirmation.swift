import Access
import JSON
import MCP

/// Asks the client's user, if possible, before a call destroys something.
enum Confirmation {
    /// Of longer arguments, only the beginning and the end are shown. Unit: characters.
    private static let maximumArguments = 1_000
    private static let shownEnd = 400

    /// Whether to ask: the call destroys something and its client can ask. Other clients are served without a question.
    static func isDue(_ definition: ToolDefinition, _ input: JSONObject, _ context: CallContext) -> Bool {
        destroys(definition, input) && context.canAskPerson
    }

    /// Asks the person; must be called before anything happens. With a client of 2026-07-28 the call ends with the question, and is
    /// repeated with the response.
    /// - Throws: ``Refusal`` `declined` when the person declines or does not respond.
    static func ask(_ definition: ToolDefinition, _ input: JSONObject, _ context: CallContext) async throws {
        do {
            let answer = try await context.ask(.confirmation(text(definition, input), title: "Yes, go on"), key: "confirm")
            guard answer.isConfirmed else {
                throw Refusal(.declined, "the person who was asked declined; nothing was changed")
            }
        } catch is InputError {
            throw Refusal(.declined, "the question whether to do this was not answered; nothing was changed")
        }
    }

    private static func destroys(_ definition: ToolDefinition, _ input: JSONObject) -> Bool {
        guard definition.annotations.destructiveHint == true else { return false }
        guard let choice = definition.choice else { return definition.mayDestroy(input) }
        return choice.choices.first { $0.value == input[choice.argument]?.string }?.destroys ?? false
    }

    /// The arguments as JSON, so that a value cannot look like something else. Omitted parts are mentioned, because the person's consent
    /// covers them too.
    private static func text(_ definition: ToolDefinition, _ input: JSONObject) -> String {
        let arguments = visible(JSONValue.object(input).description)
        let choice = definition.choice.flatMap { input[$0.argument]?.string }.map { ", \($0)" } ?? ""
        let what = "\(definition.title)\(choice): "
        let hidden = arguments.count - maximumArguments
        guard hidden > 0 else { return "\(what)\(arguments)\nThis cannot be taken back." }
        return """
            \(what)\(arguments.prefix(maximumArguments - shownEnd))
            [\(hidden) characters are too many to show; they can widen what is destroyed]
            \(arguments.suffix(shownEnd))
            This cannot be taken back. If you do not know the whole, say no.
            """
    }

    /// Replaces characters that change the text direction or are invisible by escapes.
    static func visible(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                out.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            default: out.append(scalar)
            }
        }
        return String(out)
    }
}
