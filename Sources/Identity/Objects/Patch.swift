package import JSON
package import Store

/// The members of an object that a caller wants to change. A member that is absent or `***` stays unchanged, null clears it.
package struct Patch: Sendable {
    /// The text that responses show instead of a secret.
    package static let mask = "***"

    package private(set) var members: JSONObject

    package init(_ members: JSONObject = [:]) { self.members = members }

    /// Adds a member; nil adds none.
    package mutating func set(_ name: String, _ value: String?) {
        if let value { members[name] = .string(value) }
    }

    package mutating func set(_ name: String, _ value: Bool) { members[name] = .bool(value) }

    /// The value of a member; nil when it stays unchanged.
    package func member(_ name: String) -> JSONValue? {
        guard let value = members[name], value != .string(Self.mask) else { return nil }
        return value
    }

    /// A text of one line.
    package func line(_ name: String, or current: String, cleared: String = "") throws(IdentityError) -> String {
        guard let value = member(name) else { return current }
        if value.isNull { return cleared }
        guard let text = value.string else { throw Self.wrong(name, "a string") }
        return try Label.checked(text, or: cleared, argument: name)
    }

    package func flag(_ name: String, or current: Bool, cleared: Bool = false) throws(IdentityError) -> Bool {
        guard let value = member(name) else { return current }
        if value.isNull { return cleared }
        guard let flag = value.bool else { throw Self.wrong(name, "true or false") }
        return flag
    }

    package func int(_ name: String, or current: Int64, in range: ClosedRange<Int64>, cleared: Int64 = 0) throws(IdentityError) -> Int64 {
        guard let value = member(name) else { return current }
        if value.isNull { return cleared }
        guard let number = value.int, range.contains(number) else {
            throw Self.wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A list of short texts, at most 1,000.
    package func names(_ name: String, or current: [String]) throws(IdentityError) -> [String] {
        guard let value = member(name) else { return current }
        if value.isNull { return [] }
        guard let elements = value.array, elements.count <= 1_000, elements.allSatisfy({ ($0.string?.utf8.count ?? .max) <= 1_024 }) else {
            throw Self.wrong(name, "a list of at most 1000 strings")
        }
        return elements.compactMap(\.string)
    }

    /// A value of an enumeration.
    package func word<Word: RawRepresentable & CaseIterable>(_ name: String, or current: Word, cleared: Word) throws(IdentityError) -> Word
    where Word.RawValue == String {
        guard let value = member(name) else { return current }
        if value.isNull { return cleared }
        guard let word = value.string.flatMap(Word.init(rawValue:)) else {
            throw Self.wrong(name, Word.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return word
    }

    /// A time; empty text means nil.
    package func time(_ name: String, or current: Timestamp?) throws(IdentityError) -> Timestamp? {
        guard let value = member(name) else { return current }
        if value.isNull || value.string == "" { return nil }
        guard let time = value.string.flatMap({ Timestamp(rfc3339: $0) }) else { throw Self.wrong(name, "an RFC 3339 time") }
        return time
    }

    package func addresses(_ name: String = "ipWhitelist", or current: AllowedAddresses) throws(IdentityError) -> AllowedAddresses {
        guard let value = member(name) else { return current }
        if value.isNull { return .everywhere }
        guard let text = value.string else { throw Self.wrong(name, "a string") }
        return try AllowedAddresses(parsing: text)
    }

    /// The change of a secret. An empty text keeps the secret, because responses of some servers show one.
    package func secret(_ name: String) throws(IdentityError) -> SecretChange {
        guard let value = member(name), value.string != "" else { return .keep }
        if value.isNull { return .clear }
        guard let text = value.string, text.utf8.count <= 8_192 else { throw Self.wrong(name, "a string of at most 8192 bytes") }
        return .set(Secret(text))
    }

    /// Refuses a value that differs from the current one.
    package func keeps(_ name: String, _ current: some StringProtocol) throws(IdentityError) {
        guard let value = member(name), value != .string("") else { return }
        guard value.string.map({ $0 == current }) ?? false else { throw IdentityError(.invalid, "\(name): it cannot be changed") }
    }

    static func wrong(_ name: String, _ expected: String) -> IdentityError { IdentityError(.invalid, "\(name): expected \(expected)") }
}

/// A change of a secret.
package enum SecretChange: Sendable {
    case keep, clear
    case set(Secret)
}
