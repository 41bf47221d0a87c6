public import JSON

/// The contents of a resource, as text or as bytes.
public struct ResourceContents: Hashable, Sendable {
    /// The contents. Text is sent unchanged, bytes as base64.
    public enum Body: Hashable, Sendable {
        case text(String)
        case blob([UInt8])
    }

    /// The resource's identifier.
    public var uri: String
    /// MIME type of the contents, if known.
    public var mimeType: String?
    /// The contents.
    public var body: Body

    /// The contents' `_meta`. Sent since 2025-06-18.
    public var meta: JSONObject?

    public init(uri: String, mimeType: String? = nil, body: Body, meta: JSONObject? = nil) {
        self.uri = uri
        self.mimeType = mimeType
        self.body = body
        self.meta = meta
    }

    func write(into writer: inout JSONWriter, revision: Revision) {
        writer.object { writer in
            writer.member("uri", uri)
            if let mimeType { writer.member("mimeType", mimeType) }
            switch body {
            case .text(let text): writer.member("text", text)
            case .blob(let bytes):
                writer.key("blob")
                bytes.withUnsafeBytes { writer.base64($0) }
            }
            if revision >= .v2025_06_18 { writer.member("_meta", meta) }
        }
    }
}
