/// The code that a person types from one screen on another: eight consonants, so that it forms no word and no two letters are confused (RFC 8628
/// section 6.1).
package struct UserCode: Hashable, Sendable, CustomStringConvertible {
    /// Without the dash: what is kept and compared.
    package let key: String

    private static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ".utf8)
    private static let length = 8

    /// - Parameter random: at least eight random bytes.
    package init(random: [UInt8]) {
        precondition(random.count >= 8)
        // 20^8 divides 2^64 so nearly that no code is likelier than another by more than one part in 10^8.
        var rest = random.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        var letters: [UInt8] = []
        for _ in 0..<Self.length {
            letters.append(Self.alphabet[Int(rest % 20)])
            rest /= 20
        }
        key = String(decoding: letters, as: UTF8.self)
    }

    /// Reads what a person typed, in any case, with dashes and spaces anywhere; nil when it is no code.
    package init?(typed text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let letters = text.uppercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
        guard letters.count == Self.length, letters.allSatisfy(Self.alphabet.contains) else { return nil }
        key = String(decoding: letters, as: UTF8.self)
    }

    /// `WDJB-MJHT`.
    package var text: String { "\(key.prefix(4))-\(key.suffix(4))" }
    package var description: String { text }
}
