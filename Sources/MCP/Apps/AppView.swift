public import JSON

/// An HTML view that a host shows beside a tool's result (extension `io.modelcontextprotocol/ui`).
///
/// Put ``toolMeta`` on the tool, and return ``contents(html:)`` when ``uri`` is read. The tool must be useful without the view.
public struct AppView: Hashable, Sendable {
    /// The extension's name.
    public static let extensionName = "io.modelcontextprotocol/ui"
    /// MIME type of a view.
    public static let mimeType = "text/html;profile=mcp-app"
    /// The extension's settings, which a server with views advertises.
    public static let settings: JSONObject = ["mimeTypes": .array([.string(mimeType)])]

    /// The parties that may call a tool with a view.
    public enum Caller: String, Hashable, Sendable { case model, app }

    /// A `ui://` URI. Put a version into it, so that hosts may cache the view.
    public var uri: String
    /// The parties that may call the tool. Give only `app` for a tool that serves the view alone, such as one that pages or refreshes it.
    public var callers: [Caller]
    /// Domains to which the view may connect; empty by default.
    public var connectDomains: [String]
    /// Domains from which the view may load resources; empty by default.
    public var resourceDomains: [String]
    /// Whether the host should draw a border. Nil leaves the choice to the host.
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

    /// The `_meta` of a tool that has the view. It holds the newer and the older form of the reference.
    public var toolMeta: JSONObject {
        let visibility = JSONValue.array(callers.map { .string($0.rawValue) })
        return ["ui": ["resourceUri": .string(uri), "visibility": visibility], "ui/resourceUri": .string(uri)]
    }

    /// The view's contents and the domains that it may reach.
    /// - Parameter html: an HTML5 document that contains everything it needs.
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
