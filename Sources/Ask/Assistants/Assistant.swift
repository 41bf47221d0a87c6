import SQL
package import Store

/// A named way to answer questions in a workspace: on which data sources, with which language model, by whose words.
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
    /// What a language model is told beside its task; empty for nothing.
    package var instructions: String
    /// The semantic layer in place of the data source's own, as YAML; nil for the source's own.
    package var layerText: String?
    package let author: String
    package let changed: Timestamp

    /// Read from ``layerText``.
    package let layer: SemanticLayer?

    static let columns: Statement = "id, workspace_id, name, title, sources, model, instructions, layer, author, changed_at"

    init(_ row: any Row) throws {
        guard let id = row.int(0), let workspace = row.int(1), let name = row.text(2), let sources = row.text(4) else {
            throw DatabaseError(.corrupt, "an assistant is not stored as this program stores it")
        }
        self.id = AssistantID(id)
        self.workspace = WorkspaceID(workspace)
        self.name = name
        title = row.text(3) ?? ""
        self.sources = sources.split(separator: " ").map(String.init)
        model = row.text(5)
        instructions = row.text(6) ?? ""
        layerText = row.text(7)
        layer = layerText.map { SemanticReader.read($0).layer }
        author = row.text(8) ?? ""
        changed = Timestamp(microseconds: row.int(9) ?? 0)
    }
}

/// What is to be changed of an assistant, or said of a new one; nil leaves a member as it is.
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
