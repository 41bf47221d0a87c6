import Access
import SQL
package import Store

/// The assistants of each workspace.
package final class Assistants: Sendable {
    /// Most assistants per workspace.
    static let maximumPerWorkspace: Int64 = 100
    /// Longest texts. Unit: bytes.
    static let maximumInstructions = 4_000
    static let maximumLayer = 262_144
    /// Most workspaces whose assistants are cached.
    private static let capacity = 256

    private let store: Store
    private let known: FeedCache<WorkspaceID, [Assistant]>

    package init(store: Store) {
        self.store = store
        known = FeedCache(store.feed, limit: Self.capacity)
    }

    /// The assistants of a workspace, sorted by name.
    package func list(in workspace: WorkspaceID) async throws -> [Assistant] {
        try await known.value(for: workspace, topics: { _ in [.sources(of: workspace)] }) {
            let found = try await store.read { [damaged = store.damaged] connection in
                try connection.all(
                    of: "assistants", "SELECT \(Assistant.columns) FROM assistants WHERE workspace_id = \(workspace) ORDER BY name"
                ) { row in try damaged.readable { try Assistant(row) } }.compactMap(\.self)
            }
            return found.isEmpty ? nil : found
        } ?? []
    }

    /// The assistant with a name.
    /// - Throws: ``Refusal`` `notFound`, also for an assistant of another workspace.
    package func find(_ name: String, in workspace: WorkspaceID) async throws -> Assistant {
        guard let found = try await list(in: workspace).first(where: { $0.name == name }) else { throw Self.unknown(name) }
        return found
    }

    /// Creates an assistant or changes the one with this name. The change takes effect with the next question, on other nodes within two
    /// seconds.
    /// - Parameter author: for example `acme/ann`.
    package func apply(_ change: AssistantChange, to name: String, in workspace: WorkspaceID, by author: String) async throws -> Assistant {
        try LanguageModels.check(name: name)
        try Self.check(change)
        let now = Timestamp.now
        return try await store.change { connection, changed in
            changed.insert(.sources(of: workspace))
            let isNew = try connection.first("SELECT 1 FROM assistants WHERE workspace_id = \(workspace) AND name = \(name)") { _ in true } == nil
            if isNew {
                let count = try connection.number(of: "assistants", "SELECT count(*) FROM assistants WHERE workspace_id = \(workspace)")
                guard count < Self.maximumPerWorkspace else {
                    throw Refusal(.limited, "a workspace has at most \(Self.maximumPerWorkspace) assistants")
                }
                try connection.execute(
                    """
                    INSERT INTO assistants (workspace_id, name, title, sources, instructions, author, changed_at)
                    VALUES (\(workspace), \(name), \(name), \(""), \(""), \(author), \(now)) ON CONFLICT DO NOTHING
                    """)
            }
            let columns = Statement.joined(Self.columns(change, name) + ["author = \(author)", "changed_at = \(now)"], by: ", ")
            try connection.execute("UPDATE assistants SET \(columns) WHERE workspace_id = \(workspace) AND name = \(name)")
            let made = try connection.first(
                of: "assistants", "SELECT \(Assistant.columns) FROM assistants WHERE workspace_id = \(workspace) AND name = \(name)", Assistant.init)
            guard let made else { throw DatabaseError(.corrupt, "an assistant is not there after it was written") }
            guard made.layerText == nil || made.sources.count == 1 else {
                throw Refusal(.invalidArgument, "layer: an assistant with a semantic layer has one data source; name it in sources")
            }
            return made
        }
    }

    /// - Throws: ``Refusal`` `notFound`, also for an assistant of another workspace.
    package func remove(_ name: String, in workspace: WorkspaceID) async throws {
        try await store.change { connection, changed in
            changed.insert(.sources(of: workspace))
            guard try connection.execute("DELETE FROM assistants WHERE workspace_id = \(workspace) AND name = \(name)") > 0 else {
                throw Self.unknown(name)
            }
        }
    }

    private static func columns(_ change: AssistantChange, _ name: String) -> [Statement] {
        func orNull(_ text: String) -> String? { text.isEmpty ? nil : text }
        var columns: [Statement] = []
        if let title = change.title { columns.append("title = \(title.isEmpty ? name : title)") }
        if let sources = change.sources { columns.append("sources = \(sources.joined(separator: " "))") }
        if let model = change.model { columns.append("model = \(orNull(model))") }
        if let instructions = change.instructions { columns.append("instructions = \(instructions)") }
        if let layer = change.layer { columns.append("layer = \(orNull(layer))") }
        return columns
    }

    private static func check(_ change: AssistantChange) throws(Refusal) {
        if let title = change.title, title.utf8.count > 200 { throw Refusal(.invalidArgument, "title: at most 200 bytes") }
        if let instructions = change.instructions, instructions.utf8.count > maximumInstructions {
            throw Refusal(.invalidArgument, "instructions: at most \(maximumInstructions) bytes")
        }
        if let layer = change.layer, layer.utf8.count > maximumLayer { throw Refusal(.invalidArgument, "layer: at most \(maximumLayer) bytes") }
    }

    private static func unknown(_ name: String) -> Refusal {
        Refusal(.notFound, "no assistant '\(name.prefix(48))' in this workspace; assistants_list names them")
    }
}
