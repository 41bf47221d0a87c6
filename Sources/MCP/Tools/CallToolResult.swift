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
