package import SQL

/// The name of an organization, user or role: `^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`.
///
/// Stored and compared as written, so that each object has one spelling; unique without regard to case, so that no two look alike.
package struct Name: Hashable, Sendable, Comparable, CustomStringConvertible, SQLValueConvertible, ExpressibleByStringLiteral {
    package let text: String

    /// - Parameter argument: the name of the value in the reason of a refusal.
    /// - Throws: ``IdentityError`` `invalid`.
    package init(parsing text: String, argument: String = "name") throws(IdentityError) {
        guard Self.isValid(text) else {
            throw IdentityError(.invalid, "\(argument): expected 1 to 64 letters A-Z a-z, digits, '.', '_' or '-', starting with a letter or digit")
        }
        self.text = text
    }

    /// A name literal in the sources.
    package init(stringLiteral value: StaticString) {
        text = value.description
        precondition(Self.isValid(text))
    }

    package var description: String { text }
    package var sqlValue: SQLValue { .text(text) }
    package static func < (left: Name, right: Name) -> Bool { left.text < right.text }

    /// The unique key of a name.
    var key: String { text.lowercased() }

    private static func isValid(_ text: String) -> Bool {
        guard (1...64).contains(text.utf8.count) else { return false }
        return text.utf8.enumerated().allSatisfy { index, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): index > 0
            default: false
            }
        }
    }
}

extension Name {
    /// The operators' organization.
    package static let builtIn: Name = "built-in"
    /// The role with all actions on all sources, rules and members of its workspace; also the name of the first user.
    package static let admin: Name = "admin"
    package static let member: Name = "member"
    package static let reader: Name = "reader"
}

/// A name with its organization, written `organization/name` with exactly one slash.
package struct QualifiedName: Hashable, Sendable, CustomStringConvertible {
    package let organization: Name
    package let name: Name

    package init(organization: Name, name: Name) {
        self.organization = organization
        self.name = name
    }

    /// - Parameter argument: the name of the value in the reason of a refusal.
    /// - Throws: ``IdentityError`` `invalid` when there is not exactly one slash between two names.
    package init(parsing text: String, argument: String) throws(IdentityError) {
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw IdentityError(.invalid, "\(argument): expected ORGANIZATION/NAME with one slash") }
        organization = try Name(parsing: String(parts[0]), argument: argument)
        name = try Name(parsing: String(parts[1]), argument: argument)
    }

    package var description: String { "\(organization)/\(name)" }
}
