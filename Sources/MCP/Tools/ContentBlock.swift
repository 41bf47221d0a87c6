public import JSON

/// One piece of content for the model.
public struct ContentBlock: Hashable, Sendable {
    /// What the piece is.
    public enum Kind: Hashable, Sendable {
        case text(String)
        /// The result's structured content, serialized as text.
        case structuredText
        case image(data: [UInt8], mimeType: String)
        case audio(data: [UInt8], mimeType: String)
        case resourceLink(ResourceLink)
        case resource(ResourceContents)
    }

    public var kind: Kind
    public var annotations: ContentAnnotations?
    public var meta: JSONObject?

    public init(_ kind: Kind, annotations: ContentAnnotations? = nil, meta: JSONObject? = nil) {
        self.kind = kind
        self.annotations = annotations
        self.meta = meta
    }

    public static func text(_ text: String) -> ContentBlock { ContentBlock(.text(text)) }
    public static let structuredText = ContentBlock(.structuredText)
    public static func image(_ data: [UInt8], mimeType: String) -> ContentBlock { ContentBlock(.image(data: data, mimeType: mimeType)) }
    public static func audio(_ data: [UInt8], mimeType: String) -> ContentBlock { ContentBlock(.audio(data: data, mimeType: mimeType)) }
    public static func resourceLink(_ link: ResourceLink) -> ContentBlock { ContentBlock(.resourceLink(link)) }
    public static func resource(_ contents: ResourceContents) -> ContentBlock { ContentBlock(.resource(contents)) }
}

/// For whom a piece of content is, and how much it matters.
public struct ContentAnnotations: Hashable, Sendable {
    /// The two readers of content.
    public enum Audience: String, Sendable { case user, assistant }

    public var audience: [Audience]
    /// 0 (optional) to 1 (required).
    public var priority: Double?
    /// RFC 3339 time. Sent since 2025-06-18.
    public var lastModified: String?

    public init(audience: [Audience] = [], priority: Double? = nil, lastModified: String? = nil) {
        self.audience = audience
        self.priority = priority
        self.lastModified = lastModified
    }

    func write(into writer: inout JSONWriter, revision: Revision) {
        writer.object { writer in
            if !audience.isEmpty {
                writer.key("audience")
                writer.array { writer in
                    for reader in audience { writer.string(reader.rawValue) }
                }
            }
            if let priority {
                writer.key("priority")
                writer.double(priority)
            }
            if let lastModified, revision >= .v2025_06_18 { writer.member("lastModified", lastModified) }
        }
    }
}
