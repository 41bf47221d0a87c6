import GatehouseTesting
import Identity
import JSON
import OAuth
import SQL
import Store
import Testing

@Suite("Consent")
struct ConsentTests {
    private static func asks(_ fixture: IdentityFixture, _ client: IdentityFixture.Registered, _ session: SessionPrincipal, _ more: [String: String])
        async throws -> Bool
    {
        switch try await fixture.authorization.authorize.question(try await fixture.pending(client.id, more), session) {
        case .ask: return true
        case .redirect(let location):
            #expect(IdentityFixture.member("code", of: location) != nil, "\(location)")
            return false
        case .refuse(let error, _):
            Issue.record(error)
            return false
        }
    }

    @Test("A27 consent is remembered for this person, client, scope and endpoint, and for no other", arguments: StoreEngine.allCases)
    func remembered(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let (first, second) = (try await fixture.application("first", in: acme.id), try await fixture.application("second", in: acme.id))
            let ann = try await fixture.session()
            let ask = ["scope": "read:record run:sql"]
            #expect(try await Self.asks(fixture, first, ann, ask))
            _ = try await fixture.code(for: first, ann, scopes: ["read:record", "run:sql"])
            #expect(try await !Self.asks(fixture, first, ann, ask))
            #expect(try await !Self.asks(fixture, first, ann, ["scope": "run:sql"]))
            #expect(try await Self.asks(fixture, first, ann, ["scope": "read:record write:record"]))
            #expect(try await Self.asks(fixture, second, ann, ask))
            #expect(try await Self.asks(fixture, first, ann, ask.merging(["prompt": "consent"]) { $1 }))
            let office = ["resource": "\(IdentityFixture.origin)/api/__app/acme/mcp"]
            #expect(try await Self.asks(fixture, first, ann, ask.merging(office) { $1 }))
            let max = try await fixture.users.add(acme.id, "max", password: Secret("max's password"))
            #expect(max.organization == acme.id)
            #expect(try await Self.asks(fixture, first, try await fixture.session("acme/max", password: "max's password"), ask))
        }
    }

    @Test(
        "A scope of an application's own is asked in its maker's words, remembered, forgotten when it is left out, and in the token",
        arguments: StoreEngine.allCases)
    func ownScopes(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("portal", in: acme.id, scopes: ["read:record", "api:custom"])
            var change = ApplicationChange()
            change.scopes = .set([ApplicationScope(name: "read:record"), ApplicationScope(name: "api:custom", displayName: "Print labels")])
            // It opens nothing here, so that who has it not makes it.
            _ = try await fixture.applications.update(acme.id, "portal", change, bound: acme.bound(acme.boss))
            let ann = try await fixture.session()
            let ask = ["scope": "read:record api:custom other:custom"]
            guard case .ask(let question) = try await fixture.authorization.authorize.question(try await fixture.pending(client.id, ask), ann) else {
                Issue.record("not asked")
                return
            }
            #expect(question.scopes.map(\.name) == ["read:record", "api:custom"] && question.scopes.map(\.words) == [nil, "Print labels"])
            let tokens = try await fixture.redeem(try await fixture.code(for: client, ann, scopes: ["read:record", "api:custom"]), by: client)
            #expect(tokens.scope == "read:record api:custom")
            #expect(try await fixture.principal(tokens.access)?.scopeText == "read:record api:custom")
            #expect(try await !Self.asks(fixture, client, ann, ask))
            _ = try await fixture.authorization.authorize.allow(try await fixture.pending(client.id, ask), scopes: ["read:record"], ann)
            #expect(try await Self.asks(fixture, client, ann, ask))
            let own = try await fixture.token(client.proof.merging(["grant_type": "client_credentials", "scope": "api:custom"]) { $1 })
            #expect(own.scope == "api:custom")
            try await fixture.refuses(.invalidScope) {
                _ = try await fixture.token(client.proof.merging(["grant_type": "client_credentials", "scope": "other:custom"]) { $1 })
            }
        }
    }

    @Test("A27 consent for one redirect address is asked again for another, whoever created the client", arguments: StoreEngine.allCases)
    func redirects(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let ann = try await fixture.session()
            let other = "https://evil.example/cb"
            let made = try await fixture.application("agent", in: acme.id)
            var change = ApplicationChange()
            change.redirectURIs = .set([IdentityFixture.redirect, other])
            _ = try await fixture.applications.update(acme.id, "agent", change, bound: try await fixture.terminal())
            let body = Array(
                #"{"client_name": "Claude", "redirect_uris": ["\#(IdentityFixture.redirect)", "\#(other)"], "token_endpoint_auth_method": "none"}"#
                    .utf8)
            let itself = try await fixture.authorization.registration.register(body, registrationURI: { $0 }, IdentityFixture.here)
            for client in [made.id, try #require(itself["client_id"]?.string)] {
                let first = try await fixture.pending(client)
                let allowed = try await fixture.authorization.authorize.allow(first, scopes: ["mcp"], ann)
                #expect(allowed.hasPrefix(IdentityFixture.redirect) && IdentityFixture.member("code", of: allowed) != nil)
                guard case .redirect = try await fixture.authorization.authorize.question(first, ann) else {
                    Issue.record("asked again for the same address")
                    return
                }
                let before = try await fixture.contents()
                guard
                    case .ask(let question) = try await fixture.authorization.authorize.question(
                        try await fixture.pending(client, ["redirect_uri": other]), ann)
                else {
                    Issue.record("a code went to another address")
                    return
                }
                #expect(question.redirectHost == "evil.example" && question.scopes.allSatisfy { !$0.isRemembered })
                #expect(try await fixture.contents() == before)
            }
        }
    }

    @Test("A27 unticked scopes are asked again, and not granted", arguments: StoreEngine.allCases)
    func narrowed(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("agent", in: acme.id)
            let ann = try await fixture.session()
            let pending = try await fixture.pending(client.id, ["scope": "read:record run:sql"])
            let location = try await fixture.authorization.authorize.allow(pending, scopes: ["read:record"], ann)
            let tokens = try await fixture.redeem(try #require(IdentityFixture.member("code", of: location)), by: client)
            #expect(tokens.scope == "read:record")
            guard case .ask(let question) = try await fixture.authorization.authorize.question(pending, ann) else {
                Issue.record("not asked")
                return
            }
            #expect(question.scopes.filter(\.isRemembered).map(\.name) == ["read:record"])
            #expect(question.scopes.map(\.name) == ["read:record", "run:sql"])
            #expect(question.user == "acme/ann" && question.redirectHost == "client.example" && question.trust == .registered)
            let before = try await fixture.contents()
            for chosen in [["read:record", "write:record"], ["mcp"], []] {
                let refused = try await fixture.authorization.authorize.allow(pending, scopes: chosen, ann)
                #expect(IdentityFixture.member("code", of: refused) == nil)
            }
            #expect(try await fixture.contents() == before)
            // A denial revokes the earlier consent.
            let allowed = try await fixture.pending(client.id, ["scope": "read:record"])
            guard case .redirect = try await fixture.authorization.authorize.question(allowed, ann) else {
                Issue.record("asked again")
                return
            }
            #expect(IdentityFixture.member("error", of: try await fixture.authorization.authorize.deny(pending, ann)) == "access_denied")
            guard case .ask = try await fixture.authorization.authorize.question(allowed, ann) else {
                Issue.record("not asked after a denial")
                return
            }
        }
    }

    @Test(
        "A30 a client without a secret is asked about each time at a port of this machine, also without a prompt; one with a secret is remembered",
        arguments: StoreEngine.allCases)
    func loopback(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let ann = try await fixture.session()
            for isPublic in [true, false] {
                let name: Name = isPublic ? "open" : "closed"
                let client = try await fixture.application(name, in: acme.id, isPublic: isPublic)
                var change = ApplicationChange()
                change.redirectURIs = .set(["http://127.0.0.1/callback"])
                _ = try await fixture.applications.update(acme.id, name, change, bound: try await fixture.terminal())
                let ask = ["scope": "read:record", "redirect_uri": "http://127.0.0.1:4711/callback"]
                let first = try await fixture.authorization.authorize.allow(try await fixture.pending(client.id, ask), scopes: ["read:record"], ann)
                #expect(IdentityFixture.member("code", of: first) != nil)
                let before = try await fixture.contents()
                for more in [ask, ask.merging(["redirect_uri": "http://127.0.0.1:6666/callback"]) { $1 }] {
                    #expect(try await Self.asks(fixture, client, ann, more) == isPublic)
                }
                guard isPublic else { continue }
                #expect(try await fixture.contents() == before)
                let silent = try await fixture.pending(client.id, ask.merging(["prompt": "none"]) { $1 })
                guard case .redirect(let location) = try await fixture.authorization.authorize.question(silent, ann) else {
                    Issue.record("neither asked nor refused")
                    return
                }
                #expect(IdentityFixture.member("error", of: location) == "consent_required" && IdentityFixture.member("code", of: location) == nil)
            }
        }
    }

    @Test("A30 a client without a secret is asked about each time where its codes go to a private-use scheme", arguments: StoreEngine.allCases)
    func privateUse(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let ann = try await fixture.session()
            let client = try await fixture.application("open", in: acme.id, isPublic: true)
            let redirect = "cursor://anysphere.cursor-mcp/oauth/callback"
            var change = ApplicationChange()
            change.redirectURIs = .set([redirect])
            _ = try await fixture.applications.update(acme.id, "open", change, bound: try await fixture.terminal())
            let ask = ["scope": "read:record", "redirect_uri": redirect]
            _ = try await fixture.authorization.authorize.allow(try await fixture.pending(client.id, ask), scopes: ["read:record"], ann)
            #expect(try await Self.asks(fixture, client, ann, ask))
        }
    }

    @Test("Denying a device ends the consent for its client at the same endpoint", arguments: StoreEngine.allCases)
    func deniedDevice(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let ann = try await fixture.session()
            let client = try await fixture.application("television", in: acme.id, isPublic: true)
            _ = try await fixture.code(for: client, ann)
            #expect(try await !Self.asks(fixture, client, ann, ["scope": "mcp"]))
            let device = try await fixture.authorization.devices.authorize(
                try IdentityFixture.parameters(client.proof), authorization: nil, verificationURI: "u", IdentityFixture.here)
            try await fixture.authorization.devices.deny(userCode: try #require(device["user_code"]?.string), ann, IdentityFixture.here)
            #expect(try await Self.asks(fixture, client, ann, ["scope": "mcp"]))
        }
    }

    @Test("New redirect addresses end people's consent; so does disconnecting", arguments: StoreEngine.allCases)
    func forgotten(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("agent", in: acme.id)
            let ann = try await fixture.session()
            let tokens = try await fixture.redeem(try await fixture.code(for: client, ann), by: client)
            #expect(try await !Self.asks(fixture, client, ann, ["scope": "mcp"]))
            var change = ApplicationChange()
            change.redirectURIs = .set([IdentityFixture.redirect, "https://evil.example/"])
            let terminal = try await fixture.terminal()
            _ = try await fixture.applications.update(acme.id, "agent", change, bound: terminal)
            #expect(try await Self.asks(fixture, client, ann, ["scope": "mcp"]))
            #expect(try await fixture.principal(tokens.access) != nil)
            #expect(try await fixture.authorization.connections.list(ann).map(\.clientName) == ["agent"])
            try await fixture.authorization.connections.end(client.application.id, ann)
            #expect(try await fixture.principal(tokens.access) == nil)
            #expect(try await fixture.authorization.connections.list(ann).isEmpty)
            try await fixture.refuses(.invalidGrant) { _ = try await fixture.refresh(try #require(tokens.refresh), by: client) }
        }
    }

    @Test("An application of another organization cannot be used here, and its workspace is no endpoint", arguments: StoreEngine.allCases)
    func foreign(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let rival = try await fixture.tenant("rival")
            let ann = try await fixture.session()
            let theirs = try await fixture.application("theirs", in: rival.id)
            let ours = try await fixture.application("ours", in: acme.id)
            let before = try await fixture.contents()
            for (client, more, error) in [
                (theirs, [:], "access_denied"), (ours, ["resource": "\(IdentityFixture.origin)/api/__app/rival/mcp"], "invalid_target"),
                (ours, ["resource": "\(IdentityFixture.origin)/api/__app/nowhere/mcp"], "invalid_target"),
            ] as [(IdentityFixture.Registered, [String: String], String)] {
                let pending = try await fixture.pending(client.id, more)
                guard case .redirect(let location) = try await fixture.authorization.authorize.question(pending, ann) else {
                    Issue.record("asked")
                    continue
                }
                #expect(IdentityFixture.member("error", of: location) == error)
                #expect(IdentityFixture.member("error", of: try await fixture.authorization.authorize.allow(pending, scopes: ["mcp"], ann)) == error)
            }
            #expect(try await fixture.contents() == before)
        }
    }
}
