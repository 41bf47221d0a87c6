public import JSON

/// A family of resources whose URIs have a common form.
public struct ResourceTemplate: Hashable, Sendable {
    /// URI template (RFC 6570), for example `space://{source}/{collection}`.
    public var uriTemplate: String
    /// Name for programs.
    public var name: String
    /// Display name. Sent since 2025-06-18.
    public var title: String?
    /// Describes the contents of the resources for the model.
    public var description: String?
    /// MIME type of the contents, if all resources have the same.
    public var mimeType: String?
    /// The intended readers. Nil: everybody.
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

    /// The variables in a URI that matches the template. Nil for any other URI.
    ///
    /// Supports simple expressions: `{name}` matches one or more characters without `/`, and `{+name}` also matches `/`. Percent-encoding
    /// is not decoded.
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
