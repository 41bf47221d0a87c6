/// One thing that is wrong with a checked value, in words that its author can act on.
public struct SchemaViolation: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The value is not what was expected.
        case mismatch
        /// A required member is not there.
        case missing
        /// The object may not have this member.
        case unknown
    }

    public let kind: Kind
    /// Which argument: `filter.price`, `values[2].name`, `filter["a b"]`; empty for the whole value.
    public let path: String
    /// What would be right: `a number`, `one of "list", "get"`.
    public let expected: String
    /// What was there instead: a short scalar itself, else its type. A string is quoted only where few values are right.
    public let found: String
}

extension SchemaViolation: CustomStringConvertible {
    /// One sentence: `argument 'filter.price': expected a number, found a string`.
    public var description: String {
        let subject = path.isEmpty ? "arguments" : "argument '\(path)'"
        return switch kind {
        case .mismatch: "\(subject): expected \(expected), found \(found)"
        case .missing: "\(subject): missing (expected \(expected))"
        case .unknown: "\(subject): not known (expected \(expected))"
        }
    }
}
