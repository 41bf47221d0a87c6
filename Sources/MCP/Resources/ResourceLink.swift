import JSON

/// A link to a resource that the client can read. Revisions before 2025-06-18 receive the URI as text.
public struct ResourceLink: Hashable, Sendable {
    /// The resource's identifier.
    public var uri: String
    /// Name for programs.
    public var name: String
    /// Display name.
    public var title: String?
    /// Describes the contents.
    public var description: String?
    /// MIME type of the contents, if known.
    public var mimeType: String?
    /// Unit: bytes.
    public var size: Int?

    func writeMembers(into writer: inout JSONWriter) {
        writer.member("uri", uri)
        writer.member("name", name)
        if let title { writer.member("title", title) }
        if let description { writer.member("description", description) }
        if let mimeType { writer.member("mimeType", mimeType) }
        if let size {
            writer.key("size")
            writer.int(size)
        }
    }
}
