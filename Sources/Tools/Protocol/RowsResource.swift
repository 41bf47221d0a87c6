import MCP
import Notation
import Store

/// The rows of a collection as a resource: the first of them to read, and notices when rows are changed.
package struct RowsResource: Hashable, Sendable {
    static let template = ResourceTemplate(
        uriTemplate: "gate://{source}/{collection}/rows", name: "rows", title: "Rows of a collection",
        description: """
            The first rows of a collection. Whoever may view every row and field of it can subscribe, and is told when rows are changed through this server. To other callers a change of what they may view is told, within seconds.
            """,
        mimeType: "application/json")

    let source: String
    let collection: String

    init(source: String, collection: String) { (self.source, self.collection) = (source, collection) }

    init?(_ uri: String) {
        guard let place = GatehouseResources.place(of: uri, Self.template) else { return nil }
        (source, collection) = place
    }

    /// The same URI is another collection in another workspace.
    func topic(in workspace: WorkspaceID) -> String { "\(workspace.rawValue) \(GatehouseResources.uri(source, collection))/rows" }

    /// For a caller that may not view every row and field. No change is announced under it: what the caller may view is compared again and again.
    func narrowedTopic(in workspace: WorkspaceID) -> String { topic(in: workspace) + Self.narrowed }

    package static func isNarrowed(_ topic: String) -> Bool { topic.hasSuffix(narrowed) }

    /// No URI holds a space.
    private static let narrowed = " narrowed"
}
