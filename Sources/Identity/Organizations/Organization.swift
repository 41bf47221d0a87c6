package import JSON
package import Store

/// A tenant: it has users, roles and workspaces.
package struct Organization: Hashable, Sendable {
    package internal(set) var id = OrganizationID(0)
    package internal(set) var name: Name
    package internal(set) var displayName: String
    package internal(set) var createdAt: Timestamp
    /// The requirements for new passwords.
    package internal(set) var passwordRules: [PasswordRule] = []
    /// The age at which a password is refused. Unit: days; 0 for no limit.
    package internal(set) var passwordDays: Int64 = 0
    /// The addresses from which its users and applications may be used.
    package internal(set) var addresses = AllowedAddresses.everywhere
    /// Whether sign-in with passwords is refused; keys and tokens stay valid.
    package internal(set) var disablesSignIn = false
    /// Whether unregistered clients (dynamic registration, client documents) may act for its people.
    package internal(set) var dcrPolicy = DCRPolicy.open
    package internal(set) var details = Details()

    package enum DCRPolicy: String, Hashable, Sendable, CaseIterable {
        case open, disabled
    }

    /// Whether it is the operators' organization, whose administrators reach all others.
    package var isBuiltIn: Bool { name == .builtIn }

    /// A new organization.
    init(_ name: Name, displayName: String, at time: Timestamp) {
        self.name = name
        self.displayName = displayName
        createdAt = time
    }
}

extension Organization {
    static let stored = StoredObject<Organization>(
        "organizations", template: Organization("none", displayName: "", at: .earliest), details: \.details,
        rejectedMembers: [
            "masterPassword", "defaultPassword", "masterVerificationCode", "passwordSalt", "passwordObfuscatorKey", "balance", "orgBalance",
        ], members)

    private static let members: [ObjectMember<Organization>] = [
        .column(.generated("id", \.id, .id())),
        .name(\.name),
        .nameKey(\.name),
        .created(\.createdAt),
        .member("displayName", "display_name", \.displayName, .line, changedBy: .callers, cleared: { $0.name.text }, search: .text),
        .detail("websiteUrl"),
        .detail("favicon"),
        .detail("defaultApplication"),
        .detail("tags", MemberSchema.names),
        .detail("languages", MemberSchema.names),
        .computed("passwordType") { _ in "argon2id" },
        .member(
            "passwordOptions", "password_rules", \.passwordRules, .passwordRules, changedBy: .administrators, cleared: { _ in [] },
            "Of AtLeast6, AtLeast8, Aa123, SpecialChar, NoRepeat."),
        .member(
            "passwordExpireDays", "password_days", \.passwordDays, .number(0...36_500), changedBy: .administrators, cleared: { _ in 0 }),
        .member(
            "ipWhitelist", "ip_allow", \.addresses, .addresses, changedBy: .administrators, cleared: { _ in .everywhere },
            AllowedAddresses.description),
        .member("disableSignin", "disables_sign_in", \.disablesSignIn, .flag, changedBy: .administrators, cleared: { _ in false }),
        // On servers that such objects come from, empty text means off.
        .member(
            "dcrPolicy", "dcr_policy", \.dcrPolicy, .word(empty: .disabled), changedBy: .administrators, cleared: { _ in .open },
            "open or disabled: clients that nobody registered here."),
    ]

    /// The members that `add` and `update` accept, each with its JSON Schema.
    package static var schema: JSONObject { stored.schema }

    /// The object as clients see it.
    package var wire: JSONObject { Self.stored.wire(self, owner: Organizations.reservedOwner) }
}
