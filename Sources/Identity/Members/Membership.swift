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
        memberships.workspace_id, memberships.member_id, organizations.name, \(Identifier(kind == .user ? "users" : "applications")).name,
        roles.name, memberships.created_at
        """
    }

    init(_ row: any Row, _ kind: Kind) {
        self.kind = kind
        workspace = WorkspaceID(row.int(0) ?? 0)
        memberID = row.int(1) ?? 0
        member = QualifiedName(organization: row.name(2), name: row.name(3))
        role = row.name(4)
        createdAt = row.time(5) ?? .earliest
    }
}
