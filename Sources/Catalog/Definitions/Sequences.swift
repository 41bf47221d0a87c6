import SQL
package import Store

/// The numbers of `sequence` fields. Each number is given once over all processes; a number that is taken and not used is lost.
package struct Sequences: Sendable {
    private let store: Store

    package init(store: Store) { self.store = store }

    /// Takes numbers in a row.
    /// - Parameter start: the first number of all.
    /// - Returns: the first of them.
    package func take(
        _ count: Int64, field: String, of collection: String, _ source: String, in workspace: WorkspaceID, start: Int64
    ) async throws -> Int64 {
        try await store.write(changesRights: false) { connection in
            try connection.execute(
                """
                INSERT INTO collection_sequences (workspace_id, source, collection, field, next)
                VALUES (\(workspace), \(source), \(collection), \(field), \(start)) ON CONFLICT DO NOTHING
                """)
            let next =
                try connection.value(
                    of: "collection_sequences",
                    """
                    UPDATE collection_sequences SET next = next + \(count)
                    WHERE workspace_id = \(workspace) AND source = \(source) AND collection = \(collection) AND field = \(field) RETURNING next
                    """, .integer)
            guard let next else { throw DatabaseError(.other, "the sequence gave no number") }
            return next - count
        }
    }
}
