import GatehouseTesting
import Identity
import JSON
import OAuth
import SeededRandom
import Tools

/// Random actions of a person with a browser on the authorization server: self-registered clients, consent, devices, refreshed and
/// exchanged tokens.
struct SigningInAttempt {
    private struct RegisteredClient {
        let id: String
        let secret: String?
    }

    private let fixture: ToolFixture
    private let principal: SessionPrincipal
    private var clients: [RegisteredClient] = []
    private var refreshTokens: [(token: String, client: RegisteredClient)] = []
    /// How often each step came to its end.
    private(set) var done: [String: Int] = [:]

    private static let redirect = "https://client.example/callback"
    // RFC 7636 appendix B.
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    private static let grants = ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"]
    private static let places = ["main", "acme", "acme", "annex", "rival"]

    init(_ fixture: ToolFixture, as person: String) async throws {
        self.fixture = fixture
        principal = try await fixture.session(of: person).principal
    }

    /// Makes one random step. Returns the credentials that it obtained, if any.
    mutating func step(_ dice: inout SeededGenerator) async -> [Credential] {
        // Each step has its own address, because the limit per address is not under test.
        let call = AuthorizationCall(origin: "http://test", address: "192.0.\(dice.below(250)).\(1 + dice.below(250))")
        do {
            switch dice.below(5) {
            case 0: return try await register(&dice, call)
            case 1, 2: return try await consent(&dice, call)
            case 3: return try await device(&dice, call)
            default: return try await refresh(&dice, call)
            }
        } catch {
            return []
        }
    }

    private mutating func register(_ dice: inout SeededGenerator, _ call: AuthorizationCall) async throws -> [Credential] {
        var metadata: JSONObject = ["client_name": "stranger", "redirect_uris": [.string(Self.redirect)]]
        metadata["grant_types"] = .array((Self.grants + (dice.below(3) == 0 ? ["client_credentials"] : [])).map { .string($0) })
        metadata["token_endpoint_auth_method"] = dice.below(2) == 0 ? "none" : "client_secret_post"
        if dice.below(2) == 0 { metadata["scope"] = .string(dice.pick(Self.scopes)) }
        let body = JSONValue.object(metadata).serialized
        let answer = try await fixture.domains.authorization.registration.register(body, registrationURI: { "http://test/\($0)" }, call)
        guard let id = answer["client_id"]?.string else { return [] }
        let client = RegisteredClient(id: id, secret: answer["client_secret"]?.string)
        clients.append(client)
        done["register", default: 0] += 1
        return client.secret.map { [.basic(user: id, password: $0)] } ?? []
    }

    private mutating func consent(_ dice: inout SeededGenerator, _ call: AuthorizationCall) async throws -> [Credential] {
        guard let client = clients.last else { return try await register(&dice, call) }
        let server = fixture.domains.authorization
        let asked = dice.pick(Self.scopes)
        let query = Self.form([
            ("response_type", "code"), ("client_id", client.id), ("redirect_uri", Self.redirect), ("code_challenge", Self.challenge),
            ("code_challenge_method", "S256"), ("scope", asked), ("resource", Self.resource(dice.pick(Self.places))),
        ])
        guard case .proceed(let pending) = try await server.authorize.check(try Parameters(query: query), visitor: principal.subject, call) else {
            return []
        }
        let chosen = (dice.below(3) == 0 ? dice.pick(Self.scopes) : asked).split(separator: " ").map(String.init)
        let location = try await server.authorize.allow(pending, scopes: chosen, principal)
        guard let code = location.split(whereSeparator: { "?&".contains($0) }).first(where: { $0.hasPrefix("code=") })?.dropFirst(5) else {
            return []
        }
        var members = [
            ("grant_type", "authorization_code"), ("code", String(code)), ("redirect_uri", Self.redirect), ("code_verifier", Self.verifier),
        ]
        if dice.below(4) == 0 { members.append(("resource", Self.resource(dice.pick(Self.places)))) }
        return try await token(members, client, call, "consent")
    }

    private mutating func device(_ dice: inout SeededGenerator, _ call: AuthorizationCall) async throws -> [Credential] {
        guard let client = clients.last else { return try await register(&dice, call) }
        let server = fixture.domains.authorization
        let asked = Self.form(
            [("scope", dice.pick(Self.scopes)), ("resource", Self.resource(dice.pick(Self.places)))] + Self.proof(of: client))
        let answer = try await server.devices.authorize(
            try Parameters(form: Array(asked.utf8)), authorization: nil, verificationURI: "http://test/device", call)
        guard let code = answer["device_code"]?.string, let shown = answer["user_code"]?.string else { return [] }
        try await server.devices.allow(userCode: shown, scopes: dice.pick(Self.scopes).split(separator: " ").map(String.init), principal, call)
        return try await token([("grant_type", Self.grants[2]), ("device_code", code)], client, call, "device")
    }

    private mutating func refresh(_ dice: inout SeededGenerator, _ call: AuthorizationCall) async throws -> [Credential] {
        guard let (token, client) = refreshTokens.last else { return try await consent(&dice, call) }
        var members = [("grant_type", "refresh_token"), ("refresh_token", token)]
        if dice.below(2) == 0 { members.append(("scope", dice.pick(Self.scopes))) }
        if dice.below(3) == 0 { members.append(("resource", Self.resource(dice.pick(Self.places)))) }
        return try await self.token(members, client, call, "refresh")
    }

    private mutating func token(
        _ members: [(String, String)], _ client: RegisteredClient, _ call: AuthorizationCall, _ step: String
    ) async throws -> [Credential] {
        let form = Self.form(members + Self.proof(of: client))
        let answer = try await fixture.domains.authorization.token.issue(try Parameters(form: Array(form.utf8)), authorization: nil, call)
        if let refresh = answer.refreshToken { refreshTokens.append((refresh, client)) }
        done[step, default: 0] += 1
        return [.bearer(answer.accessToken)]
    }

    private static let scopes = [
        "admin", "mcp", "read", "write", "mcp offline_access", "read:record run:sql", "write:token write:role", "write:user write:organization",
        "read:record read:collection offline_access", "write:rule write:record", "openid profile", "write:application read:application",
    ]

    private static func proof(of client: RegisteredClient) -> [(String, String)] {
        [("client_id", client.id)] + (client.secret.map { [("client_secret", $0)] } ?? [])
    }

    private static func resource(_ place: String) -> String { "http://test/api/\(place == "main" ? "mcp" : "__app/\(place)/mcp")" }

    private static func form(_ members: [(String, String)]) -> String {
        members.map { "\($0)=\($1.replacing(" ", with: "+"))" }.joined(separator: "&")
    }
}
