import SQL
package import Store

/// A tenant of identity: it holds users, roles and workspaces.
package struct Organization: Hashable, Sendable {
    package let id: OrganizationID
    package let name: Name
    package let displayName: String
    package let createdAt: Timestamp

    /// The operators' organization, whose administrators reach all others.
    package var isBuiltIn: Bool { name == .builtIn }

    static let columns: Statement = "id, name, display_name, created_at"

    init(id: OrganizationID, name: Name, displayName: String, createdAt: Timestamp) {
        self.id = id
        self.name = name
        self.displayName = displayName
        self.createdAt = createdAt
    }

    init(_ row: any Row) {
        self.init(
            id: OrganizationID(row.int(0) ?? 0), name: row.name(1), displayName: row.text(2) ?? "",
            createdAt: row.time(3) ?? .earliest)
    }
}
