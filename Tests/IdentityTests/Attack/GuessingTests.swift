import GatehouseTesting
import Identity
import OAuth
import SQL
import Store
import Testing

@Suite("Guessing")
struct GuessingTests {
    @Test("A23 a thousand guesses of one secret are slowed down, and stop neither the client itself nor another", arguments: StoreEngine.allCases)
    func secrets(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let (client, other) = (
                try await fixture.application("agent", in: acme.id, scopes: ["read:record"]),
                try await fixture.application("other", in: acme.id, scopes: ["read:record"])
            )
            var refused = 0
            var throttled: [Int64] = []
            for guess in 0..<1_000 {
                do {
                    let secret = guess % 2 == 0 ? "guess-\(guess)" : String(other.secret?.dropLast(3) ?? "") + String(guess)
                    _ = try await fixture.token(["grant_type": "client_credentials", "client_id": client.id, "client_secret": secret])
                    Issue.record("a guess was right")
                } catch let error as OAuthError where error.code == .invalidClient {
                    refused += 1
                } catch let error as Throttled {
                    throttled.append(error.seconds)
                }
            }
            #expect(refused == 10 && throttled.count == 990)
            #expect(throttled.allSatisfy { (1...300).contains($0) })
            for client in [client, other] {
                _ = try await fixture.token(client.proof.merging(["grant_type": "client_credentials"]) { $1 })
            }
            fixture.clock.advance(.seconds(2))
            try await fixture.refuses(.invalidClient) {
                _ = try await fixture.token(["grant_type": "client_credentials", "client_id": client.id, "client_secret": "guess"])
            }
        }
    }

    @Test("A24 ten thousand guesses from many addresses are limited; the owner's session and known browser work", arguments: StoreEngine.allCases)
    func passwords(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let signedIn = try #require(
                try await fixture.authorization.passwords.signIn(
                    organization: "acme", username: "ann", password: Secret("ann's password"), IdentityFixture.call(from: "192.0.2.7")))
            let cookie = try #require(PresentedSession(signedIn.cookie.text))
            var tried = 0
            var waits: [Int64] = []
            for guess in 0..<10_000 {
                if guess % 1_000 == 999 { fixture.clock.advance(.seconds(10)) }
                do {
                    let call = IdentityFixture.call(from: "203.0.\(guess / 250).\(guess % 250)")
                    let session = try await fixture.authorization.passwords.signIn(
                        organization: "acme", username: "ann", password: Secret("guess \(guess)"), call)
                    #expect(session == nil)
                    tried += 1
                } catch let error as Throttled {
                    waits.append(error.seconds)
                }
            }
            #expect(tried <= 44 && tried >= 40)
            #expect(waits.allSatisfy { (1...30).contains($0) })
            #expect(try await fixture.directory.principal(cookie)?.user == acme.ann.id)
            // From an address where the owner never was.
            #expect(
                try await fixture.authorization.passwords.signIn(
                    organization: "acme", username: "ann", password: Secret("ann's password"), device: signedIn.device?.text,
                    IdentityFixture.call(from: "192.0.2.99")) != nil)
            // Nobody is locked out: after the longest wait the right password is accepted from any address.
            fixture.clock.advance(.seconds(60))
            #expect(
                try await fixture.authorization.passwords.signIn(
                    organization: "acme", username: "ann", password: Secret("ann's password"), IdentityFixture.call(from: "198.51.100.1")) != nil)
        }
    }

    @Test("A24 one address alone keeps no account from its owner, however long it guesses", arguments: StoreEngine.allCases)
    func oneAddress(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            _ = try await fixture.tenant("acme")
            var tried = 0
            for guess in 0..<4_000 {
                fixture.clock.advance(.seconds(1))
                do {
                    _ = try await fixture.authorization.passwords.signIn(
                        organization: "acme", username: "ann", password: Secret("guess \(guess)"), IdentityFixture.call(from: "203.0.113.9"))
                    tried += 1
                } catch is Throttled {}
                // At a place where the owner never was before.
                if guess % 400 == 399 {
                    let own = IdentityFixture.call(from: "198.51.100.\(guess / 400)")
                    let session = try await fixture.authorization.passwords.signIn(
                        organization: "acme", username: "ann", password: Secret("ann's password"), own)
                    #expect(session != nil, "after \(tried) guesses")
                }
            }
            #expect(tried <= 80)
        }
    }

    @Test("A24 guesses on the question server keep no owner from the sign-in page, nor the other way about", arguments: StoreEngine.allCases)
    func doors(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            _ = try await fixture.tenant("acme")
            _ = try await fixture.tenant("rival")
            @Sendable func start(_ organization: String, _ password: String, from address: String) async throws -> NewSession? {
                try await fixture.authorization.passwords.signIn(
                    organization: organization, username: "ann", password: Secret(password), at: .questionServer, IdentityFixture.call(from: address))
            }
            @Sendable func signIn(_ organization: String, _ password: String, from address: String) async throws -> NewSession? {
                try await fixture.authorization.passwords.signIn(
                    organization: organization, username: "ann", password: Secret(password), IdentityFixture.call(from: address))
            }
            // From so many addresses that no address alone is kept waiting, until the account is.
            func isFull(_ attempt: (Int) async throws -> Bool) async throws -> Bool {
                for guess in 0..<100 {
                    do {
                        let isIn = try await attempt(guess)
                        #expect(!isIn)
                    } catch is Throttled {
                        return true
                    }
                }
                return false
            }
            #expect(try await isFull { try await start("acme", "guess \($0)", from: "203.0.113.\($0)") != nil })
            await #expect(throws: Throttled.self) { _ = try await start("acme", "ann's password", from: "192.0.2.7") }
            #expect(try await signIn("acme", "ann's password", from: "192.0.2.8") != nil)
            #expect(try await isFull { try await signIn("rival", "guess \($0)", from: "198.51.100.\($0)") != nil })
            await #expect(throws: Throttled.self) { _ = try await signIn("rival", "ann's password", from: "192.0.2.9") }
            #expect(try await start("rival", "ann's password", from: "192.0.2.10") != nil)
        }
    }

    @Test("A24 who has an account of their own guesses at others' from the same address no faster", arguments: StoreEngine.allCases)
    func ownAccount(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            _ = try await fixture.tenant("acme")
            let call = IdentityFixture.call(from: "203.0.113.9")
            var tried = 0
            for guess in 0..<300 {
                let isOwn = guess % 10 == 9
                do {
                    let session = try await fixture.authorization.passwords.signIn(
                        organization: "acme", username: isOwn ? "ann" : "user\(guess)", password: Secret(isOwn ? "ann's password" : "password1"), call
                    )
                    #expect((session != nil) == isOwn)
                    if !isOwn { tried += 1 }
                } catch is Throttled {}
            }
            #expect(tried == 30)
        }
    }

    @Test("A23 guesses of a secret are one count wherever they are made, and the right secret is never kept waiting", arguments: StoreEngine.allCases)
    func secretsAtEndpoints(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("agent", in: acme.id, scopes: ["read:record"])
            var throttled: [Throttled] = []
            for _ in 0..<150 {
                do { try await fixture.directory.countGuess(ofSecretOf: client.id) } catch let error as Throttled { throttled.append(error) }
            }
            #expect(throttled.count == 140 && throttled.allSatisfy { (1...300).contains($0.seconds) })
            try await fixture.directory.countGuess(ofSecretOf: "another")
            let ask = client.proof.merging(["grant_type": "client_credentials"]) { $1 }
            await #expect(throws: Throttled.self) { _ = try await fixture.token(ask.merging(["client_secret": "wrong"]) { $1 }) }
            _ = try await fixture.token(ask)
            #expect(try await fixture.directory.principal(try client.presented) != nil)
        }
    }

    @Test("A24 one address guesses at many accounts no faster", arguments: StoreEngine.allCases)
    func address(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            var tried = 0
            for guess in 0..<200 {
                do {
                    _ = try await fixture.authorization.passwords.signIn(
                        organization: "acme", username: "user\(guess)", password: Secret("password1"),
                        IdentityFixture.call(from: "2001:db8::\(guess)"))
                    tried += 1
                } catch is Throttled {}
            }
            #expect(tried == 30)
        }
    }

    @Test("A25 an unknown name and a wrong password get the same response", arguments: StoreEngine.allCases)
    func sameAnswer(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            try await fixture.users.disable(acme.id, acme.boss.id)
            let names = [("acme", "ann"), ("acme", "nobody"), ("nowhere", "ann"), ("acme", "boss"), ("a b", "../x"), ("", "")]
            for (place, (organization, name)) in names.enumerated() {
                var waits: [Bool] = []
                for _ in 0..<7 {
                    do {
                        let session = try await fixture.authorization.passwords.signIn(
                            organization: organization, username: name, password: Secret("wrong password"),
                            IdentityFixture.call(from: "192.0.2.\(place)"))
                        #expect(session == nil)
                        waits.append(false)
                    } catch is Throttled {
                        waits.append(true)
                    }
                }
                #expect(waits == [false, false, false, false, false, true, true], "\(organization)/\(name)")
            }
            #expect(try await fixture.store.read { try $0.all("SELECT 1 FROM sessions") { _ in () } }.isEmpty)
        }
    }
}
