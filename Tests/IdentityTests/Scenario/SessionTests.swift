import GatehouseTesting
import Identity
import JSON
import SQL
import Store
import Testing

@Suite("Sessions")
struct SessionTests {
    private static func signIn(_ fixture: IdentityFixture, replacing: String? = nil) async throws -> NewSession {
        let made = try await fixture.authorization.passwords.signIn(
            organization: "acme", username: "ann", password: Secret("ann's password"), replacing: replacing, IdentityFixture.here)
        return try #require(made)
    }

    @Test("D09 a sign-in makes a new id and ends the old one; signing out ends it on the server", arguments: StoreEngine.allCases)
    func fixation(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let first = try await Self.signIn(fixture)
            let second = try await Self.signIn(fixture, replacing: first.cookie.text)
            #expect(first.cookie.text != second.cookie.text && first.principal.formToken != second.principal.formToken)
            #expect(try await fixture.directory.principal(try #require(PresentedSession(first.cookie.text))) == nil)
            let presented = try #require(PresentedSession(second.cookie.text))
            let principal = try #require(try await fixture.directory.session(presented))
            #expect(principal.user == acme.ann.id && principal.owns(formToken: second.principal.formToken))
            #expect(!principal.owns(formToken: first.principal.formToken) && !principal.owns(formToken: ""))
            #expect(try await !fixture.contents().joined().contains(second.cookie.text))
            try await fixture.authorization.passwords.signOut(second.cookie.text)
            #expect(try await fixture.directory.principal(presented) == nil)
            try await fixture.authorization.passwords.signOut(second.cookie.text)
            #expect(PresentedSession("anything") == nil)
        }
    }

    @Test("D09 a session ends when it is idle, when it is old, and with its user", arguments: StoreEngine.allCases)
    func ends(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let idle = try #require(PresentedSession(try await Self.signIn(fixture).cookie.text))
            let busy = try #require(PresentedSession(try await Self.signIn(fixture).cookie.text))
            for hour in 1...23 {
                fixture.clock.advance(.seconds(3_600))
                #expect(try await fixture.directory.principal(busy) != nil, "\(hour)")
                if hour % 5 == 0 { try await fixture.authorization.sessions.flush() }
            }
            #expect(try await fixture.directory.principal(idle) == nil)
            fixture.clock.advance(.seconds(3_600))
            #expect(try await fixture.directory.principal(busy) == nil)
            let last = try #require(PresentedSession(try await Self.signIn(fixture).cookie.text))
            try await fixture.users.disable(acme.id, acme.ann.id)
            #expect(try await fixture.directory.principal(last) == nil)
            try await fixture.users.enable(acme.id, acme.ann.id)
            try await fixture.authorization.sessions.endAll(of: acme.ann.id)
            #expect(try await fixture.directory.principal(last) == nil)
            // A change of the person leaves the session; a new password ends it.
            let signed = try #require(PresentedSession(try await Self.signIn(fixture).cookie.text))
            _ = try await fixture.users.update(acme.id, acme.ann.id, Patch(["displayName": "Ann"]), bound: acme.bound(acme.boss))
            #expect(try await fixture.directory.principal(signed) != nil)
            _ = try await fixture.users.update(
                acme.id, acme.ann.id, password: .set(Secret("another password of ann's")), Patch(["displayName": "Ann"]), bound: acme.bound(acme.boss)
            )
            #expect(try await fixture.directory.principal(signed) == nil)
            try await fixture.authorization.ended.cleanUp()
            #expect(try await fixture.store.read { try $0.all("SELECT 1 FROM sessions") { _ in () } }.isEmpty)
        }
    }
}
