import Notation
import OAuth
import Testing

@Suite("Code challenges")
struct CodeChallengeTests {
    @Test("The example of RFC 7636 appendix B holds")
    func appendixB() throws {
        let challenge = try CodeChallenge(challenge: Fixtures.challenge, method: "S256")
        #expect(challenge.matches(verifier: Fixtures.verifier))
        #expect(CodeChallenge(verifier: Fixtures.verifier)?.text == Fixtures.challenge)
    }

    @Test("A03 No challenge, plain, another method or a challenge of no hash is an invalid request")
    func refused() {
        let wrong: [(String?, String?)] = [
            (nil, "S256"), (nil, nil), (Fixtures.challenge, nil), (Fixtures.challenge, "plain"), (Fixtures.challenge, "s256"),
            (Fixtures.challenge, "null"),
            (Fixtures.verifier + "=", "S256"), ("short", "S256"), (String(repeating: "A", count: 44), "S256"),
            (String(repeating: "é", count: 43), "S256"),
        ]
        for (challenge, method) in wrong {
            #expect(code { _ = try CodeChallenge(challenge: challenge, method: method) } == .invalidRequest, "\(challenge ?? "-") \(method ?? "-")")
        }
    }

    @Test("A04 Another verifier, a short one, and the challenge itself do not fit")
    func mismatches() throws {
        let challenge = try CodeChallenge(challenge: Fixtures.challenge, method: "S256")
        for verifier in ["", Fixtures.challenge, Fixtures.verifier + "A", String(Fixtures.verifier.dropLast()), Fixtures.verifier.lowercased()] {
            #expect(!challenge.matches(verifier: verifier))
        }
        // 42 characters and 129 are no verifiers, whatever their hash (RFC 7636 section 4.1).
        #expect(CodeChallenge(verifier: String(repeating: "a", count: 42)) == nil)
        #expect(CodeChallenge(verifier: String(repeating: "a", count: 129)) == nil)
        #expect(CodeChallenge(verifier: String(repeating: "a", count: 42) + " ") == nil)
        #expect(CodeChallenge(verifier: String(repeating: "a", count: 128)) != nil)
    }
}
