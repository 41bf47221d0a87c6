import GatehouseTesting
import Identity
import JSON
import OAuth
import SQL
import Store
import Testing

@Suite("Devices without a browser")
struct DeviceTests {
    private static let grant = "urn:ietf:params:oauth:grant-type:device_code"

    @Test("A device waits, must wait longer when it polls too fast, and gets its tokens once", arguments: StoreEngine.allCases)
    func flow(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("television", in: acme.id, isPublic: true)
            let ann = try await fixture.session()
            let start = try await fixture.authorization.devices.authorize(
                try IdentityFixture.parameters(client.proof.merging(["scope": "read:record run:sql"]) { $1 }), authorization: nil,
                verificationURI: "\(IdentityFixture.origin)/login/device", IdentityFixture.here)
            let code = try #require(start["device_code"]?.string)
            let typed = try #require(start["user_code"]?.string)
            let poll = client.proof.merging(["grant_type": Self.grant, "device_code": code]) { $1 }
            try await fixture.refuses(.authorizationPending, changes: true) { _ = try await fixture.token(poll) }
            try await fixture.refuses(.slowDown, changes: true) { _ = try await fixture.token(poll) }
            fixture.clock.advance(.seconds(10))
            try await fixture.refuses(.authorizationPending, changes: true) { _ = try await fixture.token(poll) }
            let question = try await fixture.authorization.devices.question(userCode: typed.lowercased(), ann, IdentityFixture.here)
            #expect(question.scopes.map(\.name) == ["read:record", "run:sql"] && question.redirectHost == nil)
            try await fixture.refuses(.notFound) {
                _ = try await fixture.authorization.devices.question(userCode: "BBBB-BBBB", ann, IdentityFixture.here)
            }
            try await fixture.authorization.devices.allow(userCode: typed, scopes: ["run:sql"], ann, IdentityFixture.here)
            try await fixture.refuses(.notFound) { try await fixture.authorization.devices.deny(userCode: typed, ann, IdentityFixture.here) }
            let tokens = try await fixture.token(poll)
            #expect(tokens.scope == "run:sql" && tokens.refresh != nil)
            #expect(try await fixture.principal(tokens.access)?.user == acme.ann.id)
            try await fixture.refuses(.invalidGrant, changes: true) { _ = try await fixture.token(poll) }
            #expect(try await fixture.tokens.list(acme.id, ListQuery()).items.count == 1)
        }
    }

    @Test("A device of an application with disabled sign-in gets no code, and its existing codes are refused", arguments: StoreEngine.allCases)
    func disabledSignIn(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("television", in: acme.id, isPublic: true)
            let ann = try await fixture.session()
            func start() async throws -> JSONValue {
                try await fixture.authorization.devices.authorize(
                    try IdentityFixture.parameters(client.proof), authorization: nil, verificationURI: "u", IdentityFixture.here)
            }
            let waiting = try #require(try await start()["user_code"]?.string)
            var change = ApplicationChange()
            change.disablesSignIn = .set(true)
            _ = try await fixture.applications.update(acme.id, "television", change, bound: try await fixture.terminal())
            try await fixture.refuses(.unauthorizedClient) { _ = try await start() }
            try await fixture.refuses(.forbidden) {
                _ = try await fixture.authorization.devices.question(userCode: waiting, ann, IdentityFixture.here)
            }
            try await fixture.refuses(.forbidden) {
                try await fixture.authorization.devices.allow(userCode: waiting, scopes: ["mcp"], ann, IdentityFixture.here)
            }
        }
    }

    @Test(
        "While sign-in is disabled, codes, devices and refresh tokens are refused; afterwards all work again",
        arguments: StoreEngine.allCases)
    func signInSuspended(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("agent", in: acme.id, scopes: ["read:record"])
            let ann = try await fixture.session()
            let first = try await fixture.redeem(try await fixture.code(for: client, ann, scopes: ["read:record"]), by: client)
            let code = try await fixture.code(for: client, ann, scopes: ["read:record"])
            let device = try await fixture.authorization.devices.authorize(
                try IdentityFixture.parameters(client.proof), authorization: nil, verificationURI: "u", IdentityFixture.here)
            let typed = try #require(device["user_code"]?.string)
            try await fixture.authorization.devices.allow(userCode: typed, scopes: ["read:record"], ann, IdentityFixture.here)
            let poll = client.proof.merging(["grant_type": Self.grant, "device_code": try #require(device["device_code"]?.string)]) { $1 }
            func set(_ disables: Bool) async throws {
                var change = ApplicationChange()
                change.disablesSignIn = .set(disables)
                _ = try await fixture.applications.update(acme.id, "agent", change, bound: try await fixture.terminal())
            }
            try await set(true)
            try await fixture.refuses(.unauthorizedClient) { _ = try await fixture.redeem(code, by: client) }
            try await fixture.refuses(.unauthorizedClient) { _ = try await fixture.token(poll) }
            try await fixture.refuses(.unauthorizedClient) { _ = try await fixture.refresh(try #require(first.refresh), by: client) }
            // What it does by itself is no sign-in, and a token that is out lasts to its end.
            _ = try await fixture.token(client.proof.merging(["grant_type": "client_credentials"]) { $1 })
            #expect(try await fixture.principal(first.access) != nil)
            try await set(false)
            _ = try await fixture.redeem(code, by: client)
            _ = try await fixture.token(poll)
            _ = try await fixture.refresh(try #require(first.refresh), by: client)
        }
    }

    @Test("A refused device, an expired one and a guessed code get nothing", arguments: StoreEngine.allCases)
    func refused(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("television", in: acme.id, isPublic: true)
            let ann = try await fixture.session()
            func start() async throws -> JSONValue {
                try await fixture.authorization.devices.authorize(
                    try IdentityFixture.parameters(client.proof), authorization: nil, verificationURI: "u", IdentityFixture.here)
            }
            let (denied, late) = (try await start(), try await start())
            try await fixture.authorization.devices.deny(userCode: try #require(denied["user_code"]?.string), ann, IdentityFixture.here)
            for (device, error) in [(denied, OAuthError.Code.accessDenied), (late, .expiredToken)] {
                if error == .expiredToken { fixture.clock.advance(.seconds(600)) }
                let poll = client.proof.merging(["grant_type": Self.grant, "device_code": try #require(device["device_code"]?.string)]) { $1 }
                try await fixture.refuses(error, changes: true) { _ = try await fixture.token(poll) }
            }
            var waits = 0
            for _ in 0..<30 {
                do {
                    _ = try await fixture.authorization.devices.question(userCode: "BCDF-GHJK", ann, IdentityFixture.here)
                } catch is Throttled {
                    waits += 1
                } catch is IdentityError {}
            }
            #expect(waits == 20)
            #expect(try await fixture.tokens.list(acme.id, ListQuery()).items.isEmpty)
        }
    }

    @Test("A23 looking at one's own device does not permit more guesses at other codes", arguments: StoreEngine.allCases)
    func guessesBesideOwnDevice(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("television", in: acme.id, isPublic: true)
            let ann = try await fixture.session()
            let own = try await fixture.authorization.devices.authorize(
                try IdentityFixture.parameters(client.proof), authorization: nil, verificationURI: "u", IdentityFixture.here)
            let code = try #require(own["user_code"]?.string)
            var guesses = 0
            for round in 0..<40 {
                do {
                    if round % 8 == 0 { _ = try await fixture.authorization.devices.question(userCode: code, ann, IdentityFixture.here) }
                    _ = try await fixture.authorization.devices.question(userCode: "BCDF-GHJK", ann, IdentityFixture.here)
                } catch is IdentityError { guesses += 1 } catch is Throttled {}
            }
            #expect(guesses == 10)
            fixture.clock.advance(.seconds(300))
            _ = try await fixture.authorization.devices.question(userCode: code, ann, IdentityFixture.here)
        }
    }
}
