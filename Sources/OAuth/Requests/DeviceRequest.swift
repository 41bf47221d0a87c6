/// The request by which a device gets the code that it shows to a person (RFC 8628 section 3.1).
package struct DeviceRequest: Sendable {
    package let scopes: ScopeNames?
    package let resources: [String]

    package init(_ parameters: Parameters) throws(OAuthError) {
        scopes = try parameters["scope"].map { text throws(OAuthError) in try ScopeNames(parsing: text) }
        resources = parameters.all("resource")
    }
}
