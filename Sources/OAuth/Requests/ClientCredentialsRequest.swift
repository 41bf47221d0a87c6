/// RFC 6749 section 4.4.2.
package struct ClientCredentialsRequest: Sendable {
    package let scopes: ScopeNames?
    package let resources: [String]

    init(_ parameters: Parameters) throws(OAuthError) {
        scopes = try parameters["scope"].map { text throws(OAuthError) in try ScopeNames(parsing: text) }
        resources = parameters.all("resource")
    }
}
