/// The party in whose name a token acts.
package enum ScopeHolder: Hashable, Sendable {
    /// A user; an administrator of the organization or not.
    case person(isAdministrator: Bool)
    /// An application by its own credentials, with the scopes that it is registered with.
    case application(ScopeNames)
}
