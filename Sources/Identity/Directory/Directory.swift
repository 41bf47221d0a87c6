import OAuth
import SQL
package import Store

/// Finds principals, workspaces and roles for every call, from a cache whose entries end when one of their topics changes.
package final class Directory: Sendable {
    struct CacheKey: Hashable {
        let kind: MemberKind
        let member: Int64
        let workspace: WorkspaceID
        var ignoresStop = false
    }

    struct AssignedRoles: Sendable {
        let names: [Name]
        /// The snippets of each role, by its name.
        var snippets: [String: [String]] = [:]
        let topics: [ChangeTopic]
    }

    /// Most look-ups of previously found values that use the store at once, and most that wait.
    private static let (maximumLookups, maximumWaiting) = (64, 4_096)

    let store: Store
    let now: @Sendable () -> Timestamp
    let sessions: Sessions
    let signingKeys: SigningKeys
    let keys: APIKeys
    let uses: KeyUses
    let principals: FeedCache<PresentedCredential, Principal>
    let workspaces: FeedCache<String, Workspace>
    let roles: FeedCache<CacheKey, AssignedRoles>
    private let lookups = ConcurrencyLimiter(limit: maximumLookups, maximumWaiting: maximumWaiting)
    private let attempts: Attempts
    private let strangerRows: RowQuota

    /// - Parameter limit: cached entries of each kind.
    package init(
        store: Store, uses: KeyUses, sessions: Sessions? = nil, signingKeys: SigningKeys? = nil, limit: Int = 4096,
        now: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        self.store = store
        self.sessions = sessions ?? Sessions(store: store, now: now)
        self.signingKeys = signingKeys ?? SigningKeys(store: store, now: now)
        self.keys = APIKeys(store: store, now: now)
        self.uses = uses
        self.now = now
        attempts = Attempts(store: store, now: now)
        strangerRows = RowQuota("client secrets", store: store, now: now)
        principals = FeedCache(store.feed, limit: limit)
        workspaces = FeedCache(store.feed, limit: limit)
        roles = FeedCache(store.feed, limit: limit)
    }

    /// Counts a wrong secret, wherever it was presented (A23). A correct one never has to wait: 256 random bits cannot be guessed, and
    /// nobody must be able to lock a client out.
    /// - Parameters:
    ///   - client: the presented client id.
    ///   - application: the application with this id, if it exists; guesses at it are few, and each has a row in the audit log.
    ///   - address: the origin of the guess, which counts too, because the id may be any text.
    /// - Throws: ``Throttled`` while the caller must wait; otherwise the refusal may say what is wrong.
    package func countGuess(ofSecretOf client: String, known application: Application? = nil, from address: String? = nil) async throws {
        let cacheKey = address.map { AttemptKey(.clientSecret, "@" + AddressRange.group($0)) }
        try await attempts.count([cacheKey, AttemptKey(.clientSecret, client)].compactMap(\.self))
        // An unknown id is not stored: it may be a secret in the wrong field.
        if application == nil, await !strangerRows.admits() { return }
        let call = AuditCall(
            id: store.audit.makeCallID(), time: now(), organization: application?.organizationName.text, workspace: nil, caller: "client",
            client: application?.displayName, tool: "authenticate_client",
            objects: application.map { ["application/\($0.qualifiedName)"] } ?? [])
        // The refusal stands even if it cannot be logged.
        try? store.audit.record(
            call, AuditOutcome(decision: .refused, code: OAuthError.Code.invalidClient.rawValue, duration: .zero, outcome: .refused))
    }

    /// Reports changes of everything that the directory returns.
    package var feed: ChangeFeed { store.feed }

    /// The workspace with this name in any organization, even if stopped.
    /// - Throws: `busy`.
    package func workspace(_ name: String) async throws -> Workspace? {
        // An invalid name belongs to no workspace, and is not cached.
        guard (try? Workspace.checked(name)) != nil else { return nil }
        switch workspaces.lookup(name) {
        case .found(let workspace): return workspace
        case .absent: return nil
        case .unknown: break
        }
        return try await load(name, into: workspaces, topics: { $0.map { [.workspace($0.id)] } ?? [.workspace(named: name)] }) { [store] in
            try await Workspaces(store: store).find(name)
        }
    }

    /// The workspaces in which a principal may have a role, sorted by id: those of its organization, and those of which it is a member.
    package func workspaces(near principal: Principal) async throws -> [Workspace] {
        let (kind, member) = principal.user.map { ("user", $0.rawValue) } ?? ("application", principal.application?.rawValue ?? 0)
        return try await store.read { [damaged = store.damaged] connection in
            try Workspace.table.readable(
                where: """
                    organization_id = \(principal.organization)
                    OR id IN (SELECT workspace_id FROM memberships WHERE kind = \(kind) AND member_id = \(member))
                    """, by: "id", on: connection, reporting: damaged)
        }
    }

    /// The enabled roles of a user in a workspace, sorted; empty when the workspace is stopped or the user disabled.
    /// - Parameter ignoringStop: whether to return the roles even if the workspace is stopped.
    /// - Throws: `busy`.
    package func roles(of user: UserID, in workspace: WorkspaceID, ignoringStop: Bool = false) async throws -> [Name] {
        try await held(at: Self.cacheKey(of: user, workspace, ignoringStop: ignoringStop), ifThereIs: Self.isThere(user)).names
    }

    /// The enabled roles of an application in a workspace, as for a user in ``roles(of:in:ignoringStop:)-(UserID,_,_)``.
    /// - Throws: `busy`.
    package func roles(of application: ApplicationID, in workspace: WorkspaceID, ignoringStop: Bool = false) async throws -> [Name] {
        try await held(at: Self.cacheKey(of: application, workspace, ignoringStop: ignoringStop), ifThereIs: Self.isThere(application)).names
    }

    /// The snippets of a user's or application's roles in a workspace, by the names of the roles.
    /// - Throws: `busy`.
    package func snippets(of user: UserID?, or application: ApplicationID?, in workspace: WorkspaceID) async throws -> [String: [String]] {
        if let user { return try await held(at: Self.cacheKey(of: user, workspace), ifThereIs: Self.isThere(user)).snippets }
        guard let application else { return [:] }
        return try await held(at: Self.cacheKey(of: application, workspace), ifThereIs: Self.isThere(application)).snippets
    }

    private static func cacheKey(of user: UserID, _ workspace: WorkspaceID, ignoringStop: Bool = false) -> CacheKey {
        CacheKey(kind: .user, member: user.rawValue, workspace: workspace, ignoresStop: ignoringStop)
    }

    private static func cacheKey(of application: ApplicationID, _ workspace: WorkspaceID, ignoringStop: Bool = false) -> CacheKey {
        CacheKey(kind: .application, member: application.rawValue, workspace: workspace, ignoresStop: ignoringStop)
    }

    private static func isThere(_ user: UserID) -> Statement { "SELECT 1 FROM users WHERE id = \(user) AND disabled_at IS NULL" }

    private static func isThere(_ application: ApplicationID) -> Statement {
        "SELECT 1 FROM applications WHERE id = \(application) AND is_enabled = 1"
    }

    private func held(at cacheKey: CacheKey, ifThereIs member: Statement) async throws -> AssignedRoles {
        if case .found(let held) = roles.lookup(cacheKey) { return held }
        let held = try await load(cacheKey, into: roles, isKnown: true, topics: { $0?.topics ?? [] }) { [store] in
            try await store.read { connection in
                let organization: OrganizationID? = try connection.value(
                    of: "workspaces", "SELECT organization_id FROM workspaces WHERE id = \(cacheKey.workspace)", .id())
                var topics: [ChangeTopic] = [.workspace(cacheKey.workspace)]
                if let organization { topics.append(.organization(organization)) }
                switch cacheKey.kind {
                case .user: topics.append(.user(UserID(cacheKey.member)))
                case .application: topics.append(.application(ApplicationID(cacheKey.member)))
                }
                guard try connection.exists(member) else { return AssignedRoles(names: [], topics: topics) }
                let held = Roles.held(by: cacheKey.kind, cacheKey.member, in: cacheKey.workspace, ignoringStop: cacheKey.ignoresStop)
                let found = try connection.all(of: "roles", held) { (name: try $0["name", .name], snippets: try $0["snippets", .texts]) }
                return AssignedRoles(
                    names: found.map(\.name).sorted(), snippets: Dictionary(found.map { ($0.name.text, $0.snippets) }) { $0 + $1 }, topics: topics)
            }
        }
        return held ?? AssignedRoles(names: [], topics: [])
    }

    /// The value from the cache or the store. An unknown credential is looked up as a stranger's, so that guesses delay no authenticated
    /// caller.
    /// - Parameters:
    ///   - isKnown: whether the caller is authenticated, whatever is looked up.
    ///   - topics: everything that the result depends on.
    /// - Throws: `busy` when too many look-ups wait.
    func load<Key, Value>(
        _ key: Key, into cache: FeedCache<Key, Value>, isKnown: Bool = false, topics: (Value?) -> [ChangeTopic],
        _ ask: @Sendable () async throws -> Value?
    ) async throws -> Value? {
        try await cache.value(for: key, topics: topics) {
            guard isKnown || cache.wasFound(key) else { return try await CallerAuthentication.stranger(ask) }
            return try await CallerAuthentication.known { try await lookups.run(ask) }
        }
    }
}
