import JSON
import OAuth
import Outbound
import SQL
import Store

extension AuthorizationServer {
    /// The client with this id, for the authorization endpoint: documents are read anew, so that what they say counts.
    /// - Parameter visitor: whose fetch it is; nil for nobody, who is shown what is kept here.
    /// - Returns: nil when the document would have to be fetched for nobody.
    /// - Throws: `invalid_client`.
    func client(toAuthorize id: String, visitor: String?) async throws -> KnownClient? {
        let stored = try await application(client: id)
        if let stored {
            guard stored.isEnabled else { throw Self.unknownClient }
            try Self.checkSignIn(to: stored)
        }
        if let stored, stored.source != .document { return KnownClient(client: stored.client, application: stored, document: nil) }
        guard let url = ClientDocumentURL(id, permitsLoopback: permitsLoopbackDocuments), documents != nil else { throw Self.unknownClient }
        guard let visitor else { return stored.map { KnownClient(client: $0.client, application: $0, document: nil) } }
        let document = try ClientMetadataDocument(parsing: try await fetch(url.text, for: "user \(visitor)"), url: url)
        return KnownClient(client: document.client, application: stored, document: document)
    }

    static func checkSignIn(to application: Application) throws(OAuthError) {
        guard !application.disablesSignIn else { throw OAuthError(.unauthorizedClient, "nobody can sign in to this application") }
    }

    /// The client that a request to the token endpoint and its like comes from, with its proof checked.
    /// - Throws: `invalid_client`; ``Throttled`` for guesses.
    func authenticate(_ presented: PresentedClient, _ call: AuthorizationCall) async throws -> Application {
        guard let application = try await application(client: presented.id), application.isEnabled else {
            try await directory.countGuess(ofSecretOf: presented.id, from: call.address)
            throw Self.unknownClient
        }
        try presented.check(application.client)
        switch presented.proof {
        case .none: break
        case .secret(let text):
            let digest = SecretText.client.digest(of: text) ?? SecretDigest(text)
            guard let kept = application.secret(at: now()), Secret.areEqual(kept.bytes, digest.bytes) else {
                // The right secret is never kept waiting: 256 random bits are not guessed, and nobody must be able to stop a client.
                try await directory.countGuess(ofSecretOf: presented.id, known: application)
                throw Self.unknownClient
            }
        case .assertion(let text):
            do { try await check(assertion: text, of: application, call) } catch let error as OAuthError {
                try await audit.noteStranger(.client("authenticate_client", application), error.code.rawValue)
                throw error
            }
        }
        do { try application.limits.check(call.address) } catch {
            try await audit.noteStranger(.client("authenticate_client", application), OAuthError.Code.accessDenied.rawValue)
            throw OAuthError(.accessDenied, error.reason)
        }
        return application
    }

    /// Runs `body` for a client that was authenticated: as for a known caller when it has proven who it is.
    func serving<R>(_ client: PresentedClient, _ body: () async throws -> R) async throws -> R {
        if case .none = client.proof { return try await body() }
        return try await CallerStanding.known(body)
    }

    /// The application with this client id, from memory until it changes.
    func application(client id: String) async throws -> Application? {
        try await stored(client: id).flatMap { hasEnded($0) ? nil : $0 }
    }

    /// Whether a client that registered itself is over, though its row is still there.
    func hasEnded(_ application: Application) -> Bool {
        isDemo && application.source == .dynamic && application.createdAt + Self.clientOfDemo <= now()
    }

    private func stored(client id: String) async throws -> Application? {
        // A client with a document comes to exist without a change of rights: that there is none is not kept.
        if id.utf8.contains(UInt8(ascii: ":")) {
            let version = store.feed.version
            if case .found(let known) = clients.lookup(id) { return known }
            guard let found = try await applications.find(client: id) else { return nil }
            clients.keep(found, for: id, topics: found.topics, at: version)
            return found
        }
        return try await directory.load(id, into: clients, topics: { $0?.topics ?? [.client(id)] }) { [applications] in
            try await applications.find(client: id)
        }
    }

