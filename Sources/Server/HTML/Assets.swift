import HTTPTypes

/// The stylesheet and the icon of the pages, both compiled into the program.
enum Assets {
    static let stylesheet = ServerPath("/assets/gatehouse.css?v=\(ServerVersion.current)")
    static let icon = ServerPath("/assets/gatehouse.svg?v=\(ServerVersion.current)")

    static let stylesheetResponse = file(Stylesheet.text, "text/css; charset=utf-8")
    static let iconResponse = file(iconText, "image/svg+xml")

    private static func file(_ text: String, _ type: String) -> Response {
        var response = Response(status: .ok, headers: [.contentType: type], body: Array(text.utf8))
        PageSecurity.protect(&response)
        response.headers[.cacheControl] = "public, max-age=3600"
        return response
    }

    /// A gate with a keyhole on a 32 × 32 grid.
    private static let iconText = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">\
        <stop offset="0" stop-color="#1f7a68"/><stop offset="1" stop-color="#124d52"/></linearGradient></defs>\
        <rect width="32" height="32" rx="9" fill="url(#g)"/>\
        <path d="M8 25V15.5a8 8 0 0 1 16 0V25" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/>\
        <circle cx="16" cy="17" r="2.4" fill="#fff"/><path d="M16 18.5V25" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>

        """
}
