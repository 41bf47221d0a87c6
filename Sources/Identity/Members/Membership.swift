import SQL
package import Store

/// Someone's role in a workspace. A member may have several roles: each is one membership.
package struct Membership: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable { case user, application }

    package let workspace: WorkspaceID
    package let kind: Kind
    /// The id of the user or application.
    package let memberID: Int64
    package let member: QualifiedName
    package let role: Name
    package let createdAt: Timestamp

    static func columns(_ kind: Kind) -> Statement {
        """
        memberships.workspace_id, memberships.member_id, organizations.name AS organization,
        \(Identifier(kind == .user ? "users" : "applications")).name AS member, roles.name AS role, memberships.created_at
        """
    }

    init(_ row: StoredRow, _ kind: Kind) throws {
        self.kind = kind
        workspace = try row["workspace_id", .id()]
        memberID = try row["member_id", .integer]
        member = QualifiedName(organization: try row["organization", .name], name: try row["member", .name])
        role = try row["role", .name]
        createdAt = try row["created_at", .time]
    }
}
