/// Why a call on organizations, users, roles, workspaces, members or keys is refused.
package struct IdentityError: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// No such object, or one of another organization.
        case notFound = "not_found"
        /// The name is taken, or the object is still in use.
        case conflict
        /// More than the caller may give, or an object that must stay.
        case forbidden
        /// A value is wrong.
        case invalid
        /// A quota is reached.
        case limited
        /// Too many such calls wait already; the same call can be made again a little later.
        case busy
    }

    package let code: Code
    /// For people and models: names the argument and the way out; no secret.
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    static func notFound(_ argument: String, _ name: some CustomStringConvertible) -> IdentityError {
        IdentityError(.notFound, "\(argument): '\(name)' does not exist")
    }

    static func taken(_ argument: String, _ name: some CustomStringConvertible) -> IdentityError {
        IdentityError(.conflict, "\(argument): '\(name)' exists already")
    }
}
