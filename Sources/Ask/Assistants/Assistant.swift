import SQL
package import Store

/// A named configuration for answering questions in a workspace: data sources, language model and semantic layer.
package struct Assistant: Sendable {
    package let id: AssistantID
    package let workspace: WorkspaceID
    /// Unique in its workspace.
    package let name: String
    /// Display name.
    package var title: String
    /// Names of the data sources for its questions. Empty for all of the workspace.
    package var sources: [String]
    /// The language model for questions that the built-in engine does not answer. Nil for the workspace's default model.
    package var model: String?
    /// Additional instructions for the language model. May be empty.
    package var instructions: String
    /// YAML of a semantic layer that replaces the data source's own. Nil for the source's own.
    package var layerText: String?
    package let author: String
    package let changed: Timestamp

    /// Parsed from ``layerText``.
    package let layer: SemanticLayer?

    static let columns: Statement = "id, workspace_id, name, title, sources, model, instructions, layer, author, changed_at"

    init(_ row: StoredRow) throws(DamagedRow) {
        id = try row["id", .id()]
        workspace = try row["workspace_id", .id()]
        name = try row["name", .text]
        title = try row["title", .text]
        sources = try row["sources", .words]
        model = try row["model", .optional(.text)]
        instructions = try row["instructions", .text]
        layerText = try row["layer", .optional(.text)]
        layer = layerText.map { SemanticReader.read($0).layer }
        author = try row["author", .text]
        changed = try row["changed_at", .time]
    }
}

/// The members of an assistant that a change sets. Nil leaves a member unchanged.
package struct AssistantChange: Sendable {
    package var title: String?
    package var sources: [String]?
    /// Empty for the workspace's default model.
    package var model: String?
    package var instructions: String?
    /// Already checked by ``SemanticCheck``. An empty text removes the layer.
    package var layer: String?

    package init() {}
}
