import Store

extension User {
    /// Members that are not kept as ``User/details``.
    private static let known: Set<String> = [
        "owner", "name", "id", "createdTime", "updatedTime", "displayName", "email", "phone", "isAdmin", "isForbidden", "isDeleted", "ipWhitelist",
        "organization", "password", "passwordType", "roles", "permissions",
    ]
    private static let backDoors: Set<String> = [
        "passwordSalt", "hash", "preHash", "totpSecret", "recoveryCodes", "managedAccounts", "mfaAccounts", "accessKey", "accessSecret",
        "accessToken",
        "originalToken", "originalRefreshToken", "isGlobalAdmin", "faceIds",
    ]

    mutating func apply(_ patch: Patch, at time: Timestamp) throws(IdentityError) {
        try patch.keeps("name", name.text)
        displayName = try patch.line("displayName", or: displayName, cleared: name.text)
        email = try Self.email(try patch.line("email", or: email))
        phone = try Self.phone(try patch.line("phone", or: phone))
        isAdministrator = try patch.flag("isAdmin", or: isAdministrator)
        let isForbidden = try patch.flag("isForbidden", or: isDisabled)
        if isForbidden != isDisabled { disabledAt = isForbidden ? time : nil }
        guard try !patch.flag("isDeleted", or: false) else { throw IdentityError(.invalid, "isDeleted: delete the user instead") }
        addresses = try patch.addresses(or: addresses)
        try details.take(patch, beside: Self.known, refusing: Self.backDoors)
    }

    /// What is unique of an e-mail address; nil when there is none.
    static func key(ofEmail email: String) -> String? { email.isEmpty ? nil : email.lowercased() }

    /// What is unique of a telephone number: its digits; nil when there is none.
    static func key(ofPhone phone: String) -> String? {
        let digits = phone.filter(\.isNumber)
        return digits.isEmpty ? nil : digits
    }

    static func email(_ text: String) throws(IdentityError) -> String {
        guard !text.isEmpty else { return text }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), !text.contains(where: \.isWhitespace) else {
            throw IdentityError(.invalid, "email: expected an address such as ann@example.org")
        }
        return text
    }

    /// Digits with a plus and the usual dividers (E.164 has 15 digits at most).
    static func phone(_ text: String) throws(IdentityError) -> String {
        let digits = text.unicodeScalars.filter { ("0"..."9").contains($0) }.count
        let isRight = text.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || "+ -()./".unicodeScalars.contains($0) }
        guard text.isEmpty || (isRight && (3...15).contains(digits)) else { throw IdentityError(.invalid, "Phone number is invalid") }
        return text
    }
}
