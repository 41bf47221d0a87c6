import SQL
package import Store

/// A named configuration for answering questions in a workspace: data sources, language model and semantic layer.
package struct Assistant: Sendable {
    package let id: AssistantID
    package let workspace: WorkspaceID
    /// In its workspace.
    package let name: String
    /// For people.
    package var title: String
    /// Names of the data sources that its questions go to; empty for all of the workspace.
    package var sources: [String]
    /// The language model that is asked where the built-in engine does not answer; nil for the workspace's default one.
    package var model: String?
    /// Additional instructions for the language model; empty for none.
    package var instructions: String
    /// The semantic layer in place of the data source's own, as YAML; nil for the source's own.
    package var layerText: String?
    package let author: String
    package let changed: Timestamp

    /// Read from ``layerText``.
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

/// The members of an assistant that a change sets; nil leaves a member as it is.
package struct AssistantChange: Sendable {
    package var title: String?
    package var sources: [String]?
    /// An empty one means the workspace's default model.
    package var model: String?
    package var instructions: String?
    /// Checked already, by ``SemanticCheck``; an empty one removes the layer.
    package var layer: String?

    package init() {}
}
