/// The result of verifying every chain of the audit log.
package struct AuditVerification: Hashable, Sendable {
    package struct Problem: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable {
            /// A row's contents are not those that were written, or the row before it was made again.
            case changed
            /// Rows were removed before this one, or from here to the chain's end.
            case missing
            /// Rows follow the chain's end.
            case added
            /// The chain's end was changed, removed, or set back.
            case end
            /// The checkpoint before the oldest row was changed.
            case checkpoint
        }

        package let kind: Kind
        package let node: String
        /// The first row concerned.
        package let sequence: Int64
    }

    /// Rows that were read.
    package var rows = 0
    /// In the order of the chains, at most ``maximumProblems``.
    package private(set) var problems: [Problem] = []

    package static let maximumProblems = 1_000

    package var isIntact: Bool { problems.isEmpty }

    mutating func note(_ kind: Problem.Kind, node: String, at sequence: Int64) {
        if problems.count < Self.maximumProblems { problems.append(Problem(kind: kind, node: node, sequence: sequence)) }
    }
}
