import CArgon2
import GatehouseTesting
import Store
import Testing

@testable import Identity

@Suite("Password guessing")
struct PasswordGuessingTests {
    @Test("A25 an unknown user, one without a password and a disabled one cost the same hash as a known one", arguments: StoreEngine.allCases)
    func sameWork(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            // A hasher that refuses every hash as busy shows who would have hashed.
            let users = Users(store: fixture.store, hasher: PasswordHasher(workers: 0, queueLimit: 0))
            try await fixture.users.disable(acme.id, acme.boss.id)
            for text in ["acme/ann", "acme/boss", "acme/nobody", "nowhere/ann"] {
                let who = try QualifiedName(parsing: text, argument: "user")
                await #expect {
                    try await users.verifyPassword(who, Secret("a wrong password"))
                } throws: { ($0 as? IdentityError)?.code == .busy }
            }
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
