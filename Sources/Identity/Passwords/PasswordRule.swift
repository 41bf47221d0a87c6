import Store

/// A requirement of an organization on passwords, by its name on the wire (`passwordOptions`).
package enum PasswordRule: String, Hashable, Sendable, CaseIterable {
    case atLeast6 = "AtLeast6"
    case atLeast8 = "AtLeast8"
    /// An upper-case letter, a lower-case letter and a digit.
    case aa123 = "Aa123"
    case specialChar = "SpecialChar"
    /// No character twice in a row.
    case noRepeat = "NoRepeat"

    private func isMet(by text: String) -> Bool {
        switch self {
        case .atLeast6: text.count >= 6
        case .atLeast8: text.count >= 8
        case .aa123: text.contains(where: \.isUppercase) && text.contains(where: \.isLowercase) && text.contains(where: \.isNumber)
        case .specialChar: text.contains { !$0.isLetter && !$0.isNumber && !$0.isWhitespace }
        case .noRepeat: zip(text, text.dropFirst()).allSatisfy { $0 != $1 }
        }
    }

    private var words: String {
        switch self {
        case .atLeast6: "at least 6 characters"
        case .atLeast8: "at least 8 characters"
        case .aa123: "a capital letter, a small letter and a digit"
        case .specialChar: "a special character"
        case .noRepeat: "no character twice in a row"
        }
    }

    /// - Throws: ``IdentityError`` `invalid` with the requirements of all rules, when one is not met.
    static func check(_ password: Secret, against rules: [PasswordRule]) throws(IdentityError) {
        let text = password.text
        guard !rules.allSatisfy({ $0.isMet(by: text) }) else { return }
        throw IdentityError(.invalid, "password: the organization expects \(rules.map(\.words).joined(separator: ", "))")
    }

    /// Reads the names of rules.
    /// - Throws: ``IdentityError`` `invalid` for an unknown one.
    static func parse(_ names: [String]) throws(IdentityError) -> [PasswordRule] {
        var rules: [PasswordRule] = []
        for name in names {
            guard let rule = PasswordRule(rawValue: name) else {
                throw IdentityError(.invalid, "passwordOptions: expected \(allCases.map(\.rawValue).joined(separator: ", "))")
            }
            if !rules.contains(rule) { rules.append(rule) }
        }
        return rules
    }
}
