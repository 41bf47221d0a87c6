public import JSON

/// A family of resources whose URIs share one form.
public struct ResourceTemplate: Hashable, Sendable {
    /// URI template (RFC 6570): `space://{source}/{collection}`.
    public var uriTemplate: String
    /// Name for programs.
    public var name: String
    /// Name for people. Sent since 2025-06-18.
    public var title: String?
    /// What the resources hold, for the model.
    public var description: String?
    /// Type of the contents, when all have one.
    public var mimeType: String?
    /// For whom they are; nil: for everyone.
    public var annotations: ContentAnnotations?
    /// Sent since 2025-11-25.
    public var icons: [Icon]
    /// The template's `_meta`. Sent since 2025-06-18.
    public var meta: JSONObject?

    public init(
        uriTemplate: String, name: String, title: String? = nil, description: String? = nil, mimeType: String? = nil,
        annotations: ContentAnnotations? = nil, icons: [Icon] = [], meta: JSONObject? = nil
    ) {
        self.uriTemplate = uriTemplate
        self.name = name
        self.title = title
        self.description = description
        self.mimeType = mimeType
        self.annotations = annotations
        self.icons = icons
        self.meta = meta
    }

    /// The variables of a URI that has the template's form; nil for another.
    ///
    /// Knows simple expressions, `{name}`, each of which takes one or more characters without `/`, and `{+name}`, which takes `/` too.
    /// Percent signs are left as they are.
    public func variables(of uri: String) -> [String: String]? {
        TemplateMatcher(uriTemplate).match(uri)
    }
}

extension ResourceTemplate: Listed {
    static var member: StaticString { "resourceTemplates" }

    func write(into writer: inout JSONWriter, revision: Revision) {
        writer.object { writer in
            writer.member("uriTemplate", uriTemplate)
            ListedFields(name: name, title: title, description: description, mimeType: mimeType, annotations: annotations, icons: icons, meta: meta)
                .write(into: &writer, revision: revision)
        }
    }
}
