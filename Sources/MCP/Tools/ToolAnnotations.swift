import JSON

/// Hints about a tool, for clients that decide what to ask a person about. Absent hints are not sent.
public struct ToolAnnotations: Hashable, Sendable {
    /// Name for people, for clients of 2025-03-26 and for directories.
    public var title: String?
    /// The tool changes nothing. Clients assume false.
    public var readOnlyHint: Bool?
    /// The tool may destroy something. Clients assume true.
    public var destructiveHint: Bool?
    /// A repeated call changes nothing more. Clients assume false.
    public var idempotentHint: Bool?
    /// The tool reaches beyond the server. Clients assume true.
    public var openWorldHint: Bool?

    public init(
        title: String? = nil, readOnlyHint: Bool? = nil, destructiveHint: Bool? = nil, idempotentHint: Bool? = nil, openWorldHint: Bool? = nil
    ) {
        self.title = title
        self.readOnlyHint = readOnlyHint
        self.destructiveHint = destructiveHint
        self.idempotentHint = idempotentHint
        self.openWorldHint = openWorldHint
    }

    func write(into writer: inout JSONWriter) {
        writer.object { writer in
            if let title { writer.member("title", title) }
            let hints = [
                ("readOnlyHint", readOnlyHint), ("destructiveHint", destructiveHint),
                ("idempotentHint", idempotentHint), ("openWorldHint", openWorldHint),
            ]
            for case (let name, let hint?) in hints {
                writer.key(name)
                writer.bool(hint)
            }
        }
    }
}
