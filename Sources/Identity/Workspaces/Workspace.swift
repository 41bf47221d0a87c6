import SQL
package import Store

/// A tenant of data in an organization: data sources, rules and members.
package struct Workspace: Hashable, Sendable {
    package let id: WorkspaceID
    package let organization: OrganizationID
    /// Unique in the instance: `^[a-z][a-z0-9-]{0,47}$`.
    package let name: String
    package let title: String
    /// While true nobody has a role in it.
    package let isStopped: Bool
    /// Whether its MCP endpoint is there; its other interfaces are in any case.
    package let servesMCP: Bool
    package let roleMode: RoleMode
    package let createdAt: Timestamp

    /// The id of the first workspace, `main`.
    package static let mainID = WorkspaceID(1)
    package static let mainName = "main"

    static let columns: Statement = "id, organization_id, name, title, stopped_at, created_at, mcp_off_at, role_mode"

    init(
        id: WorkspaceID, organization: OrganizationID, name: String, title: String, isStopped: Bool, servesMCP: Bool = true,
        roleMode: RoleMode = .allowsUnion, createdAt: Timestamp
    ) {
        self.id = id
        self.organization = organization
        self.name = name
        self.title = title
        self.isStopped = isStopped
        self.servesMCP = servesMCP
        self.roleMode = roleMode
        self.createdAt = createdAt
    }

    init(_ row: any Row) {
        self.init(
            id: WorkspaceID(row.int(0) ?? 0), organization: OrganizationID(row.int(1) ?? 0), name: row.text(2) ?? "", title: row.text(3) ?? "",
            isStopped: !row.isNull(4), servesMCP: row.isNull(6),
            roleMode: row.text(7).flatMap(RoleMode.init(rawValue:)) ?? .allowsUnion, createdAt: row.time(5) ?? .earliest)
    }

    static func checked(_ name: String) throws(IdentityError) -> String {
        let isValid =
            (1...48).contains(name.utf8.count)
            && name.utf8.enumerated().allSatisfy { index, byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): index > 0
                default: false
                }
            }
        guard isValid else {
            throw IdentityError(.invalid, "name: expected 1 to 48 letters a-z, digits or '-', starting with a letter")
        }
        return name
    }
}
