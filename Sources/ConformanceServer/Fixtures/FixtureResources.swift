import MCP

/// The resources that the MCP conformance suite expects.
struct FixtureResources: ResourceProvider {
    static let watched = "test://watched-resource"
    private static let template = ResourceTemplate(
        uriTemplate: "test://template/{id}/data", name: "template", description: "Data by id.", mimeType: "application/json")

    var takesSubscriptions: Bool { true }

    func listResources(for visitor: Visitor, after cursor: String?, context: CallContext) throws -> ListPage<Resource> {
        guard cursor == nil else { throw MCPError.unknownCursor }
        return ListPage([
            Resource(uri: "test://static-text", name: "static-text", description: "A text.", mimeType: "text/plain"),
            Resource(uri: "test://static-binary", name: "static-binary", description: "A picture.", mimeType: "image/png"),
            Resource(uri: Self.watched, name: "watched-resource", description: "A text that changes.", mimeType: "text/plain"),
        ])
    }

    func listResourceTemplates(for visitor: Visitor, after cursor: String?, context: CallContext) throws -> ListPage<ResourceTemplate> {
        guard cursor == nil else { throw MCPError.unknownCursor }
        return ListPage([Self.template])
    }

    func readResource(_ uri: String, for visitor: Visitor, context: CallContext) throws -> ReadResourceResult {
        switch uri {
        case "test://static-text":
            return ReadResourceResult(uri: uri, mimeType: "text/plain", text: "This is the content of the static text resource.")
        case "test://static-binary":
            return ReadResourceResult([ResourceContents(uri: uri, mimeType: "image/png", body: .blob(Samples.png))])
        case Self.watched: return ReadResourceResult(uri: uri, mimeType: "text/plain", text: "Watched resource content")
        default:
            guard let id = Self.template.variables(of: uri)?["id"] else { throw MCPError.unknownResource(uri) }
            return ReadResourceResult(uri: uri, mimeType: "application/json", text: #"{"id":"\#(id)","templateTest":true}"#)
        }
    }

    func topic(of uri: String, for visitor: Visitor) -> String? { uri == Self.watched ? uri : nil }
}
