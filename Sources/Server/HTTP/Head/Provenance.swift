import HTTPTypes

/// The page that a request comes from, as the browser reports it. It fails closed: anything unusual counts as foreign (D05).
enum Provenance: Hashable, Sendable {
    /// A page of this server.
    case own
    /// Any other page, or fields that no browser sends.
    case foreign
    /// Neither `Origin` nor `Sec-Fetch-Site`: the address bar, or a client that is not a current browser.
    case unsaid

    /// - Parameter own: the origins of the server's own pages, see ``PublicOrigin/own(host:)``.
    init(_ head: HTTPRequest, own: [String]) {
        let origins = head.headerFields[values: .origin]
        let sites = head.headerFields[values: .secFetchSite]
        guard origins.count <= 1, sites.count <= 1 else {
            self = .foreign
            return
        }
        switch (origins.first, sites.first) {
        case (let page?, nil): self = own.contains(page) ? .own : .foreign
        case (let page?, "same-origin"?): self = own.contains(page) ? .own : .foreign
        case (nil, "same-origin"?): self = .own
        case (nil, nil), (nil, "none"?): self = .unsaid
        default: self = .foreign
        }
    }
}
