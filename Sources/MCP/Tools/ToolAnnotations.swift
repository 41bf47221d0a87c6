import JSON

/// Hints about a tool for clients, which use them to decide when to ask the user for confirmation. Nil hints are not sent.
public struct ToolAnnotations: Hashable, Sendable {
    /// Display name, for clients of 2025-03-26 and for directories.
    public var title: String?
    /// Whether the tool changes nothing. Clients assume false.
    public var readOnlyHint: Bool?
    /// Whether the tool may delete or overwrite something. Clients assume true.
    public var destructiveHint: Bool?
    /// Whether a repeated call changes nothing more. Clients assume false.
    public var idempotentHint: Bool?
    /// Whether the tool reaches systems outside the server. Clients assume true.
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
