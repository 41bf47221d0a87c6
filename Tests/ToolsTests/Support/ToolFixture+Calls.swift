import Access
import Catalog
import GatehouseTesting
import Identity
import JSON
import MCP
import OAuth
import SQL
import Store
import Synchronization
import Testing
import Tools

/// The outcome of one call.
struct Reply: Sendable, CustomStringConvertible {
    /// `ok`, the code of a refusal, or `internal`.
    let code: String
    let reason: String
    let body: JSONValue

    var description: String { code == "ok" ? "ok \(body)" : "\(code): \(reason)" }
}

extension ToolFixture {
    /// The principal that a kind of caller is at an endpoint.
    /// - Throws: ``Refusal`` `unauthorized` for a key that does not open the workspace.
    func principal(
        _ kind: CallerKind, at workspace: String = "acme", packages: PackageSelection = .all, role: String? = nil
    ) async throws -> RequestPrincipal {
        let place = try #require(try await callers.workspace(workspace))
        let caller: Caller
        switch kind {
        case .anonymous: caller = .anonymous(in: place)
        case .terminal:
            caller = Callers.terminal(organization: OrganizationRef(id: people.builtIn.id, name: people.builtIn.name.text), workspace: place)
        case .application: caller = try await callers.caller(for: try people.robot.basic, in: place, endpoint: Self.endpoint)
        case .applicationToken:
            let prepared = credentials.withLock { $0["\(kind) \(workspace)"] }
            let token: Credential = if let prepared { prepared } else { .bearer(try await token(of: people.builder, at: workspace)) }
            caller = try await callers.caller(for: token, in: place, endpoint: Self.endpoint)
        case .session, .personToken, .narrowedToken:
            caller = try await callers.caller(for: try await credential(of: kind, at: workspace), in: place, endpoint: Self.endpoint)
        default:
            let key = try #require(people.keys[kind])
            caller = try await callers.caller(for: .bearer(key.key.text), in: place, role: role, endpoint: Self.endpoint)
        }
        return principal(caller, packages: packages)
    }

    /// Makes the credential of a kind that has none from the start, before anything is compared.
    func prepare(_ kind: CallerKind, at workspace: String = "acme") async throws {
        if [.session, .personToken, .narrowedToken, .applicationToken].contains(kind) { _ = try await credential(of: kind, at: workspace) }
    }

    /// The credential of one kind, made once.
    private func credential(of kind: CallerKind, at workspace: String) async throws -> Credential {
        let place = "\(kind) \(workspace)"
        if let made = credentials.withLock({ $0[place] }) { return made }
        let made: Credential
        switch kind {
        case .session: made = .session(cookie: try await session(of: "acme/ann").cookie.text)
        case .applicationToken: made = .bearer(try await token(of: people.builder, at: workspace))
        case .narrowedToken:
            made = .bearer(try await token(of: "acme/ann", scopes: "read:record read:collection write:rule", at: workspace))
        default:
            let scopes = ScopeSet.allowed(administrator: false).names.joined(separator: " ")
            made = .bearer(try await token(of: "acme/ann", scopes: scopes, at: workspace))
        }
        credentials.withLock { $0[place] = made }
        return made
    }

