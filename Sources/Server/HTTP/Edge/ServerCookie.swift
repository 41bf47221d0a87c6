import HTTPTypes
import Identity
import Store

/// A cookie of this server's pages: for this host only, hidden from scripts, and not sent with POST requests from other sites (D09).
struct ServerCookie: Sendable {
    let name: String
    private let isSecure: Bool

    /// The cookie of a signed-in session.
    static func session(at origin: String) -> ServerCookie { ServerCookie("session", origin) }

    /// Ties the sign-in form to the browser that loaded it.
    static func visitor(at origin: String) -> ServerCookie { ServerCookie("visitor", origin) }

    /// Marks a browser in which somebody has signed in to an account before.
    static func device(at origin: String, organization: String, username: String) -> ServerCookie {
        ServerCookie("device_" + KnownDevice.cookieSuffix(organization: organization, username: username), origin)
    }

    /// `__Host-` binds a cookie to host, path and TLS. Browsers refuse it over plain http, which only loopback uses.
    private init(_ name: String, _ origin: String) {
        isSecure = origin.hasPrefix("https:")
        self.name = (isSecure ? "__Host-" : "") + "gatehouse_" + name
    }

    func value(in context: RequestContext) -> String? { context.cookies[name] }

    /// - Parameter maximumAge: nil: until the browser closes.
    func set(_ value: Secret, maximumAge: Duration? = nil, on response: inout Response) {
        append("\(name)=\(value.text)" + (maximumAge.map { "; Max-Age=\($0.components.seconds)" } ?? ""), to: &response)
    }

    func clear(on response: inout Response) { append("\(name)=; Max-Age=0", to: &response) }

    private func append(_ text: String, to response: inout Response) {
        response.headers.append(HTTPField(name: .setCookie, value: text + "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")))
    }
}
