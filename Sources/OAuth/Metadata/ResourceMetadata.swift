package import JSON

/// The protected resource metadata of an endpoint (RFC 9728 section 2).
package struct ResourceMetadata: Sendable {
    /// In the client's spelling, because clients compare it with the URL that they were given.
    package let resource: String
    package let issuer: String
    /// The scopes of OpenID Connect first.
    package let scopes: [String]
    package let name: String
    package let documentation: String?

    package init(resource: String, issuer: String, scopes: [String], name: String = "Gatehouse", documentation: String? = nil) {
        self.resource = resource
        self.issuer = issuer
        self.scopes = scopes
        self.name = name
        self.documentation = documentation
    }

    package var document: JSONValue {
        var members: JSONObject = [
            "resource": .string(resource), "authorization_servers": [.string(issuer)], "bearer_methods_supported": ["header"],
            "scopes_supported": .array(scopes.map(JSONValue.string)), "resource_name": .string(name),
        ]
        if let documentation { members["resource_documentation"] = .string(documentation) }
        return .object(members)
    }
}
