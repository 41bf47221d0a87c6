/// What a person decided about a node that waits.
package struct ApprovalDecision: Sendable {
    let isApproved: Bool
    /// `acme/ann`
    let person: String
    let comment: String?
    /// The node that the person was shown, see ``ExecutionWait/path``; nil for whichever the execution waits at.
    let path: String?

    package init(isApproved: Bool, by person: String, comment: String?, at path: String? = nil) {
        (self.isApproved, self.person, self.path) = (isApproved, person, path)
        self.comment = comment.map { String($0.prefix(1_000)) }
    }
}
