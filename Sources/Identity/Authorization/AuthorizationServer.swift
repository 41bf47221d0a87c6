package import OAuth
package import Store

/// The authorization server: everything of OAuth that has state, a type for each endpoint over one ``AuthorizationStore``. The rules are ``OAuth``'s; in
/// the endpoints they meet rows, each step one conditional change in one transaction, so that any number of nodes can serve the same client.
package struct AuthorizationServer: Sendable {
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
    ///   - directory: of the same store, with the sessions and signing keys that are used here too.
    ///   - documents: nil when clients with documents are not served.
    ///   - permitsLoopbackDocuments: whether documents may come by http from this machine: for development and tests.
    ///   - isDemo: whether the server runs for show: a client that registered itself ends after a day.
    ///   - maximumUnregistered: clients at most that registered themselves or came with a document, of each sort.
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
