import Access
import GatehouseTesting
import Identity
import JSON
import MCP
import OAuth
import SQL
import Store
import Testing
import Tools

@Suite("Callers from tokens, applications and sessions")
struct CredentialTests {
    private static let origin = "https://gatehouse.example"
    private static let facts = EndpointFacts(origin: origin, address: "192.0.2.7")
    private static let call = AuthorizationCall(origin: origin, address: "192.0.2.7")

    /// An application of `acme` that acts by itself.
    private static func application(
        _ fixture: ToolFixture, _ name: Name, _ scopes: [String], whitelist: String = ""
    ) async throws -> (application: Application, secret: String) {
        var change = ApplicationChange()
        change.grantTypes = .set(["client_credentials", "authorization_code", "refresh_token"])
        change.redirectURIs = .set(["https://client.example/callback"])
        change.scopes = .set(scopes.map { ApplicationScope(name: $0) })
        change.ipWhitelist = .set(whitelist)
        let terminal = CredentialBound.terminal(fixture.people.builtIn.id, scopes: Set(ScopeSet.all.names))
        let made = try await fixture.domains.applications.add(fixture.people.acme.id, name, change, bound: terminal)
        return (made.application, try #require(made.secret).text)
    }

    /// A token that an application gets for itself.
    private static func token(
        _ fixture: ToolFixture, _ client: (application: Application, secret: String), scope: String? = nil, workspace: String = "acme"
    ) async throws -> String {
        var body = "grant_type=client_credentials&client_id=\(client.application.clientID)&client_secret=\(client.secret)"
        body += "&resource=\(origin)\(workspace == "main" ? "/api/mcp" : "/api/__app/\(workspace)/mcp")"
        body += "&scope=\((scope ?? client.application.scopeNames.text).replacing(" ", with: "+"))"
        return try await fixture.domains.authorization.token.issue(try Parameters(form: Array(body.utf8)), authorization: nil, call).accessToken
    }

    /// A session of a person, for whom a password is set.
    private static func session(_ fixture: ToolFixture, _ name: String) async throws -> NewSession {
        let user = try #require(fixture.people.users[name])
        let password = Secret("a password of \(name)")
        try await fixture.domains.users.setPassword(user.organization, user.id, password)
        let parts = name.split(separator: "/").map(String.init)
        return try #require(
            try await fixture.domains.authorization.passwords.signIn(organization: parts[0], username: parts[1], password: password, call))
    }

    /// A token for the scopes that a person allows an application.
    private static func token(
        _ fixture: ToolFixture, of name: String, by client: (application: Application, secret: String), scopes: String, workspace: String = "acme"
    ) async throws -> String {
        let server = fixture.domains.authorization
        let session = try await session(fixture, name).principal
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        let redirect = "https://client.example/callback"
        var body = "response_type=code&client_id=\(client.application.clientID)&redirect_uri=\(redirect)&scope=\(scopes.replacing(" ", with: "+"))"
        body += "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
        body += "&resource=\(origin)\(workspace == "main" ? "/api/mcp" : "/api/__app/\(workspace)/mcp")"
        guard case .proceed(let pending) = try await server.authorize.check(try Parameters(query: body), call) else {
            throw Refusal(.forbidden, "refused")
        }
        let location = try await server.authorize.allow(pending, scopes: scopes.split(separator: " ").map(String.init), session)
        let code = try #require(location.split(separator: "?").last?.split(separator: "&").first { $0.hasPrefix("code=") }).dropFirst(5)
        let form =
            "grant_type=authorization_code&code=\(code)&redirect_uri=\(redirect)&code_verifier=\(verifier)"
            + "&client_id=\(client.application.clientID)&client_secret=\(client.secret)"
        return try await server.token.issue(try Parameters(form: Array(form.utf8)), authorization: nil, call).accessToken
    }

    private static func caller(
        _ fixture: ToolFixture, _ credential: Credential, at workspace: String = "acme", facts: EndpointFacts? = CredentialTests.facts
    ) async throws -> Caller {
        let place = try #require(try await fixture.callers.workspace(workspace))
        return try await fixture.callers.caller(for: credential, in: place, endpoint: facts)
    }

