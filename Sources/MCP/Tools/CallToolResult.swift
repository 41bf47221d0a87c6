public import JSON

/// The result of a tool call.
public struct CallToolResult: Hashable, Sendable {
    /// Blocks for the model, in order; may be empty.
    public var content: [ContentBlock]
    /// The same for programs. Revisions before 2025-06-18 get it as text only; before 2026-07-28 it must be an object.
    public var structuredContent: JSONFragment?
    /// The call failed, and the text says what to do about it.
    public var isError: Bool
    /// The blocks say all that the structured content says, so that no client needs it as text.
    public var isTextWhole = false
    /// The result's `_meta`.
    public var meta: JSONObject?

    public init(content: [ContentBlock], structuredContent: JSONFragment? = nil, isError: Bool = false, meta: JSONObject? = nil) {
        self.content = content
        self.structuredContent = structuredContent
        self.isError = isError
        self.meta = meta
    }

    /// A result whose text is the serialized structured content, so that every client reads the same.
    public init(structured: JSONFragment, isError: Bool = false) {
        self.init(content: [.structuredText], structuredContent: structured, isError: isError)
    }

    /// A result of one text.
    public init(text: String, isError: Bool = false) {
        self.init(content: [.text(text)], isError: isError)
    }

    /// A failure: text for the model, and the same for programs.
    public static func failure(_ text: String, structured: JSONFragment? = nil) -> CallToolResult {
        CallToolResult(content: [.text(text)], structuredContent: structured, isError: true)
    }
}

extension CallToolResult: ResultBody {
    /// Twice the structured content: once as itself, once as text.
    var sizeEstimate: Int { (structuredContent?.bytes.count ?? 0) * 2 + 256 }

    func writeMembers(into writer: inout JSONWriter, revision: Revision) {
        let structured = structuredContent.flatMap { Self.canCarry($0, revision) ? $0 : nil }
        writer.key("content")
        writer.array { writer in
            for block in content { block.write(into: &writer, revision: revision, structured: structuredContent) }
            // Clients without structured content read the same as text; a failure has text alone.
            if structured == nil, structuredContent != nil, !isError, !isTextWhole, !content.contains(where: { $0.kind == .structuredText }) {
                ContentBlock.structuredText.write(into: &writer, revision: revision, structured: structuredContent)
            }
        }
        if let structured {
            writer.key("structuredContent")
            writer.raw(structured.bytes)
        }
        if isError {
            writer.key("isError")
            writer.bool(true)
        }
    }

    private static func canCarry(_ structured: JSONFragment, _ revision: Revision) -> Bool {
        revision >= .v2026_07_28 || (revision >= .v2025_06_18 && structured.bytes.first == UInt8(ascii: "{"))
    }
}

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

    /// What the piece is.
    public var kind: Kind
    /// For whom it is; nil: for everyone.
    public var annotations: ContentAnnotations?
    /// The block's `_meta`. Sent since 2025-06-18.
    public var meta: JSONObject?

    /// A piece of any kind.
    public init(_ kind: Kind, annotations: ContentAnnotations? = nil, meta: JSONObject? = nil) {
        self.kind = kind
        self.annotations = annotations
        self.meta = meta
    }

    /// A text for the model.
    public static func text(_ text: String) -> ContentBlock { ContentBlock(.text(text)) }
    /// The result's structured content as text.
    public static let structuredText = ContentBlock(.structuredText)
    /// A picture; sent as base64.
    public static func image(_ data: [UInt8], mimeType: String) -> ContentBlock { ContentBlock(.image(data: data, mimeType: mimeType)) }
    /// A recording; sent as base64, to 2024-11-05 as a note.
    public static func audio(_ data: [UInt8], mimeType: String) -> ContentBlock { ContentBlock(.audio(data: data, mimeType: mimeType)) }
    /// A resource that the client may read.
    public static func resourceLink(_ link: ResourceLink) -> ContentBlock { ContentBlock(.resourceLink(link)) }
    /// A resource with its contents.
    public static func resource(_ contents: ResourceContents) -> ContentBlock { ContentBlock(.resource(contents)) }
}

/// Whom a piece of content is for, and how important it is.
public struct ContentAnnotations: Hashable, Sendable {
    /// The two readers of content.
    public enum Audience: String, Sendable { case user, assistant }

    /// Readers for whom the piece is; empty: both.
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

extension ContentBlock {
    /// Writes the block as the revision knows it; a kind that it does not know becomes a text that says so.
    func write(into writer: inout JSONWriter, revision: Revision, structured: JSONFragment?) {
        writer.object { writer in
            switch kind {
            case .text(let text): Self.writeText(text, into: &writer)
            case .structuredText:
                writer.member("type", "text")
                writer.key("text")
                writer.string(escaping: structured?.bytes ?? Self.null)
            case .image(let data, let mimeType): Self.writeMedia("image", data, mimeType, into: &writer)
            case .audio(let data, let mimeType):
                if revision >= .v2025_03_26 {
                    Self.writeMedia("audio", data, mimeType, into: &writer)
                } else {
                    Self.writeText("[audio: \(mimeType), \(data.count) bytes]", into: &writer)
                }
            case .resourceLink(let link):
                if revision >= .v2025_06_18 {
                    writer.member("type", "resource_link")
                    link.writeMembers(into: &writer)
                } else {
                    Self.writeText(link.uri, into: &writer)
                }
            case .resource(let contents):
                writer.member("type", "resource")
                writer.key("resource")
                contents.write(into: &writer, revision: revision)
            }
            if let annotations {
                writer.key("annotations")
                annotations.write(into: &writer, revision: revision)
            }
            if revision >= .v2025_06_18 { writer.member("_meta", meta) }
        }
    }

    private static let null = Array("null".utf8)

    private static func writeText(_ text: String, into writer: inout JSONWriter) {
        writer.member("type", "text")
        writer.member("text", text)
    }

    private static func writeMedia(_ type: String, _ data: [UInt8], _ mimeType: String, into writer: inout JSONWriter) {
        writer.member("type", type)
        writer.key("data")
        data.withUnsafeBytes { writer.base64($0) }
        writer.member("mimeType", mimeType)
    }
}
