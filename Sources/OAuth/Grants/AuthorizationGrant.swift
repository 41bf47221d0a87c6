/// What a person allowed a client: to act for them, with these scopes, at this endpoint.
package struct AuthorizationGrant: Hashable, Sendable {
    package let clientID: String
    /// The person, as `sub` names them.
    package let subject: String
    package let scopes: ScopeNames
    package let resource: ResourceID

    package init(clientID: String, subject: String, scopes: ScopeNames, resource: ResourceID) {
        self.clientID = clientID
        self.subject = subject
        self.scopes = scopes
        self.resource = resource
    }
}
