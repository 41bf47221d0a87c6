import GatehouseTesting
import JSON
import OAuth
import SQL
import SQLSyntax
import Store
import Testing

@testable import Identity

@Suite("The authorization server in the audit log")
struct AuthorizationAuditTests {
    private static let registration = Array(
        #"{"redirect_uris":["https://client.example/callback"],"client_name":"robot","token_endpoint_auth_method":"none"}"#.utf8)

    /// The objects that the calls of these tests need, created before the log is read.
    private struct World {
        let fixture: IdentityFixture
        let acme: Tenant
        let client: IdentityFixture.Registered
        let ann: SessionPrincipal

        init(_ fixture: IdentityFixture) async throws {
            self.fixture = fixture
            acme = try await fixture.tenant("acme")
            client = try await fixture.application("agent", in: acme.id, scopes: ["mcp", "offline_access", "read:record"])
            ann = try await fixture.session()
        }

        func code() async throws -> String { try await fixture.code(for: client, ann, scopes: ["mcp", "offline_access"]) }

        func device() async throws -> (code: String, typed: String) {
            let made = try await fixture.authorization.devices.authorize(
                try IdentityFixture.parameters(client.proof.merging(["scope": "read:record"]) { $1 }), authorization: nil, verificationURI: "u",
                IdentityFixture.here)
            return (try #require(made["device_code"]?.string), try #require(made["user_code"]?.string))
        }

        func poll(_ device: String) -> [String: String] {
            client.proof.merging(["grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": device]) { $1 }
        }

        func register() async throws -> JSONValue {
            try await fixture.authorization.registration.register(AuthorizationAuditTests.registration, registrationURI: { $0 }, IdentityFixture.here)
        }
    }

    /// A call that changes or gives out something, with its event.
    private struct Change: Sendable {
        let event: String
        /// Prepares the call, and gives it back.
        let prepare: @Sendable (World) async throws -> @Sendable () async throws -> Void

        init(_ event: String, _ prepare: @escaping @Sendable (World) async throws -> @Sendable () async throws -> Void) {
            self.event = event
            self.prepare = prepare
        }
    }

    private static let changes: [Change] = [
        Change("sign_in") { world in { _ = try await world.fixture.session() } },
        Change("sign_out") { world in
            let made = try await world.fixture.authorization.passwords.signIn(
                organization: "acme", username: "ann", password: Secret("ann's password"), IdentityFixture.here)
            let cookie = try #require(made).cookie.text
            return { try await world.fixture.authorization.passwords.signOut(cookie) }
        },
        Change("authorize") { world in { _ = try await world.code() } },
        Change("issue_token") { world in
            let code = try await world.code()
            return { _ = try await world.fixture.redeem(code, by: world.client) }
        },
        Change("issue_token") { world in
            { _ = try await world.fixture.token(world.client.proof.merging(["grant_type": "client_credentials", "scope": "read:record"]) { $1 }) }
        },
        Change("refresh_token") { world in
            let refresh = try #require(try await world.fixture.redeem(try await world.code(), by: world.client).refresh)
            return { _ = try await world.fixture.refresh(refresh, by: world.client) }
        },
        Change("request_device") { world in { _ = try await world.device() } },
        Change("authorize_device") { world in
            let device = try await world.device()
            return {
                try await world.fixture.authorization.devices.allow(userCode: device.typed, scopes: ["read:record"], world.ann, IdentityFixture.here)
            }
        },
        Change("deny_device") { world in
            let device = try await world.device()
            return { try await world.fixture.authorization.devices.deny(userCode: device.typed, world.ann, IdentityFixture.here) }
        },
        Change("issue_token") { world in
            let device = try await world.device()
            try await world.fixture.authorization.devices.allow(userCode: device.typed, scopes: ["read:record"], world.ann, IdentityFixture.here)
            return { _ = try await world.fixture.token(world.poll(device.code)) }
        },
        Change("revoke_token") { world in
            let token = try await world.fixture.redeem(try await world.code(), by: world.client).access
            return {
                try await world.fixture.authorization.revocation.revoke(
                    try IdentityFixture.parameters(world.client.proof.merging(["token": token]) { $1 }), authorization: nil, IdentityFixture.here)
            }
        },
        Change("end_token") { world in
            let token = try await world.fixture.redeem(try await world.code(), by: world.client).access
            return { try await world.fixture.authorization.revocation.end(token: token) }
        },
        Change("disconnect") { world in
            _ = try await world.code()
            return { try await world.fixture.authorization.connections.end(world.client.application.id, world.ann) }
        },
        Change("register_client") { world in { _ = try await world.register() } },
        Change("change_client") { world in
            let made = try await world.register()
            let id = try #require(made["client_id"]?.string)
            let token = try #require(made["registration_access_token"]?.string)
            let body = Array(#"{"client_id":"\#(id)","redirect_uris":["https://other.example/"],"token_endpoint_auth_method":"none"}"#.utf8)
            return {
                _ = try await world.fixture.authorization.registration.change(
                    client: id, token: token, body, registrationURI: "u", IdentityFixture.here)
            }
        },
        Change("unregister_client") { world in
            let made = try await world.register()
            let id = try #require(made["client_id"]?.string)
            let token = try #require(made["registration_access_token"]?.string)
            return { try await world.fixture.authorization.registration.remove(client: id, token: token) }
        },
    ]

    @Test("A47 Every change and every issued credential has an audit row before the response, and one outcome", arguments: StoreEngine.allCases)
    func rows(engine: StoreEngine) async throws {
        for change in Self.changes {
            try await IdentityFixture.with(engine) { fixture in
                let call = try await change.prepare(try await World(fixture))
                await fixture.store.audit.flush()
                let before = try await Self.intents(fixture)
                try await call()
                // Nothing is written late for it: the log is read past its queue.
                let made = try await Self.intents(fixture).dropFirst(before.count)
                #expect(Array(made) == [change.event])
                let row = try #require(try await fixture.store.audit.list(AuditQuery(limit: 1)).first)
                #expect(row.call.tool == change.event && row.outcome?.outcome == .ok, "\(change.event): \(row)")
                let hasPerson = !["request_device", "register_client", "change_client", "unregister_client"].contains(change.event)
                let isOwn = row.call.objects.contains("grant/client_credentials")
                #expect((row.call.user == "acme/ann") == (hasPerson && !isOwn), "\(change.event): \(row)")
                #expect(row.call.objects.isEmpty == ["sign_in", "sign_out", "end_token"].contains(change.event), "\(change.event): \(row)")
            }
        }
    }

    @Test("A47 When the log cannot be written, nothing is changed and nothing given out", arguments: StoreEngine.allCases)
    func failsClosed(engine: StoreEngine) async throws {
        for change in Self.changes {
            try await IdentityFixture.with(engine) { fixture in
                let call = try await change.prepare(try await World(fixture))
                await fixture.store.audit.flush()
                let before = try await fixture.contents()
                try await fixture.store.write { try $0.execute("ALTER TABLE audit RENAME TO away") }
                await #expect(throws: DatabaseError.self, "\(change.event)") { try await call() }
                #expect(try await fixture.contents() == before, "\(change.event)")
                try await fixture.store.write { try $0.execute("ALTER TABLE away RENAME TO audit") }
            }
        }
    }

    @Test("A47 Issuing succeeds even if its outcome cannot be written, and the outcome is written later", arguments: StoreEngine.allCases)
    func givenOut(engine: StoreEngine) async throws {
        for change in Self.changes {
            try await IdentityFixture.with(engine) { fixture in
                let call = try await change.prepare(try await World(fixture))
                await fixture.store.audit.flush()
                let forbid: Statement =
                    engine == .sqlite
                    ? "CREATE TRIGGER no_outcome BEFORE INSERT ON audit WHEN NEW.kind = 'outcome' BEGIN SELECT RAISE(ABORT, 'full'); END"
                    : "ALTER TABLE audit ADD CONSTRAINT no_outcome CHECK (kind <> 'outcome') NOT VALID"
                try await fixture.store.write { try $0.execute(forbid) }
                try await call()
                await fixture.store.audit.flush()
                #expect(try await fixture.store.audit.list(AuditQuery(limit: 1)).first?.outcome == nil, "\(change.event)")
                let allow: Statement = engine == .sqlite ? "DROP TRIGGER no_outcome" : "ALTER TABLE audit DROP CONSTRAINT no_outcome"
                try await fixture.store.write { try $0.execute(allow) }
                #expect(try await fixture.store.audit.list(AuditQuery(limit: 1)).first?.outcome?.outcome == .ok, "\(change.event)")
            }
        }
    }

    @Test("A48 Wrong secrets, passwords, codes and tokens, and a person's no, have a row each", arguments: StoreEngine.allCases)
    func refusals(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let world = try await World(fixture)
            let pending = try await fixture.pending(world.client.id)
            let spent = try await world.code()
            let tokens = try await fixture.redeem(spent, by: world.client)
            await fixture.store.audit.flush()
            let start = try await fixture.store.audit.list(AuditQuery(newestFirst: false)).count

            var wrong = world.client.proof
            wrong["client_secret"] = SecretText.client.make().secret.text
            let asks = wrong.merging(["grant_type": "client_credentials"]) { $1 }
            try await fixture.refuses(.invalidClient) { _ = try await fixture.token(asks) }
            try await fixture.refuses(.invalidClient) {
                _ = try await fixture.token(["client_id": "nobody", "client_secret": "x", "grant_type": "client_credentials"])
            }
            let parameters = try IdentityFixture.parameters(wrong.merging(["token": tokens.access]) { $1 })
            try await fixture.refuses(.invalidClient) {
                try await fixture.authorization.revocation.revoke(parameters, authorization: nil, IdentityFixture.here)
            }
            #expect(
                try await fixture.authorization.passwords.signIn(
                    organization: "acme", username: "ann", password: Secret("wrong"), IdentityFixture.here) == nil)
            try await fixture.refuses(.invalidGrant) { _ = try await fixture.redeem(SecretText.code.make().secret.text, by: world.client) }
            try await fixture.refuses(.invalidGrant) { _ = try await fixture.refresh(SecretText.refresh.make().secret.text, by: world.client) }
            _ = try await fixture.authorization.authorize.deny(pending, world.ann)
            try await fixture.refuses(.invalidGrant, changes: true) { _ = try await fixture.redeem(spent, by: world.client) }

            let rows = try await fixture.store.audit.list(AuditQuery(newestFirst: false)).dropFirst(start)
            let seen = rows.map { "\($0.call.tool) \($0.outcome?.code ?? "ok") \($0.call.user ?? "-") \($0.call.client ?? "-")" }
            #expect(
                seen.sorted() == [
                    "authenticate_client invalid_client - -",
                    "authenticate_client invalid_client - agent",
                    "authenticate_client invalid_client - agent",
                    "authorize access_denied acme/ann agent",
                    "code_reuse invalid_grant acme/ann agent",
                    "issue_token invalid_grant - agent",
                    "issue_token invalid_grant acme/ann agent",
                    "refresh_token invalid_grant - agent",
                    "sign_in wrong_password acme/ann -",
                ])
            #expect(rows.allSatisfy { $0.outcome?.outcome == .refused && $0.outcome?.decision == .refused })
        }
    }

