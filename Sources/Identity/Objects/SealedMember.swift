import SQL
import Store

/// A secret of an object, sealed in its own column. It has no form on the wire: only the code that uses the secret reads it.
struct SealedMember: Hashable, Sendable {
    /// In a change.
    let name: String
    let column: String

    /// Seals what a change says.
    func save(_ patch: Patch, in table: String, id: Int64, _ secrets: SecretBox, on connection: any Connection) throws {
        let sealed: [UInt8]?
        switch try patch.secret(name) {
        case .keep: return
        case .clear: sealed = nil
        case .set(let secret): sealed = try secrets.seal(secret.bytes, context: context(table, id))
        }
        try connection.execute("UPDATE \(Identifier(table)) SET \(Identifier(column)) = \(sealed) WHERE id = \(id)")
    }

    /// - Returns: nil when none is kept.
    func open(in table: String, id: Int64, _ secrets: SecretBox, on connection: any Connection) throws -> Secret? {
        let sealed = try connection.first(of: table, "SELECT id, \(Identifier(column)) FROM \(Identifier(table)) WHERE id = \(id)") { row in
            try row[column, .optional(.bytes)]
        }
        return try (sealed ?? nil).map { Secret(try secrets.open($0, context: context(table, id))) }
    }

    private func context(_ table: String, _ id: Int64) -> String { "\(table)/\(id)/\(column)" }
}