    /// Makes the application of a client that a person allows for the first time, or brings it up to what its document says.
    /// - Parameter changed: gets the application's topics when a cache may hold it as it was.
    func store(
        _ document: ClientMetadataDocument, at time: Timestamp, _ changed: inout ChangedTopics, on connection: any Connection
    ) throws -> ApplicationID {
        let client = document.client
        let known = try Applications.find(client: client.id, on: connection)
        var form =
            try known
            ?? Application(
                Self.builtIn(on: connection), Name(parsing: "document-\(Applications.newClientID())"), clientID: client.id, source: .document,
                at: time)
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
        guard count < maximumUnregistered else { throw OAuthError(.temporarilyUnavailable, "too many clients; ask the administrator") }
        return try Applications.insert(form, on: connection)
    }

    static func builtIn(on connection: any Connection) throws -> OrganizationID {
        let id: OrganizationID? = try connection.value(of: "organizations", "SELECT id FROM organizations WHERE name = \(Name.builtIn)", .id())
        guard let id else { throw IdentityError.notFound("organization", Name.builtIn) }
        return id
    }

    /// - Parameter asker: whose fetch it is, should there be one.
    private func fetch(_ url: String, for asker: String) async throws -> [UInt8] {
        guard let documents else { throw Self.unknownClient }
        do { return try await documents(url, asker) } catch {
            throw OAuthError(.invalidClient, "the document at the client id cannot be read\(Self.words((error as? OutboundError)?.code))")
        }
    }

    /// What the maker of a client can do something about; what a name stands for in the network of this server is told to nobody.
    private static func words(_ code: OutboundError.Code?) -> String {
        switch code {
        case .badURL: ": its address is none that is fetched"
        case .forbiddenAddress, .unreachable: ": its host does not answer, or is none that is asked"
        case .tooLarge, .tooSlow: ": it is too large, or comes too slowly"
        case .badAnswer: ": the answer is not 200 with JSON"
        case .busy: ": too many are being fetched; try again in a minute"
        case nil: ""
        }
    }

    /// Verifies what a client signed with its own keys; each assertion is good once.
    private func check(assertion text: String, of application: Application, _ call: AuthorizationCall) async throws {
        let keys = try await keys(of: application, for: AddressRange.group(call.address))
        let endpoints = ["", "/api/login/oauth/access_token", "/api/login/oauth/refresh_token", "/token", "/api/login/oauth/revoke", "/revoke"]
        let assertion = try await ClientAssertion(
            verifying: text, clientID: application.clientID, keys: keys, audiences: Set(endpoints.map { call.origin + $0 }), at: now())
        let hash = SecretDigest("\(application.id.rawValue) \(assertion.id)").bytes
        let isNew = try await store.write(changesRights: false) { connection in
            try connection.execute(
                "INSERT INTO used_assertions (hash, expires_at) VALUES (\(hash), \(assertion.expires)) ON CONFLICT (hash) DO NOTHING") > 0
        }
        guard isNew else { throw OAuthError(.invalidClient, "client_assertion: it was used before") }
    }

    /// The keys that a client named: in the document at its id, or when it registered itself.
    private func keys(of application: Application, for asker: String) async throws -> JSONWebKeySet {
        let metadata: ClientMetadata
        if let url = ClientDocumentURL(application.clientID, permitsLoopback: permitsLoopbackDocuments) {
            metadata = try ClientMetadataDocument(parsing: try await fetch(url.text, for: asker), url: url).metadata
        } else {
            guard application.source == .dynamic, let kept = application.metadata?.serialized else { throw Self.unknownClient }
            metadata = try ClientMetadata(registering: kept)
        }
        if let own = metadata.keys { return own }
        guard let address = metadata.keysURI else { throw OAuthError(.invalidClient, "the client has named no keys") }
        return try JSONWebKeySet(parsing: try await fetch(address, for: asker))
    }

    /// The same for a client that is not there and one whose proof is wrong.
    static let unknownClient = OAuthError(.invalidClient, "the client is unknown, or its credentials are wrong")
}
