package import JSON

/// Members of an object that have no effect on this server: stored within limits and returned, so that a client reads what it wrote.
package struct Details: Hashable, Sendable {
    /// Unit: members.
    private static let maximumCount = 64
    /// Unit: bytes.
    private static let maximumLength = 16_384

    package private(set) var members: JSONObject

    package init() { members = [:] }

    package init(_ members: JSONObject) { self.members = members }

    var stored: String { JSONValue.object(members).description }

    package subscript(_ name: String) -> JSONValue? { members[name] }

    /// Applies a change to members other than the known ones.
    /// - Parameters:
    ///   - known: members that are stored elsewhere, or computed.
    ///   - refused: members of compatible servers that this server must not have, because they would open back doors; empty values pass.
    /// - Throws: ``IdentityError`` `invalid`.
    package mutating func apply(_ patch: Patch, beside known: Set<String>, refusing refused: Set<String> = []) throws(IdentityError) {
        for (name, value) in patch.members where !known.contains(name) {
            if refused.contains(name) {
                guard Self.isEmpty(value) else { throw IdentityError(.invalid, "\(name): this server does not store this secret; omit it") }
                continue
            }
            guard let value = patch.member(name) else { continue }
            if let secret = Self.secret(in: value, named: name) {
                throw IdentityError(
                    .invalid, "\(secret): what is not a member of this server's own is kept in clear, and this reads like a secret; leave it out")
            }
            guard Self.isName(name) else { throw IdentityError(.invalid, "'\(name.prefix(64))': expected a member of letters, digits and '_'") }
            members[name] = value.isNull ? Optional.none : value
        }
        guard members.count <= Self.maximumCount, stored.utf8.count <= Self.maximumLength else {
            throw IdentityError(
                .invalid, "the object is too large: expected at most \(Self.maximumCount) further members and \(Self.maximumLength) bytes")
        }
    }

    /// The name of the first member that would store a secret unencrypted, at any depth; empty values are allowed.
    private static func secret(in value: JSONValue, named name: String) -> String? {
        if !isEmpty(value), value.bool == nil {
            let word = name.lowercased().filter { $0 != "_" && $0 != "-" }
            if secretEndings.contains(where: word.hasSuffix) { return name }
        }
        if let elements = value.array { return elements.lazy.compactMap { secret(in: $0, named: "") }.first }
        return value.object?.lazy.compactMap { secret(in: $0.value, named: $0.key) }.first
    }

    private static let secretEndings = [
        "secret", "token", "password", "passphrase", "privatekey", "apikey", "accesskey", "secretkey", "credential", "credentials", "headers",
        "authorization", "cookie",
    ]

    private static func isEmpty(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .bool(false): true
        case .string(let text): text.isEmpty || text == Patch.mask
        case .array(let elements): elements.isEmpty
        case .object(let object): object.isEmpty
        default: false
        }
    }

    private static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "_"): true
                default: false
                }
            }
    }
}
