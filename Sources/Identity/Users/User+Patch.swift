import Store

extension User {
    mutating func apply(_ patch: Patch, at time: Timestamp) throws(IdentityError) {
        try Self.stored.apply(patch, to: &self)
        let isForbidden = try patch.flag("isForbidden", or: isDisabled)
        if isForbidden != isDisabled { disabledAt = isForbidden ? time : nil }
        guard try !patch.flag("isDeleted", or: false) else { throw IdentityError(.invalid, "isDeleted: delete the user instead") }
    }

    /// What is unique of an e-mail address; nil when there is none.
    static func key(ofEmail email: String) -> String? { email.isEmpty ? nil : email.lowercased() }

    /// What is unique of a telephone number: its digits; nil when there is none.
    static func key(ofPhone phone: String) -> String? {
        let digits = phone.filter(\.isNumber)
        return digits.isEmpty ? nil : digits
    }

    @Sendable static func email(_ text: String) throws(IdentityError) -> String {
        guard !text.isEmpty else { return text }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), !text.contains(where: \.isWhitespace) else {
            throw IdentityError(.invalid, "email: expected an address such as ann@example.org")
        }
        return text
    }

    /// Digits with a plus and the usual dividers (E.164 has 15 digits at most).
    @Sendable static func phone(_ text: String) throws(IdentityError) -> String {
        let digits = text.unicodeScalars.filter { ("0"..."9").contains($0) }.count
        let isRight = text.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || "+ -()./".unicodeScalars.contains($0) }
        guard text.isEmpty || (isRight && (3...15).contains(digits)) else { throw IdentityError(.invalid, "Phone number is invalid") }
        return text
    }
}
