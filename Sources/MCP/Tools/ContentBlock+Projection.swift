import JSON

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
