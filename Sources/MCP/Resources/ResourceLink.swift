import JSON

/// A link to a resource that a client can read. Revisions before 2025-06-18 get its URI as text.
public struct ResourceLink: Hashable, Sendable {
    /// The resource's identifier.
    public var uri: String
    /// Name for programs.
    public var name: String
    /// Name for people.
    public var title: String?
    /// What the resource holds.
    public var description: String?
    /// Type of the contents, when known.
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
