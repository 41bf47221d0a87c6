/// What a caller's rights hide in a table that a statement reads.
package struct ReadRestriction: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case rows, columns
        case masked([String])
    }

    package let collection: String
    package let kind: Kind
    /// The ids of the rules that cause it; empty for the defaults of roles.
    package let rules: [String]

    /// In English.
    package var text: String {
        let words =
            switch kind {
            case .rows: "only the rows that your rights reach"
            case .columns: "only the columns that your rights show"
            case .masked(let names): "masked: \(names.joined(separator: ", "))"
            }
        return "\(collection): \(words)" + (rules.isEmpty ? "" : " (rule \(rules.joined(separator: ", ")))")
    }
}
