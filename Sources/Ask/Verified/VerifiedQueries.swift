import Access
import JSON
package import SQL
package import Store

/// The verified queries of every workspace: proposals, and approved queries, which answer questions.
package final class VerifiedQueries: Sendable {
    /// Most queries per workspace, in any status.
    static let maximumPerWorkspace: Int64 = 1_000
    /// Most open proposals per person.
    static let maximumProposals: Int64 = 50
    private static let capacity = 256

    private struct Key: Hashable {
        let workspace: WorkspaceID
        let source: String
    }

    private let store: Store
    private let known: FeedCache<Key, [VerifiedQuery]>

    package init(store: Store) {
        self.store = store
        known = FeedCache(store.feed, limit: Self.capacity)
    }

    /// The approved queries of a data source, by id.
    package func approved(of source: String, in workspace: WorkspaceID) async throws -> [VerifiedQuery] {
        try await known.value(for: Key(workspace: workspace, source: source), topics: { _ in [.sources(of: workspace)] }) {
            let found = try await list(in: workspace, of: source, .approved)
            return found.isEmpty ? nil : found
        } ?? []
    }

    /// The queries of a workspace, by id.
    package func list(in workspace: WorkspaceID, of source: String? = nil, _ status: VerifiedQuery.Status? = nil) async throws -> [VerifiedQuery] {
        let chosen: Statement = source.map { " AND source = \($0)" } ?? ""
        let kept: Statement = status.map { " AND status = \($0.rawValue)" } ?? ""
        return try await store.read { [damaged = store.damaged] connection in
            try connection.all(
                of: "verified_queries",
                "SELECT \(VerifiedQuery.columns) FROM verified_queries WHERE workspace_id = \(workspace)\(chosen)\(kept) ORDER BY id"
            ) { row in try damaged.readable { try VerifiedQuery(row) } }.compactMap(\.self)
        }
    }

    /// - Throws: ``Refusal`` `notFound`, also for a query of another workspace.
    package func find(_ id: VerifiedQueryID, in workspace: WorkspaceID) async throws -> VerifiedQuery {
        let found = try await store.read { connection in
            try connection.first(
                of: "verified_queries", "SELECT \(VerifiedQuery.columns) FROM verified_queries WHERE workspace_id = \(workspace) AND id = \(id)",
                VerifiedQuery.init)
        }
        guard let found else { throw Self.unknown(id) }
        return found
    }

    /// Stores a new query.
    /// - Parameters:
    ///   - content: already checked if it is approved at once.
    ///   - isApproved: whether the author may also review it.
    /// - Throws: ``Refusal`` `limited`.
    package func add(
        _ content: VerifiedQuery.Content, to source: String, in workspace: WorkspaceID, by author: String, isApproved: Bool
    ) async throws -> VerifiedQueryID {
        let now = Timestamp.now
        let status: VerifiedQuery.Status = isApproved ? .approved : .proposed
        let slots = Self.text(content.slots)
        return try await store.change { connection, changed in
            changed.insert(.sources(of: workspace))
            let count = try connection.number(of: "verified_queries", "SELECT count(*) FROM verified_queries WHERE workspace_id = \(workspace)")
            guard count < Self.maximumPerWorkspace else {
                throw Refusal(.limited, "a workspace has at most \(Self.maximumPerWorkspace) verified queries and proposals")
            }
            if !isApproved {
                let waiting = try connection.number(
                    of: "verified_queries",
                    "SELECT count(*) FROM verified_queries WHERE workspace_id = \(workspace) AND proposed_by = \(author) AND status = 'proposed'")
                guard waiting < Self.maximumProposals else {
                    throw Refusal(.limited, "\(waiting) of your proposals wait for review; at most \(Self.maximumProposals) do")
                }
            }
            let id: VerifiedQueryID? = try connection.value(
                of: "verified_queries",
                """
                INSERT INTO verified_queries
                (id, workspace_id, source, pattern, slots, sql_text, status, proposed_by, proposed_at, reviewed_by, reviewed_at)
                VALUES (\(try OpaqueID.free(in: "verified_queries", on: connection)), \(workspace), \(source), \(content.pattern), \(slots), \(content.sql), \(status.rawValue), \(author), \(now),
                \(isApproved ? author : nil), \(isApproved ? now : nil)) RETURNING id
                """, .id())
            guard let id else { throw DatabaseError(.other, "the database gave no id") }
            return id
        }
    }

    /// Approves or rejects a query, with the reviewer's content.
    /// - Throws: ``Refusal`` `notFound`.
    package func review(
        _ id: VerifiedQueryID, in workspace: WorkspaceID, _ status: VerifiedQuery.Status, _ content: VerifiedQuery.Content, by reviewer: String
    ) async throws {
        let now = Timestamp.now
        let slots = Self.text(content.slots)
        try await store.change { connection, changed in
            changed.insert(.sources(of: workspace))
            let count = try connection.execute(
                """
                UPDATE verified_queries SET status = \(status.rawValue), pattern = \(content.pattern), slots = \(slots), sql_text = \(content.sql),
                reviewed_by = \(reviewer), reviewed_at = \(now) WHERE workspace_id = \(workspace) AND id = \(id)
                """)
            guard count > 0 else { throw Self.unknown(id) }
        }
    }

    /// - Throws: ``Refusal`` `notFound`.
    package func remove(_ id: VerifiedQueryID, in workspace: WorkspaceID) async throws {
        try await store.change { connection, changed in
            changed.insert(.sources(of: workspace))
            let count = try connection.execute("DELETE FROM verified_queries WHERE workspace_id = \(workspace) AND id = \(id)")
            guard count > 0 else { throw Self.unknown(id) }
        }
    }

    /// Removes the queries of a data source in the transaction that removes the source.
    package static func remove(source: String, in workspace: WorkspaceID, on connection: any Connection) throws {
        try connection.execute("DELETE FROM verified_queries WHERE workspace_id = \(workspace) AND source = \(source)")
    }

    private static func unknown(_ id: VerifiedQueryID) -> Refusal {
        Refusal(.notFound, "id: no verified query \(id.rawValue) in this workspace; verified_queries_list names them")
    }

    private static func text(_ slots: [String: String]) -> String {
        JSONValue.object(JSONObject(slots.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) })).description
    }
}
