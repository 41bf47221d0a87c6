import JSON
import SQL
import SQLSyntax
import Store

extension Connection {
    /// The id that an `INSERT … RETURNING id` gives.
    func insertedID(_ statement: Statement) throws -> Int64 {
        guard let id = try value(of: "new rows", statement, .integer) else { throw DatabaseError(.other, "the database gave no id") }
        return id
    }

    /// Locks the rows that a statement reads until the transaction ends. SQLite has one writer anyway.
    var lock: Statement { dialect == .postgresql ? " FOR UPDATE" : "" }

    /// Whether the query has a row.
    func exists(_ statement: Statement) throws -> Bool { try !all(statement) { _ in () }.isEmpty }
}

extension Store {
    /// A change that can meet a name or key which another caller has taken.
    func change<R: Sendable>(
        orConflict conflict: IdentityError, _ body: @escaping @Sendable (any Connection, inout ChangedTopics) throws -> R
    ) async throws -> R {
        do {
            return try await change(body)
        } catch let error as DatabaseError where error.code == .constraint {
            throw conflict
        }
    }
}

extension JSONValue {
    /// The value as JSON text, as it is stored.
    var storedText: String { String(decoding: serialized, as: UTF8.self) }
}
