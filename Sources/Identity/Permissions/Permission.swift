package import JSON
package import Store

/// Allows or denies users and roles actions on resources. A permission of type `Collection` becomes rules on data; one of any other type is
/// stored and enforces nothing.
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

    package internal(set) var id = PermissionID(0)
    package internal(set) var organization: OrganizationID
    package internal(set) var name: Name
    package internal(set) var createdAt: Timestamp
    package internal(set) var displayName: String
    package internal(set) var resourceType = Permission.collectionType
    /// For type `Collection`: `workspace/source/collection`.
    package internal(set) var resources: [String] = []
    /// For type `Collection`: names of ``Action``.
    package internal(set) var actions: [String] = []
    package internal(set) var effect = Effect.allow
    /// Users as `organization/name`.
    package internal(set) var users: [String] = []
    /// Roles as `organization/name`.
    package internal(set) var roles: [String] = []
    package internal(set) var isEnabled = true
    package internal(set) var state = State.approved
    /// The creator, in the form of the logs.
    package internal(set) var submitter = ""
    /// The approver; empty while pending.
    package internal(set) var approver = ""
    package internal(set) var approvedAt: Timestamp?
    /// The time from which it has no effect.
    package internal(set) var expires: Timestamp?
    package internal(set) var details = Details()

    package static let collectionType = "Collection"

    package var isOnCollections: Bool { resourceType == Self.collectionType }
    /// Whether it can have an effect: it has type `Collection`, is enabled and approved.
    package var isInForce: Bool { isOnCollections && isEnabled && state == .approved }

    /// Whether it has an effect at the given time.
    package func isEnforced(at time: Timestamp) -> Bool { isInForce && (expires.map { $0 > time } ?? true) }

    /// A new permission without users or actions.
    init(organization: OrganizationID, name: Name, at time: Timestamp) {
        self.organization = organization
        self.name = name
        createdAt = time
        displayName = name.text
    }

    /// - Parameter editor: the caller that changes it, in the form of the logs.
    mutating func apply(_ patch: Patch, by editor: String, at time: Timestamp) throws(IdentityError) {
        let wasApproved = state == .approved
        try Self.stored.apply(patch, to: &self)
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

extension Permission {
    static let stored = StoredObject<Permission>(
        "permissions", template: Permission(organization: OrganizationID(0), name: "none", at: .earliest), details: \.details,
        reserved: ["enforced"], members)

    /// The tools' `PermissionEditor` checks a change as a whole: whose rights it changes, and within which limits.
    private static let members: [ObjectMember<Permission>] = [
        .column(.generated("id", \.id, .id())),
        .column(.fixed("organization_id", \.organization, .id())),
        .name(\.name),
        .nameKey(\.name),
        .created(\.createdAt),
        .member("displayName", "display_name", \.displayName, .line, changedBy: .callers, cleared: { $0.name.text }, search: .text),
        .detail("description"),
        .member("users", "users", \.users, .names, changedBy: .rule, cleared: { _ in [] }, search: .element, "ORGANIZATION/USER."),
        .member("roles", "roles", \.roles, .names, changedBy: .rule, cleared: { _ in [] }, search: .element, "ORGANIZATION/ROLE."),
        .member(
            "resourceType", "resource_type", \.resourceType, .line, changedBy: .rule, cleared: { _ in "" }, search: .text,
            "Only Collection is enforced."),
        .member("resources", "resources", \.resources, .names, changedBy: .rule, cleared: { _ in [] }, "workspace/source/collection."),
        .member("actions", "actions", \.actions, .names, changedBy: .rule, cleared: { _ in [] }, "Of Read, Write, Admin."),
        .member(
            "effect", "effect", \.effect, .word(), changedBy: .rule, cleared: { _ in .allow }, search: .text, "Allow or Deny; Deny beats Allow."),
        .member("isEnabled", "is_enabled", \.isEnabled, .flag, changedBy: .rule, cleared: { _ in true }),
        .member("state", "state", \.state, .word(), changedBy: .rule, cleared: { _ in .approved }, search: .text, "Approved or Pending."),
        .shown("submitter", .changing("submitter", \.submitter, .text), search: .name) { .string($0.submitter) },
        .shown("approver", .changing("approver", \.approver, .text)) { .string($0.approver) },
        .shown("approveTime", .changing("approved_at", \.approvedAt, .optional(.time))) { .string($0.approvedAt?.rfc3339 ?? "") },
        .member(
            "expireTime", "expires_at", \.expires, .time, changedBy: .rule, cleared: { _ in nil }, search: .sortOnly,
            "RFC 3339; empty for never."),
    ]

    /// The members that `add` and `update` accept, each with its JSON Schema.
    package static var schema: JSONObject { stored.schema }

    /// The object as clients see it.
    /// - Parameter isEnforced: whether it makes a rule that has an effect.
    package func wire(_ organization: Name?, isEnforced: Bool) -> JSONObject {
        Self.stored.wire(
            self, owner: organization?.text ?? "", additional: ["enforced": .bool(isEnforced && self.isEnforced(at: .now))])
    }
}
