import GatehouseTesting
import Identity
import JSON
import OAuth
import SQL
import Store
import Testing

@Suite("Clients")
struct ClientTests {
    private static func register(_ fixture: IdentityFixture, from address: String = "192.0.2.7", _ body: String) async throws -> JSONValue {
        try await fixture.authorization.registration.register(
            Array(body.utf8), registrationURI: { "\(IdentityFixture.origin)/api/oauth/register/\($0)" }, IdentityFixture.call(from: address))
    }

    private static let body = #"{"client_name":"Agent","redirect_uris":["https://client.example/callback"],"token_endpoint_auth_method":"none"}"#

    @Test(
        "A39 client credentials get the scopes that they name, of those that the application is registered with, and no more",
        arguments: StoreEngine.allCases)
    func credentials(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("agent", in: acme.id, scopes: ["read:record", "read:application"])
            let ask = client.proof.merging(["grant_type": "client_credentials"]) { $1 }
            _ = try await fixture.authorization.signingKeys.keySet()
            for scope in ["write:record", "mcp", "read:record write:application", "nonsense"] {
                try await fixture.refuses(.invalidScope) { _ = try await fixture.token(ask.merging(["scope": scope]) { $1 }) }
            }
            let token = try await fixture.token(ask.merging(["scope": "application:read"]) { $1 })
            #expect(token.scope == "application:read" && token.refresh == nil)
            let principal = try #require(try await fixture.principal(token.access))
            #expect(principal.user == nil && principal.organization == acme.id && principal.applicationName == "agent")
            #expect(try await fixture.token(ask).scope == "")
            let silent = try await fixture.application("silent", in: acme.id)
            let none = try await fixture.token(silent.proof.merging(["grant_type": "client_credentials"]) { $1 })
            #expect(none.scope == "")
            let people = try await fixture.application("people", in: acme.id, isPublic: true)
            try await fixture.refuses(.unauthorizedClient) {
                _ = try await fixture.token(people.proof.merging(["grant_type": "client_credentials"]) { $1 })
            }
        }
    }

    @Test("A44 only its client and its organization can inspect a token", arguments: StoreEngine.allCases)
    func introspection(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let (acme, rival) = (try await fixture.tenant("acme"), try await fixture.tenant("rival"))
            let client = try await fixture.application("agent", in: acme.id)
            let (colleague, stranger) = (
                try await fixture.application("colleague", in: acme.id), try await fixture.application("stranger", in: rival.id)
            )
            let tokens = try await fixture.redeem(try await fixture.code(for: client, try await fixture.session()), by: client)
            for token in [tokens.access, try #require(tokens.refresh)] {
                for (caller, isActive) in [(client, true), (colleague, true), (stranger, false)] {
                    let parameters = try IdentityFixture.parameters(caller.proof.merging(["token": token]) { $1 })
                    let answer = try await fixture.authorization.introspection.introspect(parameters, authorization: nil, IdentityFixture.here)
                        .document
                    #expect(answer["active"]?.bool == isActive)
                    #expect(answer["username"]?.string == (isActive ? "acme/ann" : nil))
                    if !isActive { #expect(answer == ["active": false]) }
                }
            }
            let own = try await fixture.authorization.registration.register(
                Array(#"{"redirect_uris":["https://client.example/callback"]}"#.utf8), registrationURI: { $0 }, IdentityFixture.here)
            let dynamic = ["client_id": try #require(own["client_id"]?.string), "client_secret": try #require(own["client_secret"]?.string)]
            let parameters = try IdentityFixture.parameters(dynamic.merging(["token": tokens.access]) { $1 })
            #expect(
                try await fixture.authorization.introspection.introspect(parameters, authorization: nil, IdentityFixture.here).document == [
                    "active": false
                ])
        }
    }

    @Test("A31 registrations are limited by address, and clients without any consent are removed after a day", arguments: StoreEngine.allCases)
    func registrations(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            var made = 0
            var throttled = 0
            for _ in 0..<100 {
                do {
                    _ = try await Self.register(fixture, Self.body)
                    made += 1
                } catch is Throttled {
                    throttled += 1
                }
            }
            #expect(made == 30 && throttled == 70)
            let used = try await Self.register(fixture, from: "198.51.100.1", Self.body)
            let builtIn = try await fixture.organizations.find(.builtIn)
            #expect(try await fixture.applications.list(builtIn.id).count == 31)
            let id = try #require(used["client_id"]?.string)
            let application = try #require(try await fixture.applications.find(client: id))
            #expect(application.tags == ["dcr"] && application.isPublic && application.scopes.isEmpty && application.source == .dynamic)
            _ = try await fixture.tenant("acme")
            let client = IdentityFixture.Registered(application: application, secret: nil)
            let tokens = try await fixture.redeem(try await fixture.code(for: client, try await fixture.session()), by: client)
            fixture.clock.advance(.seconds(86_401))
            try await fixture.authorization.ended.cleanUp()
            #expect(try await fixture.applications.list(builtIn.id).map(\.clientID) == [id])
            _ = try await fixture.refresh(try #require(tokens.refresh), by: client)
            fixture.clock.advance(.seconds(91 * 86_400))
            try await fixture.authorization.ended.cleanUp()
            #expect(try await fixture.applications.list(builtIn.id).isEmpty)
        }
    }

    @Test(
        "A31 when strangers fill the table of clients, the oldest one without consent is dropped; used and new ones never are",
        arguments: StoreEngine.allCases)
    func crowd(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine, maximumClients: 40) { fixture in
            func registered(_ address: String) async throws -> IdentityFixture.Registered {
                let id = try #require(try await Self.register(fixture, from: address, Self.body)["client_id"]?.string)
                return IdentityFixture.Registered(application: try #require(try await fixture.applications.find(client: id)), secret: nil)
            }
            _ = try await fixture.tenant("acme")
            let session = try await fixture.session()
            let used = try await registered("198.51.100.1")
            let tokens = try await fixture.redeem(try await fixture.code(for: used, session), by: used)
            // Allowed, and not yet redeemed.
            let allowed = try await registered("198.51.100.2")
            let code = try await fixture.code(for: allowed, session)
            let unused = try await registered("198.51.100.3")
            let next = try await registered("198.51.100.4")
            for stranger in 5...40 { _ = try await registered("198.51.100.\(stranger)") }
            func clients() async throws -> Int64? {
                try await fixture.store.read { try $0.first("SELECT count(*) FROM applications WHERE source = 'dynamic'") { $0.int(0) } ?? nil }
            }
            #expect(try await clients() == 40)
            // All are new: somebody may be signing in to any of them.
            try await fixture.refuses(.temporarilyUnavailable) { _ = try await Self.register(fixture, Self.body) }
            #expect(try await clients() == 40)
            #expect(try await fixture.applications.find(client: unused.application.clientID) != nil)

            _ = try await fixture.redeem(code, by: allowed)
            fixture.clock.advance(.seconds(601))
            let late = try await registered("198.51.100.99")
            #expect(try await clients() == 40)
            #expect(try await fixture.applications.find(client: unused.application.clientID) == nil)
            for kept in [used, allowed, next, late] {
                #expect(try await fixture.applications.find(client: kept.application.clientID) != nil)
            }
            _ = try await fixture.refresh(try #require(tokens.refresh), by: used)
            // Each address is held to its own number all the same.
            for _ in 0..<29 { _ = try await Self.register(fixture, from: "198.51.100.99", Self.body) }
            await #expect(throws: Throttled.self) { _ = try await Self.register(fixture, from: "198.51.100.99", Self.body) }
            #expect(try await clients() == 40)
            #expect(try await fixture.applications.find(client: next.application.clientID) == nil)
        }
    }

    @Test("A registered client finds itself again with its own token alone, and can take itself away", arguments: StoreEngine.allCases)
    func selfService(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let (one, two) = (try await Self.register(fixture, Self.body), try await Self.register(fixture, Self.body))
            let id = try #require(one["client_id"]?.string)
            let token = try #require(one["registration_access_token"]?.string)
            let other = try #require(two["registration_access_token"]?.string)
            let found = try await fixture.authorization.registration.read(client: id, token: token, registrationURI: "u")
            #expect(found["client_name"]?.string == "Agent" && found["client_secret"] == nil)
            for wrong in [other, "", "gthg_x"] {
                try await fixture.refuses(.invalidToken) {
                    _ = try await fixture.authorization.registration.read(client: id, token: wrong, registrationURI: "u")
                }
                try await fixture.refuses(.invalidToken) { try await fixture.authorization.registration.remove(client: id, token: wrong) }
            }
            try await fixture.authorization.registration.remove(client: id, token: token)
            #expect(try await fixture.applications.find(client: id) == nil)
        }
    }

    @Test("A client with a document is known by its URL, and becomes an application when somebody allows it", arguments: StoreEngine.allCases)
    func document(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            _ = try await fixture.tenant("acme")
            let url = "https://client.example/oauth/metadata.json"
            fixture.outside.put(
                #"{"client_id":"\#(url)","client_name":"Desk","redirect_uris":["https://client.example/callback","http://127.0.0.1/callback"]}"#,
                at: url)
            let ann = try await fixture.session()
            let before = try await fixture.contents()
            let pending = try await fixture.pending(url)
            #expect(pending.clientName == "Desk" && pending.trust == .document(host: "client.example"))
            guard case .ask = try await fixture.authorization.authorize.question(pending, ann) else {
                Issue.record("not asked")
                return
            }
            #expect(try await fixture.contents() == before)
            let location = try await fixture.authorization.authorize.allow(pending, scopes: ["mcp"], ann)
            let application = try #require(try await fixture.applications.find(client: url))
            #expect(application.source == .document && application.isPublic && application.displayName == "Desk")
            let client = IdentityFixture.Registered(application: application, secret: nil)
            let tokens = try await fixture.redeem(try #require(IdentityFixture.member("code", of: location)), by: client)
            #expect(try await fixture.principal(tokens.access)?.applicationName == application.name)
            // Remembered where the redirect is the client's own; any program may listen on this machine, so there the person is asked each time (A30).
            guard case .redirect = try await fixture.authorization.authorize.question(try await fixture.pending(url), ann) else {
                Issue.record("asked again")
                return
            }
            let local = try await fixture.pending(url, ["redirect_uri": "http://127.0.0.1:5123/callback"])
            #expect(local.isLocal && local.redirectHost == "127.0.0.1:5123")
            guard case .ask = try await fixture.authorization.authorize.question(local, ann) else {
                Issue.record("not asked")
                return
            }
            guard case .page(let error, nil) = try await fixture.ask("https://client.example/oauth/none.json") else {
                Issue.record("no page")
                return
            }
            #expect(error.code == .invalidClient)
        }
    }

    @Test("A53 the current content of a client's document applies on every node once a person consents", arguments: StoreEngine.allCases)
    func changedDocument(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            _ = try await fixture.tenant("acme")
            let ann = try await fixture.session()
            let url = "https://client.example/oauth/metadata.json"
            func put(_ method: ClientAuthentication, grants: String) {
                fixture.outside.put(
                    #"""
                    {"client_id":"\#(url)","client_name":"Desk","redirect_uris":["\#(IdentityFixture.redirect)"],"grant_types":[\#(grants)],
                    "token_endpoint_auth_method":"\#(method.rawValue)","jwks_uri":"https://client.example/keys"}
                    """#, at: url)
            }
            // A secret is refused before it is compared, in words that depend on the method.
            func refusal(by server: AuthorizationServer) async throws -> String {
                do {
                    _ = try await fixture.token(
                        ["client_id": url, "client_secret": "x", "grant_type": "refresh_token", "refresh_token": "x"], by: server)
                    return ""
                } catch let error as OAuthError {
                    return error.reason
                }
            }
            let both = #""authorization_code","refresh_token""#
            let other = try await fixture.otherNode()
            for (method, words) in [(ClientAuthentication.none, "is public"), (.privateKeyJWT, "private_key_jwt"), (.none, "is public")] {
                put(method, grants: both)
                _ = try await fixture.authorization.authorize.allow(try await fixture.pending(url), scopes: ["mcp"], ann)
                #expect(try await fixture.applications.find(client: url)?.client.authentication == method)
                try await other.store.feed.poll()
                for server in [fixture.authorization, other.server] { #expect(try await refusal(by: server).contains(words)) }
            }
            await other.store.close()
        }
    }

    @Test("A31 a document is fetched only for signed-in people, and each fetch counts for its person", arguments: StoreEngine.allCases)
    func fetchesForVisitors(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            _ = try await fixture.tenant("acme")
            let url = "https://client.example/oauth/metadata.json"
            fixture.outside.put(#"{"client_id":"\#(url)","client_name":"Desk","redirect_uris":["\#(IdentityFixture.redirect)"]}"#, at: url)
            for number in 0..<50 {
                guard case .signIn = try await fixture.ask("https://client.example/\(number).json", visitor: nil) else {
                    Issue.record("not sent to sign in")
                    return
                }
            }
            guard case .page(let error, nil) = try await fixture.ask(url, ["prompt": "none"], visitor: nil) else {
                Issue.record("no page")
                return
            }
            #expect(error.code == .loginRequired && fixture.outside.askers.isEmpty)
            let ann = try await fixture.session()
            guard case .proceed(let pending) = try await fixture.ask(url, visitor: ann.subject) else {
                Issue.record("refused")
                return
            }
            #expect(fixture.outside.askers == ["user \(ann.subject)"])
            _ = try await fixture.authorization.authorize.allow(pending, scopes: ["mcp"], ann)
            // What somebody allowed is known here: its name and redirects can be shown without a fetch.
            guard case .proceed(let known) = try await fixture.ask(url, visitor: nil) else {
                Issue.record("not known")
                return
            }
            #expect(known.clientName == "Desk" && fixture.outside.askers.count == 1)
        }
    }

    @Test("A41 an unverified client gets no refusal by redirect; the person may follow a link to it", arguments: StoreEngine.allCases)
    func openRedirect(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let made = try await Self.register(fixture, Self.body)
            let id = try #require(made["client_id"]?.string)
            let registered = try await fixture.application("portal", in: acme.id)
            let before = try await fixture.contents()
            let wrongs: [[String: String]] = [
                ["response_type": "token"], ["prompt": "none"], ["code_challenge": "short"], ["resource": "\(IdentityFixture.origin)/api/nowhere"],
            ]
            for wrong in wrongs {
                guard case .page(let error, let place?) = try await fixture.ask(id, wrong, visitor: nil) else {
                    Issue.record("sent away: \(wrong)")
                    continue
                }
                #expect(
                    place.hasPrefix(IdentityFixture.redirect + "?") && IdentityFixture.member("error", of: place) == error.code.rawValue, "\(wrong)")
                guard case .redirect(let location) = try await fixture.ask(registered.id, wrong, visitor: nil) else {
                    Issue.record("a registered client is told: \(wrong)")
                    continue
                }
                #expect(IdentityFixture.member("error", of: location) == error.code.rawValue)
            }
            #expect(try await fixture.contents() == before)
            // Also what only the signed-in can be refused, until the person has allowed this client something.
            let ann = try await fixture.session()
            let silent = try await fixture.pending(id, ["prompt": "none", "scope": "read:record"])
            guard case .refuse(let error, let place) = try await fixture.authorization.authorize.question(silent, ann) else {
                Issue.record("sent away")
                return
            }
            #expect(error.code == .consentRequired && IdentityFixture.member("error", of: place) == "consent_required")
            _ = try await fixture.authorization.authorize.allow(try await fixture.pending(id, ["scope": "read:record"]), scopes: ["read:record"], ann)
            let wider = try await fixture.pending(id, ["prompt": "none", "scope": "read:record run:sql"])
            guard case .redirect(let location) = try await fixture.authorization.authorize.question(wider, ann) else {
                Issue.record("kept from its client")
                return
            }
            #expect(IdentityFixture.member("error", of: location) == "consent_required")
        }
    }

    @Test(
        "A31 self-registered clients are in no list and no quota, and reveal no organization", arguments: StoreEngine.allCases)
    func quotas(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let now: @Sendable () -> Timestamp = { [clock = fixture.clock] in clock.now }
            let applications = Applications(store: fixture.store, policy: FixturePolicy(), quotas: Quotas(application: 2), now: now)
            let server = AuthorizationServer(
                store: fixture.store, applications: applications, users: fixture.users, hasher: fixture.hasher, directory: fixture.directory, now: now
            )
            for _ in 0..<5 { _ = try await server.registration.register(Array(Self.body.utf8), registrationURI: { $0 }, IdentityFixture.here) }
            let builtIn = try await fixture.organizations.find(.builtIn)
            let terminal = try await fixture.terminal()
            for name in ["one", "two"] as [Name] { _ = try await applications.add(builtIn.id, name, bound: terminal) }
            try await fixture.refuses(.limited) { _ = try await applications.add(builtIn.id, "three", bound: terminal) }
            #expect(try await fixture.applications.list(acme.id).isEmpty)
            #expect(try await fixture.applications.list(builtIn.id).count == 7)
        }
    }

    @Test("E09 where the server runs for show, a client that registered itself ends after a day, and is in no list", arguments: StoreEngine.allCases)
    func demo(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let now: @Sendable () -> Timestamp = { [clock = fixture.clock] in clock.now }
            let applications = Applications(store: fixture.store, policy: FixturePolicy(), hidesUnregistered: true, now: now)
            let server = AuthorizationServer(
                store: fixture.store, applications: applications, users: fixture.users, hasher: fixture.hasher, directory: fixture.directory,
                isDemo: true,
                now: now)
            let made = try await server.registration.register(Array(Self.body.utf8), registrationURI: { $0 }, IdentityFixture.here)
            let id = try #require(made["client_id"]?.string)
            let token = try #require(made["registration_access_token"]?.string)
            _ = try await fixture.application("ours", in: acme.id)
            #expect(try await applications.list(nil, ListQuery()).items.map(\.name) == ["ours"])
            fixture.clock.advance(.seconds(86_399))
            _ = try await server.ended.cleanUp()
            #expect(try await server.registration.read(client: id, token: token, registrationURI: "")["client_id"]?.string == id)
            fixture.clock.advance(.seconds(1))
            await #expect(throws: OAuthError.self) { try await server.registration.read(client: id, token: token, registrationURI: "") }
            _ = try await server.ended.cleanUp()
            #expect(try await fixture.applications.find(client: id) == nil)
            #expect(try await applications.find("ours") != nil)
        }
    }

    @Test("E08 an application's tokens end with it, and while it is disabled", arguments: StoreEngine.allCases)
    func removed(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("agent", in: acme.id, scopes: ["read:record"])
            let terminal = try await fixture.terminal()
            let pair = try client.presented
            let code = try await fixture.code(for: client, try await fixture.session(), scopes: ["read:record"])
            let tokens = try await fixture.redeem(code, by: client)
            let own = try await fixture.token(client.proof.merging(["grant_type": "client_credentials"]) { $1 })
            try await fixture.members.add(
                acme.id, workspace: acme.workspace.id, .application, QualifiedName(organization: "acme", name: "agent"), role: .reader,
                bound: terminal)
            #expect(try await fixture.directory.roles(of: client.application.id, in: acme.workspace.id) == [.reader])
            #expect(try await fixture.memberships(acme.id, workspace: acme.workspace.id).map(\.kind) == [.application])
            for isEnabled in [true, false] {
                var change = ApplicationChange()
                change.isEnabled = .set(isEnabled)
                _ = try await fixture.applications.update(acme.id, "agent", change, bound: terminal)
                #expect((try await fixture.principal(tokens.access) != nil) == isEnabled)
                #expect((try await fixture.principal(own.access) != nil) == isEnabled)
                #expect((try await fixture.directory.principal(pair) != nil) == isEnabled)
                #expect(try await fixture.directory.roles(of: client.application.id, in: acme.workspace.id).isEmpty == !isEnabled)
            }
            try await fixture.refuses(.invalidClient) { _ = try await fixture.refresh(try #require(tokens.refresh), by: client) }
            try await fixture.applications.remove(acme.id, "agent", bound: terminal)
            #expect(try await fixture.tokens.list(acme.id, ListQuery()).items.isEmpty)
            #expect(try await fixture.memberships(acme.id, workspace: acme.workspace.id).isEmpty)
            #expect(try await fixture.principal(own.access) == nil)
        }
    }

    @Test(
        "A29 a client's own statements prove nothing: only its document's host and an administrator do", arguments: StoreEngine.allCases
    )
    func trust(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let made = try await Self.register(
                fixture, #"{"client_name": "Claude", "client_uri": "https://claude.ai/", "redirect_uris": ["\#(IdentityFixture.redirect)"]}"#)
            #expect(try await fixture.pending(try #require(made["client_id"]?.string)).trust == .itself)
            let ours = try await fixture.application("portal", in: acme.id)
            #expect(try await fixture.pending(ours.id).trust == .registered)
            let robot = acme.bound(application: 99, covers: .administrator)
            func rename(_ name: String, _ bound: CredentialBound) async throws {
                var change = ApplicationChange()
                change.displayName = .set(name)
                _ = try await fixture.applications.update(acme.id, "portal", change, bound: bound)
            }
            try await rename("ACME HR portal", robot)
            #expect(try await fixture.pending(ours.id).trust == .made(by: "acme"))
            try await rename("Portal", acme.bound(acme.boss))
            #expect(try await fixture.pending(ours.id).trust == .registered)
            var change = ApplicationChange()
            change.redirectURIs = .set([IdentityFixture.redirect])
            let theirs = try await fixture.applications.add(acme.id, "hr", change, bound: robot)
            #expect(try await fixture.pending(theirs.application.clientID).trust == .made(by: "acme"))
        }
    }

    @Test(
        "An administrator's settings override a client's document, whose content cannot be edited",
        arguments: StoreEngine.allCases)
    func limitedDocument(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            _ = try await fixture.tenant("acme")
            let url = "https://client.example/oauth/metadata.json"
            fixture.outside.put(#"{"client_id":"\#(url)","client_name":"Desk","redirect_uris":["\#(IdentityFixture.redirect)"]}"#, at: url)
            let ann = try await fixture.session()
            _ = try await fixture.authorization.authorize.allow(try await fixture.pending(url), scopes: ["mcp"], ann)
            let application = try #require(try await fixture.applications.find(client: url))
            let terminal = try await fixture.terminal()
            var change = ApplicationChange()
            change.scopes = .set([ApplicationScope(name: "read:record")])
            _ = try await fixture.applications.update(application.organization, application.name, change, bound: terminal)
            guard
                case .ask(let question) = try await fixture.authorization.authorize.question(
                    try await fixture.pending(url, ["prompt": "consent"]), ann)
            else {
                Issue.record("not asked")
                return
            }
            #expect(question.scopes.map(\.name) == ["read:record"])
            var other = ApplicationChange()
            other.redirectURIs = .set(["https://elsewhere.example/cb"])
            try await fixture.refuses(.invalid) {
                _ = try await fixture.applications.update(application.organization, application.name, other, bound: terminal)
            }
        }
    }

    @Test(
        "dcrPolicy: an organization that takes registered applications alone is served by no other, before and after", arguments: StoreEngine.allCases
    )
    func policy(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            _ = try await fixture.tenant("rival")
            let (ann, other) = (try await fixture.session(), try await fixture.session("rival/ann"))
            let url = "https://client.example/oauth/metadata.json"
            fixture.outside.put(#"{"client_id":"\#(url)","client_name":"Desk","redirect_uris":["\#(IdentityFixture.redirect)"]}"#, at: url)
            let body = Array(
                #"{"client_name": "Claude", "redirect_uris": ["\#(IdentityFixture.redirect)"], "token_endpoint_auth_method": "none"}"#.utf8)
            let itself = try #require(
                try await fixture.authorization.registration.register(body, registrationURI: { $0 }, IdentityFixture.here)["client_id"]?.string)
            let known = try #require(try await fixture.applications.find(client: itself))
            let client = IdentityFixture.Registered(application: known, secret: nil)
            let tokens = try await fixture.redeem(try await fixture.code(for: client, ann), by: client)
            let waiting = [try await fixture.code(for: client, ann), try await fixture.code(for: client, ann)]
            func set(_ organization: OrganizationID, _ value: JSONValue) async throws {
                let changed = try await fixture.organizations.update(organization, Patch(["dcrPolicy": value]), bound: try await fixture.terminal())
                let stored = try await fixture.organizations.get(organization)
                #expect(changed.details["dcrPolicy"] == nil && changed == stored)
            }
            for off in ["disabled", ""] as [JSONValue] {
                try await set(acme.id, off)
                let session = try await fixture.session()
                for id in [itself, url] {
                    switch try await fixture.authorization.authorize.question(try await fixture.pending(id), session) {
                    case .refuse(let error, _):
                        #expect(id == url && error.code == .accessDenied && error.reason.contains("dcrPolicy"))
                    case .redirect(let place):
                        // Who allowed it something before is sent back to it.
                        #expect(
                            id == itself && IdentityFixture.member("error", of: place) == "access_denied"
                                && IdentityFixture.member("code", of: place) == nil)
                    case .ask: Issue.record("\(id) may act for somebody whose organization does not want it")
                    }
                    let place = try await fixture.authorization.authorize.allow(try await fixture.pending(id), scopes: ["mcp"], session)
                    #expect(IdentityFixture.member("error", of: place) == "access_denied" && IdentityFixture.member("code", of: place) == nil)
                }
                try await fixture.refuses(.accessDenied) { _ = try await fixture.refresh(try #require(tokens.refresh), by: client) }
                let code = off == "" ? waiting.last : waiting.first
                try await fixture.refuses(.accessDenied, changes: true) { _ = try await fixture.redeem(try #require(code), by: client) }
                // Others have their own say, and what an administrator registered serves on.
                _ = try await fixture.code(for: client, other)
                _ = try await fixture.code(for: try await fixture.application(off == "" ? "first-portal" : "portal", in: acme.id), session)
                try await set(acme.id, off == "" ? .null : "open")
            }
            _ = try await fixture.refresh(try #require(tokens.refresh), by: client)
            _ = try await fixture.code(for: client, try await fixture.session())
            // That of the operators says whether anybody registers at all.
            let builtIn = try await fixture.organizations.find(.builtIn).id
            try await set(builtIn, "disabled")
            try await fixture.refuses(.accessDenied) {
                _ = try await fixture.authorization.registration.register(body, registrationURI: { $0 }, IdentityFixture.here)
            }
            _ = try await fixture.code(for: client, try await fixture.session())
            try await set(builtIn, "open")
            _ = try await fixture.authorization.registration.register(body, registrationURI: { $0 }, IdentityFixture.here)
            try await fixture.refuses(.invalid) { try await set(acme.id, "perhaps") }
            try await fixture.refuses(.forbidden) {
                _ = try await fixture.organizations.update(acme.id, Patch(["dcrPolicy": "disabled"]), bound: acme.bound(application: 1))
            }
        }
    }

    @Test("E08 a new secret, and losing the right to act for itself, end an application's own tokens", arguments: StoreEngine.allCases)
    func ownTokens(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let terminal = try await fixture.terminal()
            let client = try await fixture.application("agent", in: acme.id, scopes: ["read:record"])
            let person = try await fixture.redeem(
                try await fixture.code(for: client, try await fixture.session(), scopes: ["read:record"]), by: client)
            func own(_ secret: String?) async throws -> String {
                try await fixture.token(["grant_type": "client_credentials", "client_id": client.id, "client_secret": secret ?? ""]).access
            }
            let first = try await own(client.secret)
            #expect(try await fixture.principal(first) != nil)
            let secret = try #require(try await fixture.applications.rotateSecret(acme.id, "agent", bound: terminal).secret)
            #expect(try await fixture.principal(first) == nil)
            #expect(try await fixture.principal(person.access) != nil)
            let second = try await own(secret.text)
            var change = ApplicationChange()
            change.grantTypes = .set(["authorization_code", "refresh_token"])
            _ = try await fixture.applications.update(acme.id, "agent", change, bound: terminal)
            #expect(try await fixture.principal(second) == nil)
            #expect(try await fixture.principal(person.access) != nil)
        }
    }

    @Test("E08 a new password set by somebody else ends the account's connections; the person's own change does not", arguments: StoreEngine.allCases)
    func newPassword(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("agent", in: acme.id)
            let tokens = try await fixture.redeem(try await fixture.code(for: client, try await fixture.session()), by: client)
            func set(_ password: String, _ bound: CredentialBound) async throws {
                _ = try await fixture.users.update(acme.id, acme.ann.id, password: .set(Secret(password)), Patch([:]), bound: bound)
            }
            try await fixture.refuses(.forbidden) { try await set("a password of ann's", acme.bound(acme.ann)) }
            #expect(try await fixture.principal(tokens.access) != nil)
            try await set("a new password", acme.bound(acme.boss))
            #expect(try await fixture.principal(tokens.access) == nil)
            try await fixture.refuses(.invalidGrant) { _ = try await fixture.refresh(try #require(tokens.refresh), by: client) }
        }
    }

    @Test("A secret that was replaced is nothing, and an address list holds at the token endpoint", arguments: StoreEngine.allCases)
    func secretsAndAddresses(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("agent", in: acme.id, scopes: ["read:record"], whitelist: "192.0.2.0/24")
            let ask = client.proof.merging(["grant_type": "client_credentials"]) { $1 }
            _ = try await fixture.token(ask)
            try await fixture.refuses(.accessDenied) { _ = try await fixture.token(ask, IdentityFixture.call(from: "198.51.100.1")) }
            let old = try client.presented
            #expect(try await fixture.directory.principal(old) != nil)
            let terminal = try await fixture.terminal()
            let secret = try #require(try await fixture.applications.rotateSecret(acme.id, "agent", bound: terminal).secret)
            #expect(try await fixture.directory.principal(old) == nil)
            try await fixture.refuses(.invalidClient) { _ = try await fixture.token(ask) }
            _ = try await fixture.token(ask.merging(["client_secret": secret.text]) { $1 })
        }
    }
}
