import JSON
import SQL
import SQLSyntax
import Store

/// The stored definition of one collection.
struct StoredDefinition: Hashable, Sendable {
    /// The definition that matches the table; nil until the first change is complete.
    var current: CollectionDefinition?
    /// The definition of a change in progress; nil when there is none.
    var pending: CollectionDefinition?
}

/// The rows of `collection_definitions`, by workspace and source.
///
/// A change is stored before the database is changed and takes effect afterwards, so that the next change finds and completes an
/// interrupted one.
enum StoredDefinitions {
    private static let limits = JSONLimits(maximumByteCount: 8_388_608, maximumDepth: 64)

    static func all(of source: String, in workspace: WorkspaceID, on connection: any Connection) throws -> [String: StoredDefinition] {
        let rows = try connection.all(
            of: "collection_definitions",
            "SELECT collection, definition, pending FROM collection_definitions WHERE workspace_id = \(workspace) AND source = \(source)"
        ) { row in (try row["collection", .text], try read(row)) }
        return Dictionary(rows) { $1 }
    }

    private static func read(_ row: StoredRow) throws -> StoredDefinition {
        let collection = try row["collection", .text]
        func definition(_ column: String) throws -> CollectionDefinition? {
            try row[column, .optional(.text)].map { text in
                try CollectionDefinition(kept: try JSONValue(parsing: text, limits: limits), collection: collection)
            }
        }
        let (current, pending) = (try definition("definition"), try definition("pending"))
        return StoredDefinition(current: current, pending: pending == current ? nil : pending)
    }

    /// Stores the intended definition of a collection, in the caller's transaction.
    /// - Parameter known: the definition on which the change was planned.
    /// - Returns: false, without a change, when the stored definition now differs.
    static func begin(
        _ pending: CollectionDefinition, of collection: String, _ source: String, in workspace: WorkspaceID, known: StoredDefinition?,
        on connection: any Connection
    ) throws -> Bool {
        let lock: Statement = connection.dialect == .postgresql ? " FOR UPDATE" : ""
        let condition: Statement = "workspace_id = \(workspace) AND source = \(source) AND collection = \(collection)"
        let found = try connection.first(
            of: "collection_definitions", "SELECT collection, definition, pending FROM collection_definitions WHERE \(condition)\(lock)", read)
        guard found == known else { return false }
        let text = pending.json.description
        guard found == nil else {
            try connection.execute("UPDATE collection_definitions SET pending = \(text), changed_at = \(Timestamp.now) WHERE \(condition)")
            return true
        }
        // There was no row to lock, so another process may begin at the same moment.
        let isFirst = try connection.execute(
            """
            INSERT INTO collection_definitions (workspace_id, source, collection, pending, changed_at)
            VALUES (\(workspace), \(source), \(collection), \(text), \(Timestamp.now)) ON CONFLICT DO NOTHING
            """)
        return isFirst > 0
    }

    /// Records that the database matches the definition. A change that another process has begun since stays in progress.
    static func end(
        _ definition: CollectionDefinition, of collection: String, _ source: String, in workspace: WorkspaceID, on connection: any Connection
    ) throws {
        try connection.execute(
            """
            UPDATE collection_definitions SET definition = \(definition.json.description),
            pending = CASE WHEN pending = \(definition.json.description) THEN NULL ELSE pending END, changed_at = \(Timestamp.now)
            WHERE workspace_id = \(workspace) AND source = \(source) AND collection = \(collection)
            """)
    }

    /// Records that the change failed: the change that was in progress before it is in progress again.
    /// - Returns: false when another change has begun since, which stays in progress.
    static func abandon(
        _ pending: CollectionDefinition, of collection: String, _ source: String, in workspace: WorkspaceID, known: StoredDefinition?,
        on connection: any Connection
    ) throws -> Bool {
        let condition: Statement = "workspace_id = \(workspace) AND source = \(source) AND collection = \(collection)"
        let before = known?.pending?.json.description
        let count = try connection.execute(
            "UPDATE collection_definitions SET pending = \(before) WHERE \(condition) AND pending = \(pending.json.description)")
        try connection.execute("DELETE FROM collection_definitions WHERE \(condition) AND definition IS NULL AND pending IS NULL")
        return count > 0
    }

    static func remove(_ collection: String, _ source: String, in workspace: WorkspaceID, on connection: any Connection) throws {
        try connection.execute(
            "DELETE FROM collection_definitions WHERE workspace_id = \(workspace) AND source = \(source) AND collection = \(collection)")
        try connection.execute(
            "DELETE FROM collection_sequences WHERE workspace_id = \(workspace) AND source = \(source) AND collection = \(collection)")
    }

    /// Removes all definitions of a removed source or workspace.
    static func removeAll(of source: String?, in workspace: WorkspaceID, on connection: any Connection) throws {
        let condition: Statement = source.map { "workspace_id = \(workspace) AND source = \($0)" } ?? "workspace_id = \(workspace)"
        try connection.execute("DELETE FROM collection_definitions WHERE \(condition)")
        try connection.execute("DELETE FROM collection_sequences WHERE \(condition)")
    }
}
