import JSON

/// The name and version of a client or server.
public struct Implementation: Hashable, Sendable {
    /// Name for programs.
    public var name: String
    /// In the maker's own format.
    public var version: String
    /// Display name. Sent since 2025-06-18.
    public var title: String?
    /// Sent since 2025-11-25.
    public var description: String?
    /// The home page. Sent since 2025-11-25.
    public var websiteURL: String?
    /// Sent since 2025-11-25.
    public var icons: [Icon]

    public init(
        name: String, version: String, title: String? = nil, description: String? = nil, websiteURL: String? = nil, icons: [Icon] = []
    ) {
        self.name = name
        self.version = version
        self.title = title
        self.description = description
        self.websiteURL = websiteURL
        self.icons = icons
    }

    /// Reads the object that a client sent. Nil without a name. Members of the wrong type are ignored.
    init?(_ value: JSONValue?) {
        guard let name = value?["name"]?.string else { return nil }
        self.init(
            name: name,
            version: value?["version"]?.string ?? "",
            title: value?["title"]?.string,
            description: value?["description"]?.string,
            websiteURL: value?["websiteUrl"]?.string
        )
    }

    func write(into writer: inout JSONWriter, revision: Revision) {
        writer.object { writer in
            writer.key("name")
            writer.string(name)
            writer.key("version")
            writer.string(version)
            if let title, revision >= .v2025_06_18 { writer.member("title", title) }
            guard revision >= .v2025_11_25 else { return }
            if let description { writer.member("description", description) }
            if let websiteURL { writer.member("websiteUrl", websiteURL) }
            Icon.write(icons, into: &writer)
        }
    }
}
