import JSON
import SQL
package import Store

/// A tenant of identity: it holds users, roles and workspaces.
package struct Organization: Hashable, Sendable {
    package let id: OrganizationID
    package let name: Name
    package private(set) var displayName: String
    package let createdAt: Timestamp
    /// What it asks of passwords that are set from now on.
    package private(set) var passwordRules: [PasswordRule]
    /// From this age on a password signs nobody in. Unit: days; 0 for no end.
    package private(set) var passwordDays: Int64
    /// From where its users and applications may be used.
    package private(set) var addresses: AllowedAddresses
    /// Nobody signs in with a password; keys and tokens go on.
    package private(set) var disablesSignIn: Bool
    /// Whether clients that nobody registered here, those of dynamic registration and of documents, may act for its people.
    package private(set) var dcrPolicy: DCRPolicy
    package private(set) var details: Details

    package enum DCRPolicy: String, Hashable, Sendable, CaseIterable {
        case open, disabled
    }

    /// The operators' organization, whose administrators reach all others.
    package var isBuiltIn: Bool { name == .builtIn }

    static let columns: Statement =
        """
        organizations.id, organizations.name, organizations.display_name, organizations.created_at, organizations.password_rules,
        organizations.password_days, organizations.ip_allow, organizations.disables_sign_in, organizations.details,
        organizations.dcr_policy
        """

    init(id: OrganizationID, name: Name, displayName: String, createdAt: Timestamp) {
        self.id = id
        self.name = name
        self.displayName = displayName
        self.createdAt = createdAt
        passwordRules = []
        passwordDays = 0
        addresses = .everywhere
        disablesSignIn = false
        dcrPolicy = .open
        details = Details()
    }

    init(_ row: any Row) {
        id = OrganizationID(row.int(0) ?? 0)
        name = row.name(1)
        displayName = row.text(2) ?? ""
        createdAt = row.time(3) ?? .earliest
        passwordRules = (row.text(4) ?? "").split(separator: " ").compactMap { PasswordRule(rawValue: String($0)) }
        passwordDays = row.int(5) ?? 0
        addresses = AllowedAddresses(stored: row.text(6))
        disablesSignIn = row.int(7) == 1
        details = Details(stored: row.text(8))
        dcrPolicy = row.text(9).flatMap(DCRPolicy.init) ?? .disabled
    }

    /// The rules as they are stored.
    var ruleText: String { passwordRules.map(\.rawValue).joined(separator: " ") }

    /// Members that are not kept as ``details``.
    private static let known: Set<String> = [
        "owner", "name", "createdTime", "displayName", "passwordOptions", "passwordExpireDays", "ipWhitelist", "disableSignin", "passwordType",
        "dcrPolicy",
    ]
    private static let backDoors: Set<String> = [
        "masterPassword", "defaultPassword", "masterVerificationCode", "passwordSalt", "passwordObfuscatorKey", "balance", "orgBalance",
    ]

    mutating func apply(_ patch: Patch) throws(IdentityError) {
        try patch.keeps("name", name.text)
        displayName = try patch.line("displayName", or: displayName, cleared: name.text)
        passwordRules = try PasswordRule.parse(try patch.names("passwordOptions", or: passwordRules.map(\.rawValue)))
        passwordDays = try patch.int("passwordExpireDays", or: passwordDays, in: 0...36_500)
        addresses = try patch.addresses(or: addresses)
        disablesSignIn = try patch.flag("disableSignin", or: disablesSignIn)
        // Empty text is off on servers that such objects come from.
        dcrPolicy = patch.member("dcrPolicy") == "" ? .disabled : try patch.word("dcrPolicy", or: dcrPolicy, cleared: .open)
        try details.take(patch, beside: Self.known, refusing: Self.backDoors)
    }

    /// Whether two states differ in what guards its people: for administrators alone to change.
    func guardsDiffer(from other: Organization) -> Bool {
        passwordRules != other.passwordRules || passwordDays != other.passwordDays || addresses != other.addresses
            || disablesSignIn != other.disablesSignIn || dcrPolicy != other.dcrPolicy
    }
}