    /// A person who signs in with a password, which is set first when there is none.
    func session(of person: String) async throws -> NewSession {
        let user = try #require(people.users[person])
        let password = Secret(person == "built-in/admin" ? "the first password" : "a password of \(person)")
        // A new password would end the person's earlier consents.
        if try await !domains.users.get(user.organization, user.id).hasPassword {
            try await domains.users.setPassword(user.organization, user.id, password)
        }
        let names = person.split(separator: "/").map(String.init)
        return try #require(
            try await domains.authorization.passwords.signIn(organization: names[0], username: names[1], password: password, Self.call))
    }

    private static let call = AuthorizationCall(origin: "http://test", address: "192.0.2.1")

    /// The facade in front of every package.
    static let facade = PackageSelection(parsing: ["@gatehouse/facade", "*"])

    static let endpoint = EndpointFacts(origin: "http://test", address: nil)

    /// An access token that an application gets for itself, for the endpoint of a workspace; with all of its scopes unless some are named.
    func token(of application: NewApplication, at workspace: String = "acme", scope: String? = nil) async throws -> String {
        try await token(
            client: application.application.clientID, secret: application.secret?.text ?? "", at: workspace,
            scope: scope ?? application.application.scopeNames.text)
    }

    /// An access token that an application gets for itself by its secret.
    func token(client: String, secret: String, at workspace: String, scope: String) async throws -> String {
        var form = "grant_type=client_credentials&client_id=\(client)&client_secret=\(secret)"
        form += "&resource=http://test/api/\(workspace == "main" ? "mcp" : "__app/\(workspace)/mcp")"
        form += "&scope=\(scope.replacing(" ", with: "+"))"
        let call = AuthorizationCall(origin: "http://test", address: "192.0.2.1")
        return try await domains.authorization.token.issue(try Parameters(form: Array(form.utf8)), authorization: nil, call).accessToken
    }

    /// An access token with the scopes that a person allows an application of `acme`, for the endpoint of a workspace.
    func token(of person: String, scopes: String, at workspace: String = "acme") async throws -> String {
        let user = try #require(people.users[person])
        let server = domains.authorization
        let redirect = "https://client.example/callback"
        var change = ApplicationChange()
        change.redirectURIs = .set([redirect])
        let made = try await domains.applications.add(
            people.acme.id, Name(parsing: "agent-of-\(user.name)-\(workspace)-\(scopes.split(separator: " ").count)"), change,
            bound: .terminal(people.builtIn.id, scopes: []))
        let session = try await session(of: person).principal
        var query = "response_type=code&client_id=\(made.application.clientID)&redirect_uri=\(redirect)"
        query += "&scope=\(scopes.replacing(" ", with: "+"))&resource=http://test/api/\(workspace == "main" ? "mcp" : "__app/\(workspace)/mcp")"
        // RFC 7636 appendix B.
        query += "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
        guard case .proceed(let pending) = try await server.authorize.check(try Parameters(query: query), Self.call) else {
            throw Refusal(.forbidden, "refused")
        }
        let location = try await server.authorize.allow(pending, scopes: scopes.split(separator: " ").map(String.init), session)
        let code = try #require(location.split(separator: "?").last?.split(separator: "&").first { $0.hasPrefix("code=") }).dropFirst(5)
        let form =
            "grant_type=authorization_code&code=\(code)&redirect_uri=\(redirect)&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
            + "&client_id=\(made.application.clientID)&client_secret=\(made.secret?.text ?? "")"
        return try await server.token.issue(try Parameters(form: Array(form.utf8)), authorization: nil, Self.call).accessToken
    }

    /// The principal that a credential is at an endpoint.
    func principal(_ credential: Credential, at workspace: String) async throws -> RequestPrincipal {
        let place = try #require(try await callers.workspace(workspace))
        return principal(try await callers.caller(for: credential, in: place, endpoint: Self.endpoint))
    }

    /// The principal that a key's text is at an endpoint.
    func principal(key: String, at workspace: String = "acme") async throws -> RequestPrincipal {
        let place = try #require(try await callers.workspace(workspace))
        return principal(try await callers.caller(for: .bearer(key), in: place))
    }

    func principal(_ caller: Caller, packages: PackageSelection = .all) -> RequestPrincipal {
        RequestPrincipal(caller: caller, packages: packages, requestID: "request-1", challenge: Challenge(origin: "http://test", path: "/api/mcp"))
    }

    func call(_ tool: String, _ arguments: JSONObject = [:], as principal: RequestPrincipal, by dispatcher: Dispatcher? = nil) async -> Reply {
        do {
            let outcome = try await (dispatcher ?? self.dispatcher).call(tool, arguments: arguments, for: principal, CallContext())
            let body = try JSONValue(parsing: outcome.structured.bytes, limits: JSONLimits(maximumByteCount: .max, maximumDepth: 64))
            return Reply(code: "ok", reason: "", body: body)
        } catch {
            guard let refusal = Refusal(error) else { return Reply(code: "internal", reason: "\(error)", body: .null) }
            return Reply(code: refusal.code.rawValue, reason: refusal.reason, body: .null)
        }
    }

    /// A call by a kind of caller; a key that is refused at the edge gives its code here.
    func call(
        _ tool: String, _ arguments: JSONObject = [:], as kind: CallerKind, at workspace: String = "acme", packages: PackageSelection? = nil,
        by dispatcher: Dispatcher? = nil
    ) async throws -> Reply {
        let packages = packages ?? (permits[tool]?.package == .facade ? Self.facade : .all)
        do {
            return await call(tool, arguments, as: try await principal(kind, at: workspace, packages: packages), by: dispatcher)
        } catch let refusal as Refusal {
            return Reply(code: refusal.code.rawValue, reason: refusal.reason, body: .null)
        }
    }

    /// Expects a refusal with this code, and not one row changed by it.
    @discardableResult
    func refuses(
        _ code: Refusal.Code, _ tool: String, _ arguments: JSONObject = [:], as kind: CallerKind, at workspace: String = "acme",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Reply {
        try await prepare(kind, at: workspace)
        let before = try await fingerprint()
        let reply = try await call(tool, arguments, as: kind, at: workspace)
        #expect(reply.code == code.rawValue, "\(tool) \(JSONValue.object(arguments)): \(reply)", sourceLocation: sourceLocation)
        #expect(try await fingerprint() == before, "\(tool) changed something", sourceLocation: sourceLocation)
        return reply
    }

    /// Expects the answer that a row has which does not exist, and not one row changed by it: `null` for get, nothing changed for the others.
    func findsNothing(_ arguments: JSONObject, as kind: CallerKind, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let before = try await fingerprint()
        let answer = try await does("crud", arguments, as: kind, sourceLocation: sourceLocation)["data"]
        let expected: JSONValue? =
            switch arguments["action"]?.string {
            case "get": JSONValue.null
            case "update": []
            default: 0
            }
        #expect(answer == expected, sourceLocation: sourceLocation)
        #expect(try await fingerprint() == before, sourceLocation: sourceLocation)
    }

    /// Expects the call to succeed, and gives its answer.
    @discardableResult
    func does(
        _ tool: String, _ arguments: JSONObject = [:], as kind: CallerKind, at workspace: String = "acme",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> JSONValue {
        let reply = try await call(tool, arguments, as: kind, at: workspace)
        #expect(reply.code == "ok", "\(tool) \(JSONValue.object(arguments)): \(reply)", sourceLocation: sourceLocation)
        return reply.body
    }

    /// The tools that a caller is offered.
    func list(as principal: RequestPrincipal) async throws -> [Tool] {
        try await tools.listTools(for: principal, context: CallContext()).tools
    }

    /// Every call of the audit log, oldest first.
    func audit() async throws -> [AuditEntry] { try await store.audit.list(AuditQuery(newestFirst: false, limit: 100_000)) }

    /// All columns of all rows of the audit log, as one text.
    func auditText() async throws -> String {
        await store.audit.flush()
        return try await store.read { connection in
            try connection.all("SELECT * FROM audit ORDER BY node, sequence") { row in
                (0..<row.columnCount).map { "\(row.value($0))" }.joined(separator: "|")
            }.joined(separator: "\n")
        }
    }
}

extension JSONValue {
    /// The `id`s of a list of rows, in order.
    var ids: [Int64] { array?.compactMap { $0["id"]?.int } ?? [] }
    var count: Int { array?.count ?? -1 }
}

extension NewApplication {
    /// The application's own credentials.
    var basic: Credential { get throws { .basic(user: application.clientID, password: try #require(secret).text) } }
}
