import GatehouseTesting
import Identity
import JSON
import SQL
import Store
import Testing

@Suite("Sessions")
struct SessionTests {
    private static func signIn(_ house: House, replacing: String? = nil) async throws -> NewSession {
        let made = try await house.authorization.passwords.signIn(
            organization: "acme", username: "ann", password: Secret("ann's password"), replacing: replacing, House.here)
        return try #require(made)
    }

    @Test("D09 a sign-in makes a new id and ends the old one; signing out ends it on the server", arguments: StoreEngine.allCases)
    func fixation(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let acme = try await house.tenant("acme")
            let first = try await Self.signIn(house)
            let second = try await Self.signIn(house, replacing: first.cookie.text)
            #expect(first.cookie.text != second.cookie.text && first.principal.formToken != second.principal.formToken)
            #expect(try await house.directory.principal(try #require(PresentedSession(first.cookie.text))) == nil)
            let presented = try #require(PresentedSession(second.cookie.text))
            let principal = try #require(try await house.directory.session(presented))
            #expect(principal.user == acme.ann.id && principal.owns(formToken: second.principal.formToken))
            #expect(!principal.owns(formToken: first.principal.formToken) && !principal.owns(formToken: ""))
            #expect(try await !house.contents().joined().contains(second.cookie.text))
            try await house.authorization.passwords.signOut(second.cookie.text)
            #expect(try await house.directory.principal(presented) == nil)
            try await house.authorization.passwords.signOut(second.cookie.text)
            #expect(PresentedSession("anything") == nil)
        }
    }

    @Test("D09 a session ends when it is idle, when it is old, and with its user", arguments: StoreEngine.allCases)
    func ends(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let acme = try await house.tenant("acme")
            let idle = try #require(PresentedSession(try await Self.signIn(house).cookie.text))
            let busy = try #require(PresentedSession(try await Self.signIn(house).cookie.text))
            for hour in 1...23 {
                house.clock.advance(.seconds(3_600))
                #expect(try await house.directory.principal(busy) != nil, "\(hour)")
                if hour % 5 == 0 { try await house.authorization.sessions.flush() }
            }
            #expect(try await house.directory.principal(idle) == nil)
            house.clock.advance(.seconds(3_600))
            #expect(try await house.directory.principal(busy) == nil)
            let last = try #require(PresentedSession(try await Self.signIn(house).cookie.text))
            try await house.users.disable(acme.id, acme.ann.id)
            #expect(try await house.directory.principal(last) == nil)
            try await house.users.enable(acme.id, acme.ann.id)
            try await house.authorization.sessions.endAll(of: acme.ann.id)
            #expect(try await house.directory.principal(last) == nil)
            // A change of the person leaves the session; a new password ends it.
            let signed = try #require(PresentedSession(try await Self.signIn(house).cookie.text))
            _ = try await house.users.update(acme.id, acme.ann.id, Patch(["displayName": "Ann"]), bound: acme.bound(acme.boss))
            #expect(try await house.directory.principal(signed) != nil)
            _ = try await house.users.update(
                acme.id, acme.ann.id, password: .set(Secret("another password of ann's")), Patch(["displayName": "Ann"]), bound: acme.bound(acme.boss)
            )
            #expect(try await house.directory.principal(signed) == nil)
            try await house.authorization.ended.cleanUp()
            #expect(try await house.store.read { try $0.all("SELECT 1 FROM sessions") { _ in () } }.isEmpty)
        }
    }
}
