package import Store

/// A client that can act for a person, as the page "My connections" lists it.
package struct ClientConnection: Hashable, Sendable {
    package let application: ApplicationID
    /// Cleaned, to be shown as text.
    package let clientName: String
    /// Whether somebody with the right to do so made the client.
    package let isVerified: Bool
    /// Hosts of its redirects, sorted; none for one that has none.
    package let hosts: [String]
    /// All that it was allowed, sorted.
    package let scopes: [String]
    /// The endpoints, by their canonical ids, sorted.
    package let resources: [String]
    /// Since when without a break.
    package let since: Timestamp
    /// When it last got a token.
    package let lastUsedAt: Timestamp
}
