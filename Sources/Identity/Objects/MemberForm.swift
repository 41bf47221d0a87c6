import JSON
import SQL
import Store

/// The type of an object's member: how it is stored in a column, written on the wire and described in a schema, and which changes are valid.
struct MemberForm<Value: Sendable & Equatable>: Sendable {
    let codec: Codec<Value>
    /// JSON Schema without a description; null clears the member.
    let schema: JSONValue
    let wire: @Sendable (Value) -> JSONValue
    /// The value after a change.
    let take: @Sendable (Patch, _ member: String, _ current: Value, _ cleared: Value) throws(IdentityError) -> Value

    init(
        _ codec: Codec<Value>, _ schema: JSONValue, wire: @escaping @Sendable (Value) -> JSONValue,
        take: @escaping @Sendable (Patch, String, Value, Value) throws(IdentityError) -> Value
    ) {
        self.codec = codec
        self.schema = schema
        self.wire = wire
        self.take = take
    }

    /// The same form with a further check of changed values.
    func checked(_ check: @escaping @Sendable (Value) throws(IdentityError) -> Value) -> MemberForm {
        let take = take
        return MemberForm(codec, schema, wire: wire) { (patch, name, current, cleared) throws(IdentityError) -> Value in
            try check(try take(patch, name, current, cleared))
        }
    }
}

extension MemberForm {
    /// A value of an enumeration.
    /// - Parameter empty: the meaning of empty text; nil if it is invalid.
    static func word(empty: Value? = nil) -> MemberForm where Value: RawRepresentable<String> & CaseIterable {
        MemberForm(.word(), MemberSchema.text, wire: { .string($0.rawValue) }) { (patch, name, current, cleared) throws(IdentityError) -> Value in
            if let empty, patch.member(name) == "" { return empty }
            return try patch.word(name, or: current, cleared: cleared)
        }
    }
}

extension MemberForm<String> {
    /// Text of one line.
    static let line = MemberForm(.text, MemberSchema.text, wire: { .string($0) }) { (patch, name, current, cleared) throws(IdentityError) -> String in
        try patch.line(name, or: current, cleared: cleared)
    }
}

extension MemberForm<Bool> {
    static let flag = MemberForm(.flag, MemberSchema.flag, wire: { .bool($0) }) {
        (patch, name, current, cleared) throws(IdentityError) -> Bool in
        try patch.flag(name, or: current, cleared: cleared)
    }
}

extension MemberForm<Int64> {
    static func number(_ range: ClosedRange<Int64>) -> MemberForm {
        MemberForm(.integer, ["type": ["integer", "null"]], wire: { .number(JSONNumber($0)) }) {
            (patch, name, current, cleared) throws(IdentityError) -> Int64 in
            try patch.int(name, or: current, in: range, cleared: cleared)
        }
    }
}

extension MemberForm<[String]> {
    static let names = MemberForm(.texts, MemberSchema.names, wire: { .array($0.map { .string($0) }) }) {
        (patch, name, current, _) throws(IdentityError) -> [String] in
        try patch.names(name, or: current)
    }
}

extension MemberForm<[PasswordRule]> {
    static let passwordRules = MemberForm(.passwordRules, MemberSchema.names, wire: { .array($0.map { .string($0.rawValue) }) }) {
        (patch, name, current, _) throws(IdentityError) -> [PasswordRule] in
        try PasswordRule.parse(try patch.names(name, or: current.map(\.rawValue)))
    }
}

extension MemberForm<Timestamp?> {
    /// RFC 3339; empty text means nil.
    static let time = MemberForm(.optional(.time), MemberSchema.text, wire: { .string($0?.rfc3339 ?? "") }) {
        (patch, name, current, _) throws(IdentityError) -> Timestamp? in
        try patch.time(name, or: current)
    }
}

extension MemberForm<AllowedAddresses> {
    static let addresses = MemberForm(.addresses, MemberSchema.text, wire: { .string($0.text) }) {
        (patch, name, current, _) throws(IdentityError) -> AllowedAddresses in
        try patch.addresses(name, or: current)
    }
}

/// A secret of an object, sealed in its own column. It is not on the wire: only the code that uses the secret reads it.
struct SealedMember: Hashable, Sendable {
    /// The member's name in a change.
    let name: String
    let column: String

    /// Seals and stores the secret of a change.
    func save(_ patch: Patch, in table: String, id: Int64, _ secrets: SecretBox, on connection: any Connection) throws {
        let sealed: [UInt8]?
        switch try patch.secret(name) {
        case .keep: return
        case .clear: sealed = nil
        case .set(let secret): sealed = try secrets.seal(secret.bytes, context: context(table, id))
        }
        try connection.execute("UPDATE \(Identifier(table)) SET \(Identifier(column)) = \(sealed) WHERE id = \(id)")
    }

    /// - Returns: nil when none is stored.
    func open(in table: String, id: Int64, _ secrets: SecretBox, on connection: any Connection) throws -> Secret? {
        let sealed = try connection.first(of: table, "SELECT id, \(Identifier(column)) FROM \(Identifier(table)) WHERE id = \(id)") { row in
            try row[column, .optional(.bytes)]
        }
        return try (sealed ?? nil).map { Secret(try secrets.open($0, context: context(table, id))) }
    }

    private func context(_ table: String, _ id: Int64) -> String { "\(table)/\(id)/\(column)" }
}
