/// A name with the organization that holds it, written `organization/name` with exactly one slash.
package struct QualifiedName: Hashable, Sendable, CustomStringConvertible {
    package let organization: Name
    package let name: Name

    package init(organization: Name, name: Name) {
        self.organization = organization
        self.name = name
    }

    /// - Parameter argument: what the reason of a refusal calls the value.
    /// - Throws: ``IdentityError`` `invalid` when there is not exactly one slash between two names.
    package init(parsing text: String, argument: String) throws(IdentityError) {
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw IdentityError(.invalid, "\(argument): expected ORGANIZATION/NAME with one slash") }
        organization = try Name(parsing: String(parts[0]), argument: argument)
        name = try Name(parsing: String(parts[1]), argument: argument)
    }

    package var description: String { "\(organization)/\(name)" }
}
