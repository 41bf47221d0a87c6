import CArgon2
import GatehouseTesting
import Store
import Testing

@testable import Identity

@Suite("Password guessing")
struct PasswordGuessingTests {
    @Test("A25 an unknown user, one without a password and a disabled one cost the same hash as a known one", arguments: StoreEngine.allCases)
    func sameWork(engine: StoreEngine) async throws {
        try await House.with(engine) { house in
            let acme = try await house.tenant("acme")
            // A hasher that refuses every hash as busy shows who would have hashed.
            let users = Users(store: house.store, hasher: PasswordHasher(workers: 0, queueLimit: 0))
            try await house.users.disable(acme.id, acme.boss.id)
            for text in ["acme/ann", "acme/boss", "acme/nobody", "nowhere/ann"] {
                let who = try QualifiedName(parsing: text, argument: "user")
                await #expect {
                    try await users.verifyPassword(who, Secret("a wrong password"))
                } throws: { ($0 as? IdentityError)?.code == .busy }
            }
        }
    }

    @Test("A25 a hundred real tries: a known name and an unknown one take the same time")
    func realTries() async throws {
        try await House.with(.sqlite) { house in
            let acme = try await house.tenant("acme")
            let users = Users(store: house.store, hasher: PasswordHasher())
            try await users.setPassword(acme.id, acme.ann.id, Secret("ann's password"))
            let names = [acme.annName, try QualifiedName(parsing: "acme/nobody", argument: "user")]
            var times: [QualifiedName: [Duration]] = [:]
            for _ in 0..<50 {
                for name in names {
                    let elapsed = try await ContinuousClock().measure {
                        let user = try await users.verifyPassword(name, Secret("a wrong password"))
                        #expect(user == nil)
                    }
                    times[name, default: []].append(elapsed)
                }
            }
            let middles = try names.map { try #require(times[$0]).sorted()[25] }
            // Tries take turns, so that other work on the machine slows both; without the hash one would take a hundredth of the other.
            #expect(middles[0] < middles[1] * 2 && middles[1] < middles[0] * 2, "\(middles)")
        }
    }

    @Test("A25 the decoy is a whole hash of the same cost, and fits no password")
    func decoy() async throws {
        let hasher = PasswordHasher(cost: PasswordCost(memory: 64, passes: 1))
        let password = Secret("a password")
        let real = try await hasher.hash(password)
        let cost = { (hash: String) in hash.split(separator: "$").prefix(3).joined(separator: "$") }
        #expect(cost(hasher.decoy) == cost(real))
        #expect(hasher.decoy.utf8.count == real.utf8.count)
        // A mismatch is found after the work; a malformed hash would be refused before it.
        #expect(argon2id_verify(hasher.decoy, password.bytes, password.bytes.count) == ARGON2_VERIFY_MISMATCH.rawValue)
        #expect(try await !hasher.verify(password, against: nil))
    }
}
