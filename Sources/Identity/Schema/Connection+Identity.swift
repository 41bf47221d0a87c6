import JSON
import SQL
import SQLSyntax
import Store

extension Connection {
    /// The id that an `INSERT … RETURNING id` gives.
    func insertedID(_ statement: Statement) throws -> Int64 {
        guard let id = try all(statement, { $0.int(0) }).first ?? nil else { throw DatabaseError(.other, "the database gave no id") }
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

extension Row {
    func name(_ index: Int) -> Name { Name(stored: text(index) ?? "") }
    func time(_ index: Int) -> Timestamp? { int(index).map(Timestamp.init(microseconds:)) }
    /// JSON that we stored; nil when null.
    /// - Throws: when it cannot be read: a list of limits that counts as none would limit nothing.
    func json(_ index: Int) throws -> JSONValue? { try text(index).map { try JSONValue(parsing: $0) } }
    /// A stored list of texts.
    func texts(_ index: Int) throws -> [String] { try json(index)?.array?.compactMap(\.string) ?? [] }
}

extension [String] {
    /// The list as JSON text, as it is stored.
    var storedJSON: String { JSONValue.array(map { .string($0) }).storedText }
}

extension JSONValue {
    /// The value as JSON text, as it is stored.
    var storedText: String { String(decoding: serialized, as: UTF8.self) }
}
