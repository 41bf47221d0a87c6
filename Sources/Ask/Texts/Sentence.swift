/// A text of the engine, before its language is selected.
package struct Sentence: Hashable, Sendable {
    private enum Form: Hashable {
        case text(QuestionLanguage.Text, [String])
        case asWritten(String)
    }

    private let form: Form

    /// - Parameter values: replace the placeholders.
    init(_ text: QuestionLanguage.Text, _ values: String...) { form = .text(text, values) }

    init(_ text: QuestionLanguage.Text, _ values: [String]) { form = .text(text, values) }

    /// Text from another source, which is not translated.
    init(asWritten words: String) { form = .asWritten(words) }

    package func text(in language: QuestionLanguage) -> String {
        switch form {
        case .text(let text, let values): language(text, values)
        case .asWritten(let words): words
        }
    }
}