    private static func refuses(
        _ fixture: ToolFixture, _ code: Refusal.Code, _ credential: Credential, at workspace: String = "acme",
        facts: EndpointFacts? = CredentialTests.facts,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        await #expect(sourceLocation: sourceLocation) {
            _ = try await caller(fixture, credential, at: workspace, facts: facts)
        } throws: { ($0 as? Refusal)?.code == code }
    }

    @Test("A15 E13 a token opens the one endpoint that it is for, at the one issuer")
    func audience() async throws {
        try await ToolFixture.with { fixture in
            let client = try await Self.application(fixture, "robot", ["read:record"])
            let (office, main) = (try await Self.token(fixture, client), try await Self.token(fixture, client, workspace: "main"))
            for _ in 0..<2 {
                #expect(try await Self.caller(fixture, .bearer(office)).application?.name == "robot")
                #expect(try await Self.caller(fixture, .bearer(main), at: "main").workspace.name == "main")
                await Self.refuses(fixture, .unauthorized, .bearer(office), at: "main")
                await Self.refuses(fixture, .unauthorized, .bearer(office), at: "annex")
                await Self.refuses(fixture, .unauthorized, .bearer(main))
                await Self.refuses(fixture, .unauthorized, .bearer(office), facts: EndpointFacts(origin: "https://other.example", address: nil))
                await Self.refuses(fixture, .unauthorized, .bearer(office), facts: nil)
            }
            for text in ["", "x", "gths_x", String(office.dropLast(6)) + "AAAAAA", office + "."] {
                await Self.refuses(fixture, .unauthorized, .bearer(text))
            }
        }
    }

    @Test("An application acts within its scopes, organization and roles; a wrong pair of id and secret is not authenticated")
    func applications() async throws {
        try await ToolFixture.with { fixture in
            let client = try await Self.application(fixture, "robot", ["application:read", "read:record"])
            let basic = Credential.basic(user: client.application.clientID, password: client.secret)
            let caller = try await Self.caller(fixture, basic)
            #expect(caller.kind == .application(client.application.id) && caller.user == nil && caller.organization?.name == "acme")
            #expect(caller.roles.isEmpty && caller.scopes.names == ["read:application", "read:record"])
            #expect(caller.grantedScopes == ["application:read", "read:record"])
            #expect(caller.spelling(of: .write(.application)) == "application:write")
            let terminal = CredentialBound.terminal(fixture.people.builtIn.id, scopes: [])
            try await fixture.domains.members.add(
                fixture.people.acme.id, workspace: fixture.people.office.id, .application, client.application.qualifiedName, role: .reader,
                bound: terminal)
            #expect(try await Self.caller(fixture, basic).roles == ["reader"])
            #expect(try await Self.caller(fixture, .bearer(try await Self.token(fixture, client))).roles == ["reader"])
            for wrong in [
                Credential.basic(user: client.application.clientID, password: client.secret + "x"), .basic(user: "nobody", password: client.secret),
                .basic(user: client.application.clientID, password: ""), .unreadable,
            ] { await Self.refuses(fixture, .unauthorized, wrong) }
            // E05: the workspace of another organization does not exist for it.
            await Self.refuses(fixture, .notFound, basic, at: "rival")
            #expect(try await Self.caller(fixture, basic, at: "main").roles.isEmpty)
        }
    }

    @Test("E07 a token gives its owner's current rights: roles, administration, organization")
    func currentRights() async throws {
        try await ToolFixture.with { fixture in
            let client = try await Self.application(fixture, "robot", [])
            let boss = try await Self.token(fixture, of: "acme/boss", by: client, scopes: "mcp write:application", workspace: "main")
            let ann = try await Self.token(fixture, of: "acme/ann", by: client, scopes: "mcp")
            let before = try await Self.caller(fixture, .bearer(boss), at: "main")
            #expect(
                before.isOrganizationAdministrator && before.scopes.contains(.write(.application))
                    && before.grantedScopes == ["mcp", "write:application"])
            #expect(before.limits.workspace == fixture.people.main.id)
            #expect(try await Self.caller(fixture, .bearer(ann)).roles == ["admin"])
            try await fixture.store.write { try $0.execute("UPDATE users SET is_admin = 0 WHERE name = 'boss'") }
            let after = try await Self.caller(fixture, .bearer(boss), at: "main")
            #expect(!after.isOrganizationAdministrator && !after.scopes.contains(.write(.application)) && after.scopes == .mcp)
            // The remaining scopes, in the grant's spelling.
            #expect(after.grantedScopes == ["mcp"])
            let terminal = CredentialBound.terminal(fixture.people.builtIn.id, scopes: [])
            try await fixture.domains.members.remove(
                fixture.people.acme.id, workspace: fixture.people.office.id, .user, QualifiedName(organization: "acme", name: "ann"), role: nil,
                bound: terminal)
            #expect(try await Self.caller(fixture, .bearer(ann)).roles.isEmpty)
            let rival = fixture.people.rival.id
            try await fixture.store.write { try $0.execute("UPDATE users SET organization_id = \(rival), name_key = 'ann2' WHERE name = 'ann'") }
            await Self.refuses(fixture, .notFound, .bearer(ann))
        }
    }

    @Test("E07 a person's token is also limited by its application's current rights")
    func narrowedApplication() async throws {
        try await ToolFixture.with { fixture in
            let client = try await Self.application(fixture, "robot", [])
            let boss = try await Self.token(fixture, of: "acme/boss", by: client, scopes: "admin")
            #expect(try await Self.caller(fixture, .bearer(boss)).scopes == .all)
            var change = ApplicationChange()
            change.scopes = .set([ApplicationScope(name: "read:record"), ApplicationScope(name: "read:user")])
            let terminal = CredentialBound.terminal(fixture.people.builtIn.id, scopes: Set(ScopeSet.all.names))
            _ = try await fixture.domains.applications.update(fixture.people.acme.id, "robot", change, bound: terminal)
            let after = try await Self.caller(fixture, .bearer(boss))
            #expect(after.scopes.names == ["read:user", "read:record"] && after.grantedScopes == after.scopes.names)
            let before = try await fixture.fingerprint()
            #expect(await fixture.call("add_user", ["user": ["name": "x"]], as: fixture.principal(after)).code == "insufficient_scope")
            #expect(try await fixture.fingerprint() == before)
        }
    }

    @Test("E08 a deleted application, a disabled user and a removed token object end a token at once")
    func endings() async throws {
        try await ToolFixture.with { fixture in
            let (one, two) = (try await Self.application(fixture, "one", ["read:record"]), try await Self.application(fixture, "two", []))
            let own = try await Self.token(fixture, one)
            let ann = try await Self.token(fixture, of: "acme/ann", by: two, scopes: "mcp")
            let rita = try await Self.token(fixture, of: "acme/rita", by: two, scopes: "mcp")
            for token in [own, ann, rita] { _ = try await Self.caller(fixture, .bearer(token)) }
            let acme = fixture.people.acme.id
            try await fixture.domains.applications.remove(acme, "one", bound: .terminal(fixture.people.builtIn.id, scopes: Set(ScopeSet.all.names)))
            await Self.refuses(fixture, .unauthorized, .bearer(own))
            try await fixture.domains.users.disable(acme, try #require(fixture.people.users["acme/ann"]).id)
            await Self.refuses(fixture, .unauthorized, .bearer(ann))
            let object = try #require(try await fixture.domains.tokens.list(acme, ListQuery()).items.first { $0.user?.name == "rita" })
            try await fixture.domains.tokens.remove(acme, object.name)
            await Self.refuses(fixture, .unauthorized, .bearer(rita))
        }
    }

    @Test("E09 an address list holds for keys of an application, its tokens, and nothing else")
    func addresses() async throws {
        try await ToolFixture.with { fixture in
            let client = try await Self.application(fixture, "robot", ["read:record"], whitelist: "192.0.2.0/24")
            let basic = Credential.basic(user: client.application.clientID, password: client.secret)
            let token = try await Self.token(fixture, client)
            let elsewhere = EndpointFacts(origin: Self.origin, address: "198.51.100.1")
            for credential in [basic, .bearer(token)] {
                _ = try await Self.caller(fixture, credential)
                await Self.refuses(fixture, .forbidden, credential, facts: elsewhere)
            }
        }
    }

    @Test("A session has the person's own rights, and ends with the sign-out")
    func sessions() async throws {
        try await ToolFixture.with { fixture in
            let rita = try await Self.session(fixture, "acme/rita")
            let caller = try await Self.caller(fixture, .session(cookie: rita.cookie.text))
            #expect(caller.roles == ["reader"] && caller.scopes == .all && !caller.isOrganizationAdministrator)
            #expect(caller.userLabel == "acme/rita" && caller.application == nil)
            await Self.refuses(fixture, .notFound, .session(cookie: rita.cookie.text), at: "rival")
            let principal = fixture.principal(caller)
            #expect(await fixture.call("crud", ["resource": "customers", "action": "list"], as: principal).code == "ok")
            #expect(await fixture.call("workspaces_add", ["name": "third"], as: principal).code == "forbidden")
            await Self.refuses(fixture, .unauthorized, .session(cookie: String(rita.cookie.text.reversed())))
            await Self.refuses(fixture, .unauthorized, .bearer(rita.cookie.text))
            try await fixture.domains.authorization.passwords.signOut(rita.cookie.text)
            await Self.refuses(fixture, .unauthorized, .session(cookie: rita.cookie.text))
        }
    }

    @Test("E11 a token makes no key that opens more than its endpoint")
    func keys() async throws {
        try await ToolFixture.with { fixture in
            let client = try await Self.application(fixture, "robot", [])
            let token = try await Self.token(fixture, of: "acme/ann", by: client, scopes: "mcp write:token")
            let principal = fixture.principal(try await Self.caller(fixture, .bearer(token)))
            let before = try await fixture.fingerprint()
            for arguments in [
                ["name": "k", "workspace": "*"], ["name": "k", "workspace": "annex"], ["name": "k", "scopes": "write:role"],
                ["name": "k", "expires": "900d"],
            ] as [JSONObject] {
                #expect(await fixture.call("api_keys_create", arguments, as: principal).code == "forbidden", "\(arguments)")
            }
            #expect(try await fixture.fingerprint() == before)
            #expect(await fixture.call("api_keys_create", ["name": "k"], as: principal).code == "ok")
        }
    }
}
