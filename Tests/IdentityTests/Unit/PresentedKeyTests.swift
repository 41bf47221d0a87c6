import Notation
import Testing

@testable import Identity

@Suite("Presented keys")
struct PresentedKeyTests {
    /// Hashes from `hashlib.sha256` of Python.
    @Test(
        "A key is held as its SHA-256",
        arguments: [
            ("gths_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "63de52456b42e402f556e90e0b6a1e9d00eee936ac8e57811f03c2c83384068e"),
            ("gths_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ", "00db0e7b119d898509e8106cde78b68f9aa881a790278b622b95df6bbf93e33f"),
        ])
    func digest(text: String, expected: String) throws {
        let key = try #require(PresentedKey(text))
        #expect(key.digest.map { String(($0 >> 4), radix: 16) + String(($0 & 15), radix: 16) }.joined() == expected)
        #expect(!"\(key)".contains(text))
    }

    @Test(
        "A text without the format of a key is not a key",
        arguments: [
            "", "gths_", "gths_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "gths_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "GTHS_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "gths_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
            "gths_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA ", "gths-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "gths_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\u{E9}",
        ])
    func refuses(text: String) {
        #expect(PresentedKey(text) == nil)
    }

    @Test("Generated keys have the right format and are distinct")
    func make() {
        let made = (0..<200).map { _ in PresentedKey.make() }
        #expect(Set(made.map(\.text)).count == 200)
        #expect(Set(made.map(\.key)).count == 200)
        for one in made { #expect(PresentedKey(one.text) == one.key) }
    }

    /// RFC 4648 section 10 without padding; the last two have the letters in which the alphabets differ.
    @Test(
        "Base64url as RFC 4648 has it",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
            ("~~~", "fn5-"), ("???", "Pz8_"),
        ])
    func base64url(text: String, expected: String) {
        #expect(Base64URL.encode(Array(text.utf8)) == expected)
    }
}
