import Access
package import SQL
package import Store

/// The versions of the semantic layers of data sources. The newest one applies.
package final class SemanticLayers: Sendable {
    /// Most stored versions per data source.
    static let maximumVersions: Int64 = 50
    /// Most cached layers.
    private static let capacity = 256

    /// A layer as a person applied it.
    package struct Version: Sendable {
        package let number: Int64
        /// The text of the file, unchanged.
        package let text: String
        /// For example `acme/ann`.
        package let author: String
        package let created: Timestamp
        package let layer: SemanticLayer

        static let columns: Statement = "workspace_id, source, version, content, author, created_at"

        init(_ row: StoredRow) throws(DamagedRow) {
            number = try row["version", .integer]
            text = try row["content", .text]
            author = try row["author", .text]
            created = try row["created_at", .time]
            layer = SemanticReader.read(text).layer
        }
    }

    private struct Key: Hashable {
        let workspace: WorkspaceID
        let source: String
    }

    private let store: Store
    private let known: FeedCache<Key, Version>

    package init(store: Store) {
        self.store = store
        known = FeedCache(store.feed, limit: Self.capacity)
    }

    /// The version that applies. Nil if none was applied.
    package func current(of source: String, in workspace: WorkspaceID) async throws -> Version? {
        try await known.value(for: Key(workspace: workspace, source: source), topics: { _ in [.sources(of: workspace)] }) {
            try await version(nil, of: source, in: workspace)
        }
    }

    /// One version. Nil selects the newest.
    package func version(_ number: Int64?, of source: String, in workspace: WorkspaceID) async throws -> Version? {
        let chosen: Statement = number.map { " AND version = \($0)" } ?? ""
        return try await store.read { connection in
            try connection.first(
                of: "semantic_layers",
                """
                SELECT \(Version.columns) FROM semantic_layers WHERE workspace_id = \(workspace) AND source = \(source)\(chosen)
                ORDER BY version DESC LIMIT 1
                """, Version.init)
        }
    }

    /// Stores a new version. It takes effect with the next question, on other nodes within two seconds.
    /// - Parameters:
    ///   - text: already checked by ``SemanticCheck``.
    ///   - expected: the number of the version to replace, 0 for none. Nil for any.
    /// - Returns: the new version's number.
    /// - Throws: ``Refusal`` `conflict` when another version was applied in the meantime.
    package func apply(
        _ text: String, to source: String, in workspace: WorkspaceID, by author: String, replacing expected: Int64?
    ) async throws -> Int64 {
        let now = Timestamp.now
        do {
            return try await store.change { connection, changed in
                changed.insert(.sources(of: workspace))
                let last = try connection.number(
                    of: "semantic_layers",
                    "SELECT COALESCE(max(version), 0) FROM semantic_layers WHERE workspace_id = \(workspace) AND source = \(source)")
                if let expected, expected != last { throw Self.conflict(last) }
                try connection.execute(
                    """
                    INSERT INTO semantic_layers (workspace_id, source, version, content, author, created_at)
                    VALUES (\(workspace), \(source), \(last + 1), \(text), \(author), \(now))
                    """)
                try connection.execute(
                    """
                    DELETE FROM semantic_layers WHERE workspace_id = \(workspace) AND source = \(source)
                    AND version <= \(last + 1 - Self.maximumVersions)
                    """)
                return last + 1
            }
        } catch let error as DatabaseError where error.code == .constraint {
            throw Self.conflict(nil)
        }
    }

    /// Removes the layer of a data source in the transaction that removes the source, because a later source with the same name has other
    /// tables.
    package static func remove(source: String, in workspace: WorkspaceID, on connection: any Connection) throws {
        try connection.execute("DELETE FROM semantic_layers WHERE workspace_id = \(workspace) AND source = \(source)")
    }

    private static func conflict(_ last: Int64?) -> Refusal {
        Refusal(.conflict, "version: another version counts by now\(last.map { ", \($0)" } ?? ""); read it with semantic_get and apply again")
    }
}
