import JSON
import SQL
import SQLSyntax
package import Store

extension Connection {
    /// The id that an `INSERT … RETURNING id` returns.
    func insertedID(_ statement: Statement) throws -> Int64 {
        guard let id = try value(of: "new rows", statement, .integer) else { throw DatabaseError(.other, "the database gave no id") }
        return id
    }

    /// Locks the rows that a statement reads until the transaction ends. SQLite needs no lock, because it has one writer.
    var lock: Statement { dialect == .postgresql ? " FOR UPDATE" : "" }

    /// Whether the query returns a row.
    func exists(_ statement: Statement) throws -> Bool { try !all(statement) { _ in () }.isEmpty }
}

extension Store {
    /// A change that can conflict with a name or key of another caller.
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
    /// The value as JSON text for storage.
    var storedText: String { String(decoding: serialized, as: UTF8.self) }
}

extension ChangedTopics {
    /// Inserts a user and its grants to clients, because keys and secrets that these created depend on them.
    mutating func insert(_ user: UserID, on connection: any Connection) throws {
        insert(.user(user))
        try insertGrants("user_id = \(user)", on: connection)
    }

    /// Inserts an application and its grants, as ``insert(_:on:)-(UserID,_)`` does.
    mutating func insert(_ application: ApplicationID, on connection: any Connection) throws {
        insert(.application(application))
        try insertGrants("application_id = \(application)", on: connection)
    }

    private mutating func insertGrants(_ condition: Statement, on connection: any Connection) throws {
        let grants: [GrantID] = try connection.values(
            of: "authorization_grants", "SELECT id FROM authorization_grants WHERE \(condition) AND revoked_at IS NULL", .id())
        for grant in grants { insert(.grant(grant)) }
    }
}

/// The unreadable rows of this target's objects, for the operator to repair.
package enum DamagedObjects {
    /// Time limit, because there can be many tokens.
    private static let timeLimit = Duration.seconds(60)

    package static func all(in store: Store) async throws -> [DamagedRow] {
        try await store.read(within: timeLimit) { connection in
            var rows = try Organization.stored.table.damage(on: connection)
            rows += try User.stored.table.damage(on: connection)
            rows += try RoleObject.stored.table.damage(on: connection)
            rows += try Permission.stored.table.damage(on: connection)
            rows += try Provider.stored.table.damage(on: connection)
            rows += try Application.stored.table.damage(on: connection)
            rows += try TokenObject.stored.table.damage(on: connection)
            rows += try APIKey.table.damage(on: connection)
            return rows + (try Workspace.table.damage(on: connection))
        }
    }
}
