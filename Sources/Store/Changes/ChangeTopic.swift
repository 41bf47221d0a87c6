/// The subject of a change of rights. A cached value names the topics that it depends on, and is valid until one of them changes.
///
/// A topic is stored as a number below ``count``. Two topics may share a number; a change of one then also invalidates values that depend
/// on the other, which costs a query and is never wrong. Nodes exchange the numbers, so they do not depend on the process.
package struct ChangeTopic: Hashable, Sendable {
    /// Unit: different numbers.
    package static let count = 16_384

    /// From 0 to ``count`` - 1.
    package let number: Int

    private init(_ kind: StaticString, _ bytes: some Sequence<UInt8>) {
        // FNV-1a, 64 bits (draft-eastlake-fnv).
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        kind.withUTF8Buffer { $0.forEach(mix) }
        mix(0)
        bytes.forEach(mix)
        number = Int((hash ^ (hash >> 32)) % UInt64(Self.count))
    }

    private init(_ kind: StaticString, _ id: Int64) {
        self.init(kind, (0..<8).map { UInt8(truncatingIfNeeded: id >> (8 * $0)) })
    }

    /// Nil when no topic has the number.
    init?(number: Int64) {
        guard (0..<Int64(Self.count)).contains(number) else { return nil }
        self.number = Int(number)
    }

    /// An organization, its roles and the inclusion of roles in others.
    package static func organization(_ id: OrganizationID) -> ChangeTopic { ChangeTopic("organization", id.rawValue) }
    /// A user, its memberships, and its sessions, keys and tokens as a whole.
    package static func user(_ id: UserID) -> ChangeTopic { ChangeTopic("user", id.rawValue) }
    /// An application, its memberships, and its tokens as a whole.
    package static func application(_ id: ApplicationID) -> ChangeTopic { ChangeTopic("application", id.rawValue) }
    /// A person's grant to a client, with its tokens.
    package static func grant(_ id: GrantID) -> ChangeTopic { ChangeTopic("grant", id.rawValue) }
    /// One access token.
    package static func token(_ id: AccessTokenID) -> ChangeTopic { ChangeTopic("token", id.rawValue) }
    /// One API key.
    package static func key(_ id: APIKeyID) -> ChangeTopic { ChangeTopic("key", id.rawValue) }
    /// The credential with a digest; also used for a new one, or if only the digest is known.
    package static func credential(_ digest: [UInt8]) -> ChangeTopic { ChangeTopic("credential", digest) }
    /// A workspace: stopped, started or removed.
    package static func workspace(_ id: WorkspaceID) -> ChangeTopic { ChangeTopic("workspace", id.rawValue) }
    /// The assignment of a workspace name.
    package static func workspace(named name: String) -> ChangeTopic { ChangeTopic("workspace name", name.utf8) }
    /// The assignment of a client id to an application.
    package static func client(_ id: String) -> ChangeTopic { ChangeTopic("client", id.utf8) }
    /// The rules of a workspace.
    package static func rules(of id: WorkspaceID) -> ChangeTopic { ChangeTopic("rules", id.rawValue) }
    /// The data sources of a workspace.
    package static func sources(of id: WorkspaceID) -> ChangeTopic { ChangeTopic("sources", id.rawValue) }
    /// The tables of a workspace's data sources, and their stored definitions.
    package static func schemas(of id: WorkspaceID) -> ChangeTopic { ChangeTopic("schemas", id.rawValue) }
    /// A permission; the rules that it makes have their own topics.
    package static func permission(_ id: PermissionID) -> ChangeTopic { ChangeTopic("permission", id.rawValue) }
    /// A provider.
    package static func provider(_ id: ProviderID) -> ChangeTopic { ChangeTopic("provider", id.rawValue) }
    /// The workflows of a workspace.
    package static func workflows(of id: WorkspaceID) -> ChangeTopic { ChangeTopic("workflows", id.rawValue) }
    /// Credentials that were refused and are accepted again, because their users or applications are enabled.
    package static let returnedCredentials = ChangeTopic("returned credentials", 0)
    /// The keys that sign access tokens.
    package static let signingKeys = ChangeTopic("signing keys", 0)
}

/// The topics of one change. An empty set means that everything may have changed.
package struct ChangedTopics: Sendable {
    package private(set) var topics: Set<ChangeTopic> = []

    package init(_ topics: Set<ChangeTopic> = []) { self.topics = topics }

    package mutating func insert(_ topic: ChangeTopic) { topics.insert(topic) }

    package static let everything = ChangedTopics()

    package var isEverything: Bool { topics.isEmpty }
}
