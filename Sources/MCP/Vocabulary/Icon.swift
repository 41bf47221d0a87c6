import JSON

/// An icon that a client may display beside a name. Sent since 2025-11-25.
public struct Icon: Hashable, Sendable {
    /// An `https:` or `data:` URL.
    public var source: String
    /// MIME type of the image, if the source does not tell.
    public var mimeType: String?
    /// `48x48`, or `any` for a scalable image.
    public var sizes: [String]

    public init(source: String, mimeType: String? = nil, sizes: [String] = []) {
        self.source = source
        self.mimeType = mimeType
        self.sizes = sizes
    }

    /// Writes the member `icons` if there are any.
    static func write(_ icons: [Icon], into writer: inout JSONWriter) {
        guard !icons.isEmpty else { return }
        writer.key("icons")
        writer.array { writer in
            for icon in icons {
                writer.object { writer in
                    writer.member("src", icon.source)
                    if let mimeType = icon.mimeType { writer.member("mimeType", mimeType) }
                    if !icon.sizes.isEmpty {
                        writer.key("sizes")
                        writer.array { writer in
                            for size in icon.sizes { writer.string(size) }
                        }
                    }
                }
            }
        }
    }
}
