public import JSON

/// A prompt as clients list it: a text whose arguments the user fills in.
public struct Prompt: Hashable, Sendable {
    /// An argument of the prompt.
    public struct Argument: Hashable, Sendable {
        public var name: String
        /// The name that clients display. Sent since 2025-06-18.
        public var title: String?
        public var description: String?
        public var isRequired: Bool

        public init(name: String, title: String? = nil, description: String? = nil, isRequired: Bool = false) {
            self.name = name
            self.title = title
            self.description = description
            self.isRequired = isRequired
        }
    }

    /// The identifier.
    public var name: String
    /// The name that clients display. Sent since 2025-06-18.
    public var title: String?
    public var description: String
    /// In display order.
    public var arguments: [Argument]
    /// Sent since 2025-11-25.
    public var icons: [Icon]
    /// The prompt's `_meta`. Sent since 2025-06-18.
    public var meta: JSONObject?

    public init(
        name: String, title: String? = nil, description: String, arguments: [Argument] = [], icons: [Icon] = [], meta: JSONObject? = nil
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.arguments = arguments
        self.icons = icons
        self.meta = meta
    }

    /// - Throws: ``MCPError`` -32602 (invalid params), which names the first required argument that is missing.
    public func check(_ values: [String: String]) throws(MCPError) {
        for argument in arguments where argument.isRequired && values[argument.name] == nil {
            throw MCPError.invalidParams("Argument '\(argument.name)' of prompt '\(name)' is required")
        }
    }
}

extension Prompt: Listed {
    static var member: StaticString { "prompts" }

    func write(into writer: inout JSONWriter, revision: Revision) {
        writer.object { writer in
            ListedFields(name: name, title: title, description: description, mimeType: nil, annotations: nil, icons: icons, meta: meta)
                .write(into: &writer, revision: revision)
            guard !arguments.isEmpty else { return }
            writer.key("arguments")
            writer.array { writer in
                for argument in arguments { argument.write(into: &writer, revision: revision) }
            }
        }
    }
}

extension Prompt.Argument {
    fileprivate func write(into writer: inout JSONWriter, revision: Revision) {
        writer.object { writer in
            writer.member("name", name)
            if let title, revision >= .v2025_06_18 { writer.member("title", title) }
            if let description { writer.member("description", description) }
            if isRequired {
                writer.key("required")
                writer.bool(true)
            }
        }
    }
}
