package import Store

/// A workspace of an organization: data sources, rules and members.
package struct Workspace: Hashable, Sendable {
    package internal(set) var id = WorkspaceID(0)
    package internal(set) var organization: OrganizationID
    /// Unique in the instance: `^[a-z][a-z0-9-]{0,47}$`.
    package internal(set) var name: String
    package internal(set) var title: String
    package internal(set) var createdAt: Timestamp
    fileprivate(set) var stoppedAt: Timestamp?
    fileprivate(set) var endpointOffAt: Timestamp?
    fileprivate(set) var ownRoleMode: RoleMode?

    /// The id of the first workspace, `main`.
    package static let mainID = WorkspaceID(1)
    package static let mainName = "main"

    /// Whether it is stopped; no member has a role in a stopped workspace.
    package var isStopped: Bool { stoppedAt != nil }
    /// Whether it has an MCP endpoint; its other interfaces do not depend on this.
    package var servesMCP: Bool { endpointOffAt == nil }
    package var roleMode: RoleMode { ownRoleMode ?? .allowsUnion }

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

extension Workspace {
    static let table = StoredTable<Workspace>(
        "workspaces", template: Workspace(organization: OrganizationID(0), name: "", title: "", createdAt: .earliest),
        [
            .generated("id", \.id, .id()),
            .fixed("organization_id", \.organization, .id()),
            .fixed("name", \.name, .text),
            .changing("title", \.title, .text),
            .fixed("created_at", \.createdAt, .time),
            .changing("stopped_at", \.stoppedAt, .optional(.time)),
            .changing("mcp_off_at", \.endpointOffAt, .optional(.time)),
            .changing("role_mode", \.ownRoleMode, .optional(.word())),
        ])
}

/// Which of its roles a caller has in a workspace, with NocoBase's names.
package enum RoleMode: String, Hashable, Sendable, CaseIterable {
    /// One at a time: the first by name, unless the request names another.
    case one = "default"
    /// All together, unless the request names one.
    case allowsUnion = "allow-use-union"
    /// All together, whatever the request names.
    case onlyUnion = "only-use-union"

    /// Whether all roles apply together; nil if the request decides.
    package var unites: Bool? {
        switch self {
        case .one: false
        case .allowsUnion: nil
        case .onlyUnion: true
        }
    }
}
