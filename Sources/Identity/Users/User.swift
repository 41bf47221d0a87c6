import SQL
package import Store

/// A person in an organization.
package struct User: Hashable, Sendable {
    package let id: UserID
    package let organization: OrganizationID
    package let name: Name
    package internal(set) var displayName: String
    /// Empty when none is known; unique in the organization without regard to case.
    package internal(set) var email: String
    /// Empty when none is known; unique in the organization.
    package internal(set) var phone: String
    /// In `built-in`: an operator of all organizations; elsewhere an administrator of its own.
    package internal(set) var isAdministrator: Bool
    /// Whether it can sign in with a password.
    package let hasPassword: Bool
    package let createdAt: Timestamp
    package let updatedAt: Timestamp
    /// Since when the user may do nothing; nil when it may.
    package internal(set) var disabledAt: Timestamp?
    /// From where its credentials may be used.
    package internal(set) var addresses: AllowedAddresses
    package internal(set) var details: Details

    package var isDisabled: Bool { disabledAt != nil }

    static let columns: Statement =
        """
        users.id, users.organization_id, users.name, users.display_name, users.email, users.is_admin, users.created_at, users.disabled_at,
        CASE WHEN users.password_hash IS NULL THEN 0 ELSE 1 END, users.updated_at, users.phone, users.ip_allow, users.details
        """

    init(_ row: any Row) {
        id = UserID(row.int(0) ?? 0)
        organization = OrganizationID(row.int(1) ?? 0)
        name = row.name(2)
        displayName = row.text(3) ?? ""
        email = row.text(4) ?? ""
        isAdministrator = row.int(5) == 1
        createdAt = row.time(6) ?? .earliest
        disabledAt = row.time(7)
        hasPassword = row.int(8) == 1
        updatedAt = row.time(9) ?? .earliest
        phone = row.text(10) ?? ""
        addresses = AllowedAddresses(stored: row.text(11))
        details = Details(stored: row.text(12))
    }
}
