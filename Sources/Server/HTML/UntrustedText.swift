/// Text from outside, made safe to show on a page: one line, limited length, without invisible characters and characters that change the text's
/// direction (A29).
struct UntrustedText: Hashable, Sendable {
    let text: String

    /// - Parameter limit: unit: characters.
    init(_ text: String, limit: Int = 80) {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(limit * 8) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: scalars.append(" ")
            default: scalars.append(scalar)
            }
        }
        let words = String(scalars).split(separator: " ").joined(separator: " ")
        self.text = words.count > limit ? words.prefix(limit - 1) + "…" : words
    }
}
