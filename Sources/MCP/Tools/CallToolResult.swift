public import JSON

/// The result of a tool call.
public struct CallToolResult: Hashable, Sendable {
    /// Blocks for the model, in order. May be empty.
    public var content: [ContentBlock]
    /// The result for programs. Revisions before 2025-06-18 receive it only as text. Before 2026-07-28 it must be an object.
    public var structuredContent: JSONFragment?
    /// Whether the call failed. The text then tells what to do about it.
    public var isError: Bool
    /// Whether the text contains everything in the structured content. Then it is not repeated as text.
    public var isTextWhole = false
    /// The result's `_meta`.
    public var meta: JSONObject?

    public init(content: [ContentBlock], structuredContent: JSONFragment? = nil, isError: Bool = false, meta: JSONObject? = nil) {
        self.content = content
        self.structuredContent = structuredContent
        self.isError = isError
        self.meta = meta
    }

    /// Creates a result whose text is the serialized structured content, so that every client reads the same.
    public init(structured: JSONFragment, isError: Bool = false) {
        self.init(content: [.structuredText], structuredContent: structured, isError: isError)
    }

    /// Creates a result of one text.
    public init(text: String, isError: Bool = false) {
        self.init(content: [.text(text)], isError: isError)
    }

    /// Creates a failure with a text for the model and an optional structure for programs.
    public static func failure(_ text: String, structured: JSONFragment? = nil) -> CallToolResult {
        CallToolResult(content: [.text(text)], structuredContent: structured, isError: true)
    }
}

extension CallToolResult: ResultBody {
    /// The structured content counts twice: once as itself, once as text.
    var sizeEstimate: Int { (structuredContent?.bytes.count ?? 0) * 2 + 256 }

    func writeMembers(into writer: inout JSONWriter, revision: Revision) {
        let structured = structuredContent.flatMap { Self.canCarry($0, revision) ? $0 : nil }
        writer.key("content")
        writer.array { writer in
            for block in content { block.write(into: &writer, revision: revision, structured: structuredContent) }
            // Clients without structured content read it as text. A failure has only its text.
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
    /// The type of a block.
    public enum Kind: Hashable, Sendable {
        case text(String)
        /// The result's structured content, serialized as text.
        case structuredText
        case image(data: [UInt8], mimeType: String)
        case audio(data: [UInt8], mimeType: String)
        case resourceLink(ResourceLink)
        case resource(ResourceContents)
    }

    /// The type of the block.
    public var kind: Kind
    /// The intended readers. Nil: everybody.
    public var annotations: ContentAnnotations?
    /// The block's `_meta`. Sent since 2025-06-18.
    public var meta: JSONObject?

    /// Creates a block of any type.
    public init(_ kind: Kind, annotations: ContentAnnotations? = nil, meta: JSONObject? = nil) {
        self.kind = kind
        self.annotations = annotations
        self.meta = meta
    }

    /// A text for the model.
    public static func text(_ text: String) -> ContentBlock { ContentBlock(.text(text)) }
    /// The result's structured content as text.
    public static let structuredText = ContentBlock(.structuredText)
    /// An image, sent as base64.
    public static func image(_ data: [UInt8], mimeType: String) -> ContentBlock { ContentBlock(.image(data: data, mimeType: mimeType)) }
    /// An audio recording, sent as base64. Clients of 2024-11-05 receive a note instead.
    public static func audio(_ data: [UInt8], mimeType: String) -> ContentBlock { ContentBlock(.audio(data: data, mimeType: mimeType)) }
    /// A link to a resource that the client may read.
    public static func resourceLink(_ link: ResourceLink) -> ContentBlock { ContentBlock(.resourceLink(link)) }
    /// A resource with its contents.
    public static func resource(_ contents: ResourceContents) -> ContentBlock { ContentBlock(.resource(contents)) }
}

/// The intended readers of a block, and its importance.
public struct ContentAnnotations: Hashable, Sendable {
    /// The possible readers of a block.
    public enum Audience: String, Sendable { case user, assistant }

    /// The intended readers. Empty: both.
    public var audience: [Audience]
    /// From 0 (optional) to 1 (required).
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
    /// Writes the block in the form of the revision. A type that the revision does not have becomes a text that says so.
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
