import JSON

/// The result of reading a resource.
public struct ReadResourceResult: Hashable, Sendable {
    /// At least one element. A URI that names a group has several.
    public var contents: [ResourceContents]
    /// How long modern clients may cache the contents, and for whom.
    public var hint: CacheHint

    public init(_ contents: [ResourceContents], hint: CacheHint = CacheHint(timeToLive: .zero)) {
        self.contents = contents
        self.hint = hint
    }

    /// Creates a resource of one text.
    public init(uri: String, mimeType: String, text: String) {
        self.init([ResourceContents(uri: uri, mimeType: mimeType, body: .text(text))])
    }
}

extension ReadResourceResult: ResultBody {
    var cacheHint: CacheHint? { hint }

    func writeMembers(into writer: inout JSONWriter, revision: Revision) {
        writer.key("contents")
        writer.array { writer in
            for content in contents { content.write(into: &writer, revision: revision) }
        }
    }
}
