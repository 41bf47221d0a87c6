import JSON

/// The contents of a resource, as text or as bytes.
public struct ResourceContents: Hashable, Sendable {
    /// Text is sent as it is, bytes as base64.
    public enum Body: Hashable, Sendable {
        case text(String)
        case blob([UInt8])
    }

    /// The resource's identifier.
    public var uri: String
    /// Type of the contents, when known.
    public var mimeType: String?
    /// The contents themselves.
    public var body: Body

    public init(uri: String, mimeType: String? = nil, body: Body) {
        self.uri = uri
        self.mimeType = mimeType
        self.body = body
    }

    func write(into writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("uri", uri)
            if let mimeType { writer.member("mimeType", mimeType) }
            switch body {
            case .text(let text): writer.member("text", text)
            case .blob(let bytes):
                writer.key("blob")
                bytes.withUnsafeBytes { writer.base64($0) }
            }
        }
    }
}

/// A resource that a client may read by itself. Revisions before 2025-06-18 get its URI as text.
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

    public init(uri: String, name: String, title: String? = nil, description: String? = nil, mimeType: String? = nil, size: Int? = nil) {
        self.uri = uri
        self.name = name
        self.title = title
        self.description = description
        self.mimeType = mimeType
        self.size = size
    }

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
