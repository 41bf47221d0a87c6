/// A client id that is the URL of the client's own metadata document.
package struct ClientDocumentURL: Hashable, Sendable {
    package let text: String
    /// Host and port, to be shown.
    package let host: String

    /// Nil for an id of another form: only https, with a path, without user name, fragment and dot segments.
    /// - Parameter permitsLoopback: takes http on loopback too, for development.
    package init?(_ clientID: String, permitsLoopback: Bool = false) {
        guard let address = WebAddress(clientID), !address.hasUserInfo, address.fragment == nil, !address.hasDotSegment,
            !["", "/"].contains(address.path)
        else { return nil }
        guard address.scheme == "https" || (permitsLoopback && address.scheme == "http" && address.isLoopback) else { return nil }
        text = clientID
        host = RedirectURI.host(ofPresented: clientID) ?? address.host
    }
}
