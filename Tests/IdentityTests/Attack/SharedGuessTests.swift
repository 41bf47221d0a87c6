import GatehouseTesting
import Identity
import OAuth
import SQL
import Store
import Testing

@Suite("Guesses that all nodes count together")
struct SharedGuessTests {
    /// Tries until it is refused, at most `limit` times.
    private static func tries(_ limit: Int, _ attempt: (Int) async throws -> Void) async throws -> Int {
        for made in 0..<limit {
            do { try await attempt(made) } catch is Throttled { return made }
        }
        return limit
    }

    @Test("A50 several nodes give no more guesses at a password than one, and neither does a restart", arguments: StoreEngine.allCases)
    func nodes(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            _ = try await fixture.tenant("acme")
            let (store, second) = try await fixture.otherNode()
            let call = IdentityFixture.call(from: "203.0.113.9")
            let made = try await Self.tries(40) { round in
                let node = round % 2 == 0 ? fixture.authorization : second
                _ = try await node.passwords.signIn(organization: "acme", username: "ann", password: Secret("guess \(round)"), call)
            }
            #expect(made == 5)
            // As after a restart: a process that remembers nothing.
            let (later, third) = try await fixture.otherNode()
            await #expect(throws: Throttled.self) {
                _ = try await third.passwords.signIn(organization: "acme", username: "ann", password: Secret("ann's password"), call)
            }
            await store.close()
            await later.close()
        }
    }

    @Test("A24 an attempt that began before the first counted one is not delayed by it", arguments: StoreEngine.allCases)
    func overtaken(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            _ = try await fixture.tenant("acme")
            // On a busy machine, and on a node whose clock is behind, the later one is counted first.
            for name in ["ann", "nobody"] {
                let person = try await fixture.authorization.passwords.signIn(
                    organization: "acme", username: name, password: Secret("a guess"), IdentityFixture.call(from: "203.0.113.9"))
                #expect(person == nil, "\(name): the password was judged, without a delay")
                fixture.clock.advance(.milliseconds(-900))
            }
        }
    }

    @Test("A50 registrations, codes of devices and secrets of clients are counted by all nodes together", arguments: StoreEngine.allCases)
    func others(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let (store, second) = try await fixture.otherNode()
            let nodes = [fixture.authorization, second]
            let body = Array(#"{"redirect_uris":["https://client.example/callback"]}"#.utf8)
            let registered = try await Self.tries(90) { round in
                _ = try await nodes[round % 2].registration.register(body, registrationURI: { $0 }, IdentityFixture.call(from: "198.51.100.1"))
            }
            #expect(registered == 30)
            let client = try await fixture.application("television", in: acme.id, isPublic: true)
            let asked = try await Self.tries(90) { round in
                _ = try await nodes[round % 2].devices.authorize(
                    try IdentityFixture.parameters(client.proof), authorization: nil, verificationURI: "u", IdentityFixture.call(from: "198.51.100.1")
                )
            }
            #expect(asked == 60)
            let ann = try await fixture.session()
            let typed = try await Self.tries(90) { round in
                do { _ = try await nodes[round % 2].devices.question(userCode: "BCDF-GHJK", ann, IdentityFixture.here) } catch is IdentityError {}
            }
            #expect(typed == 10)
            let agent = try await fixture.application("agent", in: acme.id, scopes: ["read:record"])
            let shown = try await Self.tries(90) { round in
                let form = ["grant_type": "client_credentials", "client_id": agent.id, "client_secret": "guess \(round)"]
                do {
                    _ = try await nodes[round % 2].token.issue(try IdentityFixture.parameters(form), authorization: nil, IdentityFixture.here)
                } catch is OAuthError {}
            }
            #expect(shown == 10)
            await store.close()
        }
    }

    @Test("G14 nodes that strangers call leave no more rows in the audit log than one, and a restart gives none", arguments: StoreEngine.allCases)
    func rows(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let (store, _) = try await fixture.otherNode()
            let now: @Sendable () -> Timestamp = { [clock = fixture.clock] in clock.now }
            func admitted(_ allowances: [RowQuota]) async -> Int {
                var admitted = 0
                for round in 0..<60 where await allowances[round % allowances.count].admits() { admitted += 1 }
                return admitted
            }
            let nodes = [fixture.store, store].map { RowQuota("calls", store: $0, now: now) }
            #expect(await admitted(nodes) == 20)
            #expect(await admitted([RowQuota("calls", store: fixture.store, now: now)]) == 0)
            #expect(await admitted([RowQuota("client secrets", store: fixture.store, now: now)]) == 20)
            fixture.clock.advance(.seconds(61))
            #expect(await admitted(nodes) == 20)
            await store.close()
        }
    }

    @Test("A50 guesses that run at once on two nodes are all counted", arguments: StoreEngine.allCases)
    func concurrent(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            _ = try await fixture.tenant("acme")
            let (store, second) = try await fixture.otherNode()
            let nodes = [fixture.authorization, second]
            let tried = try await withThrowingTaskGroup(of: Bool.self) { group in
                for round in 0..<24 {
                    group.addTask {
                        do {
                            _ = try await nodes[round % 2].passwords.signIn(
                                organization: "acme", username: "ann", password: Secret("guess \(round)"), IdentityFixture.call(from: "203.0.113.9"))
                            return true
                        } catch is Throttled { return false }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(tried == 5)
            await store.close()
        }
    }

    @Test("A51 a known browser is not shut out by guesses behind its own address, and has a limit of its own", arguments: StoreEngine.allCases)
    func knownDevice(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            _ = try await fixture.tenant("acme")
            _ = try await fixture.tenant("rival")
            let office = IdentityFixture.call(from: "203.0.113.9")
            func signIn(_ organization: String = "acme", _ password: String = "ann's password", device: String?) async throws -> NewSession? {
                try await fixture.authorization.passwords.signIn(
                    organization: organization, username: "ann", password: Secret(password), device: device, office)
            }
            let cookie = try #require(try await signIn(device: nil)?.device?.text)
            let foreign = try #require(try await signIn("rival", device: nil)?.device?.text)
            // Somebody else behind the same address guesses until nobody there is let in.
            _ = try await Self.tries(60) { round in
                _ = try await fixture.authorization.passwords.signIn(
                    organization: "acme", username: round < 6 ? "ann" : "user\(round)", password: Secret("guess"), office)
            }
            await #expect(throws: Throttled.self) { _ = try await signIn(device: nil) }
            let again = try #require(try await signIn(device: cookie))
            #expect(again.device?.text == cookie)
            // Cookies that are none of this account's count for nothing.
            let (id, mark) = (cookie.prefix { $0 != "." }, cookie.drop { $0 != "." })
            for wrong in [
                foreign, "", ".", "x.y", String(id), String(mark), "A" + cookie, cookie + "A", cookie + "." + cookie, String(cookie.reversed()),
            ] {
                await #expect(throws: Throttled.self, "\(wrong)") { _ = try await signIn(device: wrong) }
            }
            let guessed = try await Self.tries(40) { _ in _ = try await signIn("acme", "guess", device: cookie) }
            #expect(guessed == 5)
            await #expect(throws: Throttled.self) { _ = try await signIn(device: cookie) }
            fixture.clock.advance(.seconds(60))
            #expect(try await signIn(device: cookie) != nil)
        }
    }

    @Test("A51 browsers are known until the password changes: one that knew the old one loses its own limit", arguments: StoreEngine.allCases)
    func changedPassword(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let place = IdentityFixture.call(from: "203.0.113.9")
            func signIn(_ password: String, device: String?) async throws -> NewSession? {
                try await fixture.authorization.passwords.signIn(
                    organization: "acme", username: "ann", password: Secret(password), device: device, place)
            }
            var hoard: [String] = []
            for _ in 0..<10 { hoard.append(try #require(try await signIn("ann's password", device: nil)?.device?.text)) }
            #expect(Set(hoard).count == 10)
            fixture.clock.advance(.seconds(1))
            try await fixture.users.setPassword(acme.id, acme.ann.id, Secret("another long password"))
            let tried = try await Self.tries(100) { round in _ = try await signIn("guess \(round)", device: hoard[round % 10]) }
            #expect(tried == 5)
            fixture.clock.advance(.seconds(60))
            let own = try #require(try await signIn("another long password", device: hoard[0])?.device?.text)
            _ = try await Self.tries(20) { _ in _ = try await signIn("guess", device: nil) }
            await #expect(throws: Throttled.self) { _ = try await signIn("another long password", device: hoard[0]) }
            #expect(try await signIn("another long password", device: own) != nil)
        }
    }

    @Test("Counters contain no names, and expired ones are removed", arguments: StoreEngine.allCases)
    func storage(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            _ = try await fixture.tenant("acme")
            for round in 0..<3 {
                _ = try await fixture.authorization.passwords.signIn(
                    organization: "acme", username: "hunter2", password: Secret("guess \(round)"), IdentityFixture.call(from: "203.0.113.9"))
            }
            func rows() async throws -> [String] {
                try await fixture.store.read {
                    try $0.all("SELECT * FROM attempts") { row in (0..<row.columnCount).map { "\(row.value($0))" }.joined() }
                }
            }
            #expect(try await rows().count == 3)
            #expect(try await rows().allSatisfy { !$0.contains("hunter2") && !$0.contains("203.0.113") })
            fixture.clock.advance(.seconds(901))
            try await fixture.authorization.ended.cleanUp()
            #expect(try await rows().isEmpty)
        }
    }
}