    @Test("G14 Strangers fill the log with a few rows a minute, whatever ids, codes and tokens they make up", arguments: StoreEngine.allCases)
    func flood(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("open", in: acme.id, isPublic: true)
            for number in 0..<60 {
                let stranger = IdentityFixture.call(from: "192.0.\(number).1")
                let members = ["client_id": "nobody-\(number)", "client_secret": "x", "grant_type": "client_credentials"]
                try await fixture.refuses(.invalidClient) { _ = try await fixture.token(members, stranger) }
                try await fixture.refuses(.invalidGrant) { _ = try await fixture.refresh(SecretText.refresh.make().secret.text, by: client) }
                try await fixture.directory.countGuess(ofSecretOf: "nowhere-\(number)")
            }
            let rows = try await fixture.store.audit.list(AuditQuery()).filter { $0.outcome?.outcome == .refused }
            #expect(rows.count { $0.call.tool == "authenticate_client" } == 20)
            #expect(rows.count { $0.call.tool == "refresh_token" } == 20)
        }
    }

    @Test("A device that asks again and again leaves no row until a person has answered", arguments: StoreEngine.allCases)
    func polling(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let world = try await World(fixture)
            let device = try await world.device()
            await fixture.store.audit.flush()
            let before = try await Self.intents(fixture).count
            for _ in 0..<5 {
                fixture.clock.advance(.seconds(10))
                try await fixture.refuses(.authorizationPending, changes: true) { _ = try await fixture.token(world.poll(device.code)) }
            }
            #expect(try await Self.intents(fixture).count == before)
        }
    }

    /// Tools of the intents that are in the table, oldest first.
    private static func intents(_ fixture: IdentityFixture) async throws -> [String] {
        try await fixture.store.read { try $0.all("SELECT tool FROM audit WHERE kind = 'intent' ORDER BY node, sequence") { $0.text(0) ?? "" } }
    }
}
