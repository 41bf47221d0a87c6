/// RFC 6749 section 4.1.3 with RFC 7636 section 4.5.
package struct CodeRequest: Sendable {
    package let code: String
    /// OAuth 2.1 leaves it out; when it is there it has to be the one of the authorization request.
    package let redirect: String?
    package let verifier: String
    package let resources: [String]

    init(_ parameters: Parameters) throws(OAuthError) {
        code = try parameters.require("code")
        redirect = parameters["redirect_uri"]
        verifier = try parameters.require("code_verifier")
        resources = parameters.all("resource")
    }
}
