import JSON
import SQL
import Store

extension Codec<Name> {
    static let name = Codec("a name", write: { .text($0.text) }) { row, index in
        // The row's own error says that it is invalid.
        row.text(index).flatMap { try? Name(parsing: $0) }
    }
}

extension Codec<AllowedAddresses> {
    /// NULL when all addresses are allowed.
    static let addresses = Codec("ranges of addresses or NULL", write: { $0.stored.map { .text($0) } ?? .null }) { row, index in
        guard !row.isNull(index) else { return .everywhere }
        // A partly parsed list would admit or exclude the wrong callers.
        return row.text(index).flatMap { try? AllowedAddresses(parsing: $0) }
    }
}

extension Codec<Details> {
    static let details = Codec("a JSON object", write: { .text($0.stored) }) { row, index in
        Codec<JSONObject>.object.read(row, index).map { Details($0) }
    }
}

extension Codec<[PasswordRule]> {
    static let passwordRules = Codec("names of password rules", write: { .text($0.map(\.rawValue).joined(separator: " ")) }) { row, index in
        guard let words = Codec<[String]>.words.read(row, index) else { return nil }
        let rules = words.compactMap(PasswordRule.init(rawValue:))
        return rules.count == words.count ? rules : nil
    }
}

extension Codec<SecretDigest> {
    static let digest = Codec("a SHA-256", write: { .blob($0.bytes) }) { row, index in row.bytes(index).flatMap(SecretDigest.init(stored:)) }
}
