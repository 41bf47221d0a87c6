/// Why a call on organizations, users, roles, workspaces, members or keys is refused.
package struct IdentityError: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// The object does not exist, or belongs to another organization.
        case notFound = "not_found"
        /// The name is taken, or the object is still in use.
        case conflict
        /// The call would give more than the caller may give, or remove an object that must stay.
        case forbidden
        /// A value is invalid.
        case invalid
        /// A quota is reached.
        case limited
        /// Too many such calls are waiting; the same call may succeed a little later.
        case busy
    }

    package let code: Code
    /// For people and models: names the argument and what to do, without secrets.
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
