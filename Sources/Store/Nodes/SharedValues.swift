import SQL
import SQLSyntax

/// Sealed values that every node can read until they expire, such as a client's session or task.
package struct SharedValues: Sendable {
    private let store: Store
    private let now: @Sendable () -> Timestamp

    package init(_ store: Store, now: @escaping @Sendable () -> Timestamp = { .now }) {
        self.store = store
        self.now = now
    }

    /// The value; nil when it is unknown or expired.
    package func value(_ name: String) async throws -> [UInt8]? {
        let (secrets, now) = (store.secrets, now())
        return try await store.read { try Self.value(name, now, secrets, on: $0) }
    }

    /// The unexpired values of an owner, by name.
    package func values(of owner: String) async throws -> [String: [UInt8]] {
        let (secrets, now) = (store.secrets, now())
        let sealed = try await store.read { connection in
            try connection.all(
                of: "kept_values", "SELECT name, value FROM kept_values WHERE owner = \(owner) AND owner <> '' AND expires_at > \(now)"
            ) { (name: try $0["name", .text], value: try $0["value", .bytes]) }
        }
        return Dictionary(try sealed.map { ($0.name, try secrets.open($0.value, context: Self.context($0.name))) }) { one, _ in one }
    }

    /// Stores a value, replacing an earlier one.
    /// - Parameter owner: its owner, for ``trim(_:to:)``; empty without one.
    package func save(_ value: [UInt8], as name: String, for lifetime: Duration, owner: String = "") async throws {
        let (sealed, end) = (try store.secrets.seal(value, context: Self.context(name)), now() + lifetime)
        try await store.write(changesRights: false) { connection in
            try connection.execute(
                """
                INSERT INTO kept_values (name, value, expires_at, owner) VALUES (\(name), \(sealed), \(end), \(owner))
                ON CONFLICT (name) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at, owner = excluded.owner
                """)
        }
    }

    /// Changes a value in one step.
    /// - Parameter body: returns the new value; nil to leave it unchanged.
    /// - Returns: the resulting value; nil when it is unknown or expired.
    package func change(_ name: String, _ body: @escaping @Sendable ([UInt8]) throws -> [UInt8]?) async throws -> [UInt8]? {
        let (secrets, now) = (store.secrets, now())
        return try await store.write(changesRights: false) { connection in
            guard let known = try Self.value(name, now, secrets, locked: true, on: connection) else { return nil }
            guard let changed = try body(known) else { return known }
            let sealed = try secrets.seal(changed, context: Self.context(name))
            try connection.execute("UPDATE kept_values SET value = \(sealed) WHERE name = \(name)")
            return changed
        }
    }

    /// Removes the owner's long values, those that expire first, until the rest is at most `bytes` long together; never the last one.
    package func trim(_ owner: String, to bytes: Int) async throws {
        try await store.write(changesRights: false) { connection in
            try connection.execute(
                """
                DELETE FROM kept_values WHERE name IN (SELECT name FROM (
                SELECT name, length(value) AS bytes, row_number() OVER newest AS place, sum(length(value)) OVER newest AS total
                FROM kept_values WHERE owner = \(owner) AND owner <> '' AND length(value) > \(Self.long) WINDOW newest AS (ORDER BY expires_at DESC, name)
                ) AS long_values WHERE place > 1 AND total > \(bytes))
                """)
        }
    }

    /// Length from which a value counts as long. Unit: bytes.
    package static let long = 16_384

    private static func value(
        _ name: String, _ now: Timestamp, _ secrets: SecretBox, locked: Bool = false, on connection: any Connection
    ) throws -> [UInt8]? {
        let lock: Statement = locked && connection.dialect == .postgresql ? " FOR UPDATE" : ""
        let statement: Statement = "SELECT value FROM kept_values WHERE name = \(name) AND expires_at > \(now)\(lock)"
        let sealed = try connection.value(of: "kept_values", statement, .bytes)
        return try sealed.map { try secrets.open($0, context: context(name)) }
    }

    private static func context(_ name: String) -> String { "kept\n" + name }
}
