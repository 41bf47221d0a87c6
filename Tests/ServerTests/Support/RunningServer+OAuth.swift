import Access
import GatehouseTesting
import Identity
import JSON
import OAuth
import SQL
import Server
import Store
import Testing
import Tools

/// Clients and tokens of a running server.
extension RunningServer {
    var domains: Domains { composition.domains }

    /// A user with a password, in an organization that exists.
    func addPerson(_ name: String, password: String = "a long password", isAdministrator: Bool = false, role: Name? = nil) async throws {
        let person = try QualifiedName(parsing: name, argument: "user")
        let organization = try await domains.organizations.find(person.organization).id
        _ = try await domains.users.add(organization, person.name, password: Secret(password), isAdministrator: isAdministrator)
        if let role { try await domains.members.add(organization, workspace: Workspace.mainID, .user, person, role: role, bound: try await bound()) }
    }

    private func bound() async throws -> CredentialBound {
        .terminal(try await domains.organizations.find(.builtIn).id, scopes: Set(ScopeSet.all.names))
    }

    func addOrganization(_ name: Name) async throws { _ = try await domains.organizations.add(name) }

    /// A client that the administrator registers.
    @discardableResult
    func addClient(
        _ name: String = "built-in/portal", redirects: [String] = ["https://app.example.org/cb"], grants: [String]? = nil, scopes: [String] = [],
        isPublic: Bool = false, addresses: String? = nil
    ) async throws -> (id: String, secret: String) {
        let application = try QualifiedName(parsing: name, argument: "application")
        let organization = try await domains.organizations.find(application.organization).id
        var change = ApplicationChange()
        change.redirectURIs = .set(redirects)
        if let grants { change.grantTypes = .set(grants) }
        change.scopes = .set(scopes.map { ApplicationScope(name: $0) })
        change.isPublic = .set(isPublic)
        if let addresses { change.ipWhitelist = .set(addresses) }
        let made = try await domains.applications.add(organization, application.name, change, bound: try await bound())
        return (made.application.clientID, made.secret?.text ?? "")
    }

    /// The page's client: acts by itself.
    func addRobot(_ name: String = "built-in/robot", scopes: [String] = ["read:application", "write:application"]) async throws -> (
        id: String, secret: String
    ) { try await addClient(name, redirects: [], grants: ["client_credentials"], scopes: scopes) }

    func token(_ form: [(String, String)], path: String = "/api/login/oauth/access_token", fields: [(name: String, value: String)] = []) async throws
        -> RawResponse
    {
        try await answer(Ask(path: path, fields: [("Content-Type", "application/x-www-form-urlencoded")] + fields, body: Browser.encoded(form)))
    }

    /// An access token that a client gets for itself; those of ``addRobot(_:scopes:)`` get all of their usual scopes.
    func clientToken(
        _ client: (id: String, secret: String), scope: String? = "read:application write:application"
    ) async throws -> String {
        let form = [("grant_type", "client_credentials"), ("client_id", client.id), ("client_secret", client.secret)]
        return try await token(form + (scope.map { [("scope", $0)] } ?? [])).json["access_token"]?.string ?? ""
    }
}

/// One authorization request of a client, with the verifier that belongs to it.
struct Authorization: Sendable {
    var parameters: [(String, String)]

    /// RFC 7636 appendix B.
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    init(_ client: String, redirect: String = "https://app.example.org/cb", scope: String? = "mcp", state: String? = "st", resource: String? = nil) {
        parameters = [
            ("response_type", "code"), ("client_id", client), ("redirect_uri", redirect), ("code_challenge", Self.challenge),
            ("code_challenge_method", "S256"),
        ]
        if let scope { parameters.append(("scope", scope)) }
        if let state { parameters.append(("state", state)) }
        if let resource { parameters.append(("resource", resource)) }
    }

    /// The same with one parameter changed, or left out when it is nil.
    func with(_ name: String, _ value: String?) -> Authorization {
        var copy = self
        copy.parameters.removeAll { $0.0 == name }
        if let value { copy.parameters.append((name, value)) }
        return copy
    }

    var path: String { "/login/oauth/authorize?" + Browser.encoded(parameters) }

    /// The parameters that redeem the code.
    func redemption(_ code: String, secret: String? = nil) -> [(String, String)] {
        func value(_ name: String) -> String { parameters.first { $0.0 == name }?.1 ?? "" }
        let form = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", value("redirect_uri")), ("client_id", value("client_id")),
            ("code_verifier", Self.verifier),
        ]
        return form + (secret.map { [("client_secret", $0)] } ?? [])
    }
}

extension RunningServer {
    /// Polls until a condition is true, for changes that take effect soon but not at once.
    func eventually(_ condition: @Sendable () async throws -> Bool) async throws { try await until(condition) }
}

extension RunningServer {
    /// Every grant, code, consent and token, as text.
    func grants() async throws -> [String] {
        try await composition.store.read { connection in
            let tables: [Statement] = [
                "SELECT * FROM authorization_grants WHERE revoked_at IS NULL AND generation >= 0 ORDER BY 1",
                "SELECT * FROM consents ORDER BY 1, 2, 3, 4",
                "SELECT * FROM access_tokens ORDER BY 1", "SELECT * FROM refresh_tokens ORDER BY 1",
            ]
            return try tables.flatMap { table in
                try connection.all(table) { row in (0..<row.columnCount).map { "\(row.value($0))" }.joined(separator: "|") }
            }
        }
    }

    /// Names of the applications of an organization.
    func applications(of organization: Name = .builtIn) async throws -> [String] {
        try await domains.applications.list(domains.organizations.find(organization).id).map(\.name.text)
    }
}
