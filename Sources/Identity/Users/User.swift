package import JSON
import SQL
package import Store

/// A person in an organization.
package struct User: Hashable, Sendable {
    package internal(set) var id = UserID(0)
    package internal(set) var organization: OrganizationID
    package internal(set) var name: Name
    package internal(set) var displayName: String
    /// Empty when unknown; unique in the organization without regard to case.
    package internal(set) var email = ""
    /// Empty when unknown; unique in the organization.
    package internal(set) var phone = ""
    /// In `built-in`: an operator of all organizations; elsewhere an administrator of the organization.
    package internal(set) var isAdministrator = false
    /// Whether it can sign in with a password.
    package internal(set) var hasPassword = false
    package internal(set) var createdAt: Timestamp
    package internal(set) var updatedAt: Timestamp
    /// When the user was disabled; nil when it is enabled.
    package internal(set) var disabledAt: Timestamp?
    /// The IP addresses from which its credentials may be used.
    package internal(set) var addresses = AllowedAddresses.everywhere
    package internal(set) var details = Details()

    package var isDisabled: Bool { disabledAt != nil }

    /// A new user without a password.
    init(_ organization: OrganizationID, _ name: Name, at time: Timestamp) {
        self.organization = organization
        self.name = name
        displayName = name.text
        (createdAt, updatedAt) = (time, time)
    }
}

extension User {
    static let stored = StoredObject<User>(
        "users", template: User(OrganizationID(0), "none", at: .earliest), details: \.details,
        reserved: ["organization", "passwordType", "roles", "permissions"],
        rejectedMembers: [
            "passwordSalt", "hash", "preHash", "totpSecret", "recoveryCodes", "managedAccounts", "mfaAccounts", "accessKey", "accessSecret",
            "accessToken", "originalToken", "originalRefreshToken", "isGlobalAdmin", "faceIds",
        ], members)

    private static let members: [ObjectMember<User>] = [
        .column(.generated("id", \.id, .id())),
        .column(.fixed("organization_id", \.organization, .id())),
        .name(\.name),
        .nameKey(\.name),
        .created(\.createdAt),
        .shown("updatedTime", .changing("updated_at", \.updatedAt, .time), search: .sortOnly) { .string($0.updatedAt.rfc3339) },
        .computed("id") { .string(String($0.id.rawValue)) },
        .member("displayName", "display_name", \.displayName, .line, changedBy: .callers, cleared: { $0.name.text }, search: .text),
        .detail("firstName"),
        .detail("lastName"),
        .member("email", "email", \.email, .line.checked(email), changedBy: .callers, cleared: { _ in "" }, search: .text),
        .column(.searchKey("email_key") { key(ofEmail: $0.email).map { .text($0) } ?? .null }),
        .member("phone", "phone", \.phone, .line.checked(phone), changedBy: .callers, cleared: { _ in "" }, search: .text),
        .column(.searchKey("phone_key") { key(ofPhone: $0.phone).map { .text($0) } ?? .null }),
        .secret("password", "users.password_hash", \.hasPassword, nil),
        .detail("avatar"),
        .detail("affiliation"),
        .detail("title"),
        .detail("tag"),
        .detail("signupApplication"),
        .detail("properties", MemberSchema.object),
        // `CredentialBound.checkChange` decides who may change isAdmin, isForbidden and disabled_at.
        .member("isAdmin", "is_admin", \.isAdministrator, .flag, changedBy: .rule, cleared: { _ in false }),
        .writtenByRule("isForbidden", MemberSchema.flag) { .bool($0.isDisabled) },
        .column(.changing("disabled_at", \.disabledAt, .optional(.time))),
        .computed("isDeleted") { _ in false },
        .member(
            "ipWhitelist", "ip_allow", \.addresses, .addresses, changedBy: .administrators, cleared: { _ in .everywhere },
            AllowedAddresses.description),
        .writtenByRule("password", MemberSchema.text("Kept as a hash, never shown.")),
    ]

    /// The members that `add` and `update` accept, each with its JSON Schema.
    package static var schema: JSONObject { stored.schema }

    /// The object as clients see it.
    package func wire(_ organization: Name?) -> JSONObject { Self.stored.wire(self, owner: organization?.text ?? "") }
}

extension User {
    mutating func apply(_ patch: Patch, at time: Timestamp) throws(IdentityError) {
        try Self.stored.apply(patch, to: &self)
        let isForbidden = try patch.flag("isForbidden", or: isDisabled)
        if isForbidden != isDisabled { disabledAt = isForbidden ? time : nil }
        guard try !patch.flag("isDeleted", or: false) else { throw IdentityError(.invalid, "isDeleted: delete the user instead") }
    }

    /// The unique key of an e-mail address; nil when it is empty.
    static func key(ofEmail email: String) -> String? { email.isEmpty ? nil : email.lowercased() }

    /// The unique key of a telephone number: its digits; nil when it is empty.
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

    /// Digits with an optional plus and the usual separators (E.164 has at most 15 digits).
    @Sendable static func phone(_ text: String) throws(IdentityError) -> String {
        let digits = text.unicodeScalars.filter { ("0"..."9").contains($0) }.count
        let isRight = text.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || "+ -()./".unicodeScalars.contains($0) }
        guard text.isEmpty || (isRight && (3...15).contains(digits)) else { throw IdentityError(.invalid, "Phone number is invalid") }
        return text
    }
}
