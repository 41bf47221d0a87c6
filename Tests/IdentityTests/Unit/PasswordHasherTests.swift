import Store
import Testing

@testable import Identity

@Suite("Password hashes")
struct PasswordHasherTests {
    let hasher = PasswordHasher(cost: PasswordCost(memory: 64, passes: 1))

    /// Made by the Argon2id of OpenSSL 4.0.0, which shares no code with the library used here.
    @Test(
        "A hash made elsewhere is understood",
        arguments: [
            ("correct horse battery staple", "$argon2id$v=19$m=19456,t=2,p=1$AAECAwQFBgcICQoLDA0ODw$gYJZtjEAJqjg26xdLmknq8/bB7MiWPrE9hsYuA+SkIU"),
            ("пароль-密码", "$argon2id$v=19$m=64,t=1,p=1$Z2F0ZWhvdXNlLXNhbHQtMQ$vxdGKmp4WJN9Z2WIzmEdBNfcXJv6PAL7gjbgbsJQpGE"),
        ])
    func vectors(password: String, hash: String) async throws {
        #expect(try await hasher.verify(Secret(password), against: hash))
        #expect(try await !hasher.verify(Secret(password + " "), against: hash))
    }

    @Test("A hash is a PHC string of the stated cost under a salt of its own")
    func form() async throws {
        let password = Secret("correct horse")
        let first = try await hasher.hash(password)
        let second = try await hasher.hash(password)
        #expect(first != second)
        for hash in [first, second] {
            let parts = hash.split(separator: "$")
            #expect(parts.prefix(3) == ["argon2id", "v=19", "m=64,t=1,p=1"])
            #expect(parts.dropFirst(3).map(\.count) == [22, 43])
            #expect(try await hasher.verify(password, against: hash))
            #expect(try await !hasher.verify(Secret("correct horsf"), against: hash))
        }
    }

    @Test("The standard cost is 19 MiB, two passes, one lane")
    func standard() async throws {
        #expect(try await PasswordHasher().hash(Secret("correct horse")).hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    }

    @Test("A password has 8 to 1024 bytes", arguments: [(7, false), (8, true), (1024, true), (1025, false)])
    func policy(length: Int, isAccepted: Bool) async throws {
        let password = Secret([UInt8](repeating: 0x61, count: length))
        if isAccepted {
            #expect(try await hasher.verify(password, against: hasher.hash(password)))
        } else {
            await #expect { try await hasher.hash(password) } throws: { ($0 as? IdentityError)?.code == .invalid }
        }
    }

    @Test("An overlong password is wrong, also where its shortened form is right")
    func overlong() async throws {
        let hash = try await hasher.hash(Secret([UInt8](repeating: 0x61, count: 1024)))
        #expect(try await !hasher.verify(Secret([UInt8](repeating: 0x61, count: 1025)), against: hash))
    }

    @Test("A damaged hash fits no password", arguments: ["", "$argon2id$", "plain", "$argon2id$v=19$m=64,t=1,p=1$$"])
    func damaged(hash: String) async throws {
        #expect(try await !hasher.verify(Secret(""), against: hash))
        #expect(try await !hasher.verify(Secret("plain"), against: hash))
    }
}
