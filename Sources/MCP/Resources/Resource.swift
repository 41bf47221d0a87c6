public import JSON

/// A resource as clients list it.
public struct Resource: Hashable, Sendable {
    /// The identifier, in any scheme. Use `https:` only if the client can fetch it itself.
    public var uri: String
    /// Name for programs.
    public var name: String
    /// Display name. Sent since 2025-06-18.
    public var title: String?
    /// Describes the contents for the model.
    public var description: String?
    /// MIME type of the contents, if known.
    public var mimeType: String?
    /// Unit: bytes.
    public var size: Int?
    /// The intended readers. Nil: everybody.
    public var annotations: ContentAnnotations?
    /// Sent since 2025-11-25.
    public var icons: [Icon]
    /// The resource's `_meta`. Sent since 2025-06-18.
    public var meta: JSONObject?

    public init(
        uri: String, name: String, title: String? = nil, description: String? = nil, mimeType: String? = nil, size: Int? = nil,
        annotations: ContentAnnotations? = nil, icons: [Icon] = [], meta: JSONObject? = nil
    ) {
        self.uri = uri
        self.name = name
        self.title = title
        self.description = description
        self.mimeType = mimeType
        self.size = size
        self.annotations = annotations
        self.icons = icons
        self.meta = meta
    }
}

extension Resource: Listed {
    static var member: StaticString { "resources" }

    func write(into writer: inout JSONWriter, revision: Revision) {
        writer.object { writer in
            writer.member("uri", uri)
            if let size {
                writer.key("size")
                writer.int(size)
            }
            ListedFields(name: name, title: title, description: description, mimeType: mimeType, annotations: annotations, icons: icons, meta: meta)
                .write(into: &writer, revision: revision)
        }
    }
}
