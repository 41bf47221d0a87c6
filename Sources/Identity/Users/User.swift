import SQL
package import Store

/// A person in an organization.
package struct User: Hashable, Sendable {
    package let id: UserID
    package let organization: OrganizationID
    package let name: Name
    package let displayName: String
    /// Empty when none is known.
    package let email: String
    /// In `built-in`: an operator of all organizations; elsewhere an administrator of its own.
    package let isAdministrator: Bool
    /// Whether it can sign in with a password.
    package let hasPassword: Bool
    package let createdAt: Timestamp
    /// Since when the user may do nothing; nil when it may.
    package let disabledAt: Timestamp?

    package var isDisabled: Bool { disabledAt != nil }

    static let columns: Statement =
        """
        users.id, users.organization_id, users.name, users.display_name, users.email, users.is_admin, users.created_at, users.disabled_at,
        CASE WHEN users.password_hash IS NULL THEN 0 ELSE 1 END
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
    }
}
