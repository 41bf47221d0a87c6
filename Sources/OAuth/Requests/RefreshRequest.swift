/// RFC 6749 section 6.
package struct RefreshRequest: Sendable {
    package let token: String
    package let scopes: ScopeNames?
    package let resources: [String]

    init(_ parameters: Parameters) throws(OAuthError) {
        token = try parameters.require("refresh_token")
        scopes = try parameters["scope"].map { text throws(OAuthError) in try ScopeNames(parsing: text) }
        resources = parameters.all("resource")
    }
}
