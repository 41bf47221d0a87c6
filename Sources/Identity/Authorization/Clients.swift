import JSON
import OAuth
import SQL
import Store

/// The clients that requests name, and their authentication.
struct Clients: Sendable {
    let store: AuthorizationStore
    let applications: Applications
    let documents: ClientDocuments
    /// Whether this is a demo server, where a client that registered itself expires after a day.
    let isDemo: Bool
    /// Most clients that registered themselves, and most clients with a document.
    let maximum: Int64
    /// Applications by client id; missing ones are not cached.
    private let known: FeedCache<String, Application>

    init(store: AuthorizationStore, applications: Applications, documents: ClientDocuments, isDemo: Bool, maximum: Int64) {
        self.store = store
        self.applications = applications
        self.documents = documents
        self.isDemo = isDemo
        self.maximum = maximum
        known = FeedCache(store.directory.feed, limit: 4_096)
    }

    /// The client with this id, for the authorization endpoint. Documents are read again, so that changes take effect.
    /// - Parameter visitor: the caller that causes the fetch; nil to use only cached documents.
    /// - Returns: nil when the document would have to be fetched without a visitor.
    /// - Throws: `invalid_client`.
    func client(toAuthorize id: String, visitor: String?) async throws -> KnownClient? {
        let stored = try await application(client: id)
        if let stored {
            guard stored.isEnabled else { throw OAuthError.unknownClient }
            try stored.checkSignIn()
        }
        if let stored, stored.source != .document { return KnownClient(client: stored.client, application: stored, document: nil) }
        guard documents.url(of: id) != nil, documents.fetch != nil else { throw OAuthError.unknownClient }
        guard let visitor else { return stored.map { KnownClient(client: $0.client, application: $0, document: nil) } }
        guard let document = try await documents.document(of: id, for: "user \(visitor)") else { throw OAuthError.unknownClient }
        return KnownClient(client: document.client, application: stored, document: document)
    }

    /// Authenticates the client of a request to the token endpoint or a similar one.
    /// - Throws: `invalid_client`; ``Throttled`` for guesses.
    func authenticate(_ presented: PresentedClient, _ call: AuthorizationCall) async throws -> Application {
        guard let application = try await application(client: presented.id), application.isEnabled else {
            try await store.directory.countGuess(ofSecretOf: presented.id, from: call.address)
            throw OAuthError.unknownClient
        }
        try presented.check(application.client)
        switch presented.proof {
        case .none: break
        case .secret(let text):
            let digest = SecretText.client.digest(of: text) ?? SecretDigest(text)
            guard let kept = application.secret(at: store.now()), Secret.areEqual(kept.bytes, digest.bytes) else {
                // A correct secret never has to wait: 256 random bits cannot be guessed, and nobody must be able to lock a client out.
                try await store.directory.countGuess(ofSecretOf: presented.id, known: application)
                throw OAuthError.unknownClient
            }
        case .assertion(let text):
            do { try await check(assertion: text, of: application, call) } catch let error as OAuthError {
                try await store.audit.noteStranger(.client("authenticate_client", application), error.code.rawValue)
                throw error
            }
        }
        do { try application.limits.check(call.address) } catch {
            try await store.audit.noteStranger(.client("authenticate_client", application), OAuthError.Code.accessDenied.rawValue)
            throw OAuthError(.accessDenied, error.reason)
        }
        return application
    }

    /// Runs `body` for an authenticated client; a client that presented a proof counts as a known caller.
    func serving<R>(_ client: PresentedClient, _ body: () async throws -> R) async throws -> R {
        if case .none = client.proof { return try await body() }
        return try await CallerAuthentication.known(body)
    }

    /// The application with this client id, cached until it changes.
    func application(client id: String) async throws -> Application? {
        try await stored(client: id).flatMap { hasEnded($0) ? nil : $0 }
    }

    /// Whether a client that registered itself has expired while its row still exists.
    func hasEnded(_ application: Application) -> Bool {
        isDemo && application.source == .dynamic && application.createdAt + ExpiredRows.clientOfDemo <= store.now()
    }

    private func stored(client id: String) async throws -> Application? {
        // A client with a document is created without a change of rights, so its absence is not cached.
        if id.utf8.contains(UInt8(ascii: ":")) {
            let version = store.rows.feed.version
            if case .found(let application) = known.lookup(id) { return application }
            guard let found = try await applications.find(client: id) else { return nil }
            known.keep(found, for: id, topics: found.topics, at: version)
            return found
        }
        return try await store.directory.load(id, into: known, topics: { $0?.topics ?? [.client(id)] }) { [applications] in
            try await applications.find(client: id)
        }
    }

    /// Creates the application of a client that a person allows for the first time, or updates it from its document.
    /// - Parameter changed: receives the application's topics when a cache may hold an older version.
    func keep(
        _ document: ClientMetadataDocument, at time: Timestamp, _ changed: inout ChangedTopics, on connection: any Connection
    ) throws -> ApplicationID {
        let client = document.client
        let known = try Applications.find(client: client.id, on: connection)
        var form =
            try known
            ?? Application(
                Organizations.builtIn(on: connection), Name(parsing: "document-\(Applications.newClientID())"), clientID: client.id,
                source: .document, at: time)
        form.displayName = client.name
        form.homepageURL = client.uri ?? ""
        form.category = .agent
        form.kind = .mcp
        form.isPublic = true
        form.redirectURIs = client.redirectURIs.map(\.text)
        form.grantTypes = GrantType.sorted(client.grantTypes).filter { $0 != .clientCredentials }.map(\.rawValue)
        form.metadata = ["token_endpoint_auth_method": .string(client.authentication.rawValue)]
        if let known {
            guard form != known else { return known.id }
            try Applications.store(form, over: known, at: time, on: connection)
            try connection.execute("UPDATE applications SET metadata = \(form.metadata?.storedText) WHERE id = \(known.id)")
            known.topics.forEach { changed.insert($0) }
            return known.id
        }
        let count = try connection.number(of: "applications", "SELECT count(*) FROM applications WHERE source = 'document'")
        guard count < maximum else { throw OAuthError(.temporarilyUnavailable, "too many clients; ask the administrator") }
        return try Applications.insert(form, on: connection)
    }

    /// Verifies a client's signed assertion; each one can be used once.
    private func check(assertion text: String, of application: Application, _ call: AuthorizationCall) async throws {
        let keys = try await documents.keys(of: application, for: AddressRange.group(call.address))
        let endpoints = ["", "/api/login/oauth/access_token", "/api/login/oauth/refresh_token", "/token", "/api/login/oauth/revoke", "/revoke"]
        let assertion = try await ClientAssertion(
            verifying: text, clientID: application.clientID, keys: keys, audiences: Set(endpoints.map { call.origin + $0 }), at: store.now())
        let hash = SecretDigest("\(application.id.rawValue) \(assertion.id)").bytes
        let isNew = try await store.write { connection in
            try connection.execute(
                "INSERT INTO used_assertions (hash, expires_at) VALUES (\(hash), \(assertion.expires)) ON CONFLICT (hash) DO NOTHING") > 0
        }
        guard isNew else { throw OAuthError(.invalidClient, "client_assertion: it was used before") }
    }
}
