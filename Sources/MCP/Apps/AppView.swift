public import JSON

/// An HTML view that a host shows beside a tool's result (extension `io.modelcontextprotocol/ui`).
///
/// Put ``toolMeta`` on the tool, and return ``contents(html:)`` when ``uri`` is read. The tool must be useful without the view.
public struct AppView: Hashable, Sendable {
    /// The extension's name.
    public static let extensionName = "io.modelcontextprotocol/ui"
    /// The type of a view.
    public static let mimeType = "text/html;profile=mcp-app"
    /// What a server advertises that has views.
    public static let settings: JSONObject = ["mimeTypes": .array([.string(mimeType)])]

    /// Who may call a tool that has a view.
    public enum Caller: String, Hashable, Sendable { case model, app }

    /// `ui://…`; a version in it lets hosts keep what they have read.
    public var uri: String
    /// Who may call the tool; only the view for one that pages or refreshes it.
    public var callers: [Caller]
    /// Domains to which the view may connect; none is the rule.
    public var connectDomains: [String]
    /// Domains from which the view may load; none is the rule.
    public var resourceDomains: [String]
    /// Whether the host shall draw a border; nil leaves it to the host.
    public var prefersBorder: Bool?

    public init(
        uri: String, callers: [Caller] = [.model, .app], connectDomains: [String] = [], resourceDomains: [String] = [], prefersBorder: Bool? = nil
    ) {
        self.uri = uri
        self.callers = callers
        self.connectDomains = connectDomains
        self.resourceDomains = resourceDomains
        self.prefersBorder = prefersBorder
    }

    /// The `_meta` of a tool that has the view, in the newer and the older form.
    public var toolMeta: JSONObject {
        let visibility = JSONValue.array(callers.map { .string($0.rawValue) })
        return ["ui": ["resourceUri": .string(uri), "visibility": visibility], "ui/resourceUri": .string(uri)]
    }

    /// The view's contents, with what it may reach.
    /// - Parameter html: a document of HTML5 that holds all it needs.
    public func contents(html: String) -> ResourceContents {
        let csp: JSONValue = [
            "connectDomains": Self.list(connectDomains), "resourceDomains": Self.list(resourceDomains), "frameDomains": [], "baseUriDomains": [],
        ]
        var ui: JSONObject = ["csp": csp]
        if let prefersBorder { ui["prefersBorder"] = .bool(prefersBorder) }
        return ResourceContents(uri: uri, mimeType: Self.mimeType, body: .text(html), meta: ["ui": .object(ui)])
    }

    private static func list(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}
