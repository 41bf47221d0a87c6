import JSON
import SQL
package import Store

/// Who may, or may not, do what with which resources. One of type `Collection` becomes rules on data; any other type is kept and enforces nothing.
package struct Permission: Hashable, Sendable {
    package enum Effect: String, Hashable, Sendable, CaseIterable {
        case allow = "Allow"
        case deny = "Deny"
    }

    package enum Action: String, Hashable, Sendable, CaseIterable {
        case read = "Read"
        case write = "Write"
        case admin = "Admin"
    }

    package enum State: String, Hashable, Sendable, CaseIterable {
        case approved = "Approved"
        case pending = "Pending"
    }

    package let id: PermissionID
    package let organization: OrganizationID
    package let name: Name
    package let createdAt: Timestamp
    package private(set) var displayName: String
    package private(set) var resourceType: String
    /// With type `Collection`: `workspace/source/collection`.
    package private(set) var resources: [String]
    /// With type `Collection` the names of ``Action``.
    package private(set) var actions: [String]
    package private(set) var effect: Effect
    /// Users as `organization/name`.
    package private(set) var users: [String]
    /// Roles as `organization/name`.
    package private(set) var roles: [String]
    package private(set) var isEnabled: Bool
    package private(set) var state: State
    /// Who made it, as logs have callers.
    package private(set) var submitter: String
    /// Who approved it; empty while pending.
    package private(set) var approver: String
    package private(set) var approvedAt: Timestamp?
    /// From when it is nothing.
    package private(set) var expires: Timestamp?
    package private(set) var details: Details

    package static let collectionType = "Collection"

    package var isOnCollections: Bool { resourceType == Self.collectionType }
    /// Whether it may have effect: it is of a type that has one, enabled and approved.
    package var isInForce: Bool { isOnCollections && isEnabled && state == .approved }

    /// Whether it has effect at this moment.
    package func isEnforced(at time: Timestamp) -> Bool { isInForce && (expires.map { $0 > time } ?? true) }

    static let columns: Statement =
        """
        permissions.id, permissions.organization_id, permissions.name, permissions.created_at, permissions.display_name, permissions.resource_type,
        permissions.resources, permissions.actions, permissions.effect, permissions.users, permissions.roles, permissions.is_enabled,
        permissions.state, permissions.submitter, permissions.approver, permissions.approved_at, permissions.expires_at, permissions.details
        """

    init(_ row: any Row) {
        id = PermissionID(row.int(0) ?? 0)
        organization = OrganizationID(row.int(1) ?? 0)
        name = row.name(2)
        createdAt = row.time(3) ?? .earliest
        displayName = row.text(4) ?? ""
        resourceType = row.text(5) ?? ""
        resources = Self.list(row.text(6))
        actions = Self.list(row.text(7))
        effect = row.text(8).flatMap(Effect.init) ?? .deny
        users = Self.list(row.text(9))
        roles = Self.list(row.text(10))
        isEnabled = row.int(11) == 1
        state = row.text(12).flatMap(State.init) ?? .pending
        submitter = row.text(13) ?? ""
        approver = row.text(14) ?? ""
        approvedAt = row.time(15)
        expires = row.time(16)
        details = Details(stored: row.text(17))
    }

    /// A new one, which allows nobody anything yet.
    init(organization: OrganizationID, name: Name, at time: Timestamp) {
        id = PermissionID(0)
        self.organization = organization
        self.name = name
        createdAt = time
        displayName = name.text
        resourceType = Self.collectionType
        (resources, actions, users, roles) = ([], [], [], [])
        effect = .allow
        isEnabled = true
        state = .approved
        (submitter, approver) = ("", "")
        details = Details()
    }

    private static func list(_ text: String?) -> [String] { Details.list(text) }

    private static let known: Set<String> = [
        "owner", "name", "createdTime", "displayName", "resourceType", "resources", "actions", "effect", "users", "roles", "isEnabled", "state",
        "submitter", "approver", "approveTime", "expireTime", "enforced",
    ]

    /// - Parameter editor: who changes it, as logs have callers.
    mutating func apply(_ patch: Patch, by editor: String, at time: Timestamp) throws(IdentityError) {
        try patch.keeps("name", name.text)
        displayName = try patch.line("displayName", or: displayName, cleared: name.text)
        resourceType = try patch.line("resourceType", or: resourceType)
        resources = try patch.names("resources", or: resources)
        actions = try patch.names("actions", or: actions)
        effect = try patch.word("effect", or: effect, cleared: .allow)
        users = try patch.names("users", or: users)
        roles = try patch.names("roles", or: roles)
        isEnabled = try patch.flag("isEnabled", or: isEnabled, cleared: true)
        let wasApproved = state == .approved
        state = try patch.word("state", or: state, cleared: .approved)
        expires = try patch.time("expireTime", or: expires)
        try details.take(patch, beside: Self.known)
        if submitter.isEmpty { submitter = editor }
        if state != .approved {
            (approver, approvedAt) = ("", nil)
        } else if !wasApproved || approvedAt == nil {
            (approver, approvedAt) = (editor, time)
        }
        if isOnCollections {
            for action in actions where Action(rawValue: action) == nil {
                throw IdentityError(.invalid, "actions: expected Read, Write, Admin")
            }
        }
    }
}
