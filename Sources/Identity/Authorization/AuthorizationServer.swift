package import OAuth
import SQL
package import Store

/// The authorization server: the stateful part of OAuth, with a type for each endpoint over one ``AuthorizationStore``. The rules are those
/// of the target OAuth. The endpoints apply them to rows, each step as one conditional change in one transaction, so that any number of
/// nodes can serve the same client.
package final class AuthorizationServer: Sendable {
    package let authorize: AuthorizationEndpoint
    package let token: TokenEndpoint
    package let introspection: IntrospectionEndpoint
    package let revocation: RevocationEndpoint
    package let registration: RegistrationEndpoint
    package let devices: DeviceEndpoint
    package let userInfo: UserInfoEndpoint
    package let passwords: PasswordSignIn
    package let questions: QuestionTokens
    package let connections: ConnectedClients
    package let ended: ExpiredRows
    package let directory: Directory

    package var policy: any ScopePolicy { authorize.store.policy }
    package var signingKeys: SigningKeys { directory.signingKeys }
    package var sessions: Sessions { directory.sessions }

    /// - Parameters:
    ///   - directory: of the same store, with the same sessions and signing keys.
    ///   - documents: nil when clients with documents are not served.
    ///   - permitsLoopbackDocuments: whether documents may come by http from this machine, for development and tests.
    ///   - isDemo: whether this is a demo server, where a client that registered itself expires after a day.
    ///   - maximumUnregistered: most clients that registered themselves, and most clients with a document.
    package init(
        store: Store, applications: Applications, users: Users, hasher: PasswordHasher, directory: Directory,
        documents: ClientDocuments.Fetch? = nil, permitsLoopbackDocuments: Bool = false, isDemo: Bool = false, maximumUnregistered: Int64 = 10_000,
        now: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        self.directory = directory
        let store = AuthorizationStore(store, directory, applications.policy, now: now)
        let clients = Clients(
            store: store, applications: applications,
            documents: ClientDocuments(fetch: documents, permitsLoopback: permitsLoopbackDocuments), isDemo: isDemo,
            maximum: maximumUnregistered)
        authorize = AuthorizationEndpoint(store: store, clients: clients)
        token = TokenEndpoint(grants: GrantStore(store: store), clients: clients)
        introspection = IntrospectionEndpoint(store: store, clients: clients)
        revocation = RevocationEndpoint(store: store, clients: clients)
        registration = RegistrationEndpoint(store: store, clients: clients)
        devices = DeviceEndpoint(store: store, clients: clients)
        userInfo = UserInfoEndpoint(store: store, users: users)
        passwords = PasswordSignIn(store: store, users: users, hasher: hasher)
        questions = QuestionTokens(store: store, applications: applications, passwords: passwords)
        connections = ConnectedClients(store: store)
        ended = ExpiredRows(store: store, isDemo: isDemo)
    }
}

/// The endpoint and the peer's address of one request to the authorization server.
package struct AuthorizationCall: Hashable, Sendable {
    /// Scheme, host and port of the server as its clients see it: the issuer.
    package let origin: String
    /// The client's IP address; forwarding headers are read from declared proxies only.
    package let address: String

    /// The URL of the question server's endpoint, as its clients see it; nil if there is none.
    package let questions: String?

    package init(origin: String, address: String, questions: String? = nil) {
        self.origin = origin
        self.address = address
        self.questions = questions
    }

    /// The endpoints that tokens can be for.
    var resources: Resources { Resources(origin: origin, questions: questions) }
}

/// What all endpoints of the authorization server share: rows, directory, scope rules, attempt counters and the audit log.
struct AuthorizationStore: Sendable {
    let rows: Store
    let directory: Directory
    let policy: any ScopePolicy
    let attempts: Attempts
    let audit: AuthorizationAudit
    let now: @Sendable () -> Timestamp

    init(_ rows: Store, _ directory: Directory, _ policy: any ScopePolicy, now: @escaping @Sendable () -> Timestamp) {
        self.rows = rows
        self.directory = directory
        self.policy = policy
        self.now = now
        attempts = Attempts(store: rows, now: now)
        audit = AuthorizationAudit(rows, now: now)
    }

    var rules: ScopeRules { ScopeRules(policy: policy) }
    var sessions: Sessions { directory.sessions }

    func read<R: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R { try await rows.read(body) }

    /// Changes uncached rows in one transaction.
    func write<R: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> R) async throws -> R {
        try await rows.write(changesRights: false, body)
    }

    /// Changes rows in one transaction, and notifies caches of the topics that `body` inserts.
    func change<R: Sendable>(_ body: @escaping @Sendable (any Connection, inout ChangedTopics) throws -> R) async throws -> R {
        try await rows.change(body)
    }
}
