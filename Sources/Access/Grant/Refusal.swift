package import JSON

/// Why the choke point said no: a closed list with stable codes; each surface maps it in one file.
package struct Refusal: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// No credential, or a bad one.
        case unauthorized
        /// The tool does not exist, or its package is not chosen.
        case unknownTool = "unknown_tool"
        /// The credential lacks the scope.
        case insufficientScope = "insufficient_scope"
        /// A role or rule does not give this right.
        case forbidden
        /// No such object, or one of another organization.
        case notFound = "not_found"
        /// The server runs for show: nothing is written.
        case demo
        /// The person who was asked before the call does not want it.
        case declined
        /// A value is wrong; the reason names the argument and what was expected.
        case invalidArgument = "invalid_argument"
        /// The object exists already, or was changed meanwhile.
        case conflict
        /// A limit or quota is reached.
        case limited
        /// The data source cannot be reached or failed.
        case sourceFailed = "source_failed"
        /// The workspace is stopped; its calls are refused until it is started again.
        case workspaceStopped = "workspace_stopped"
    }

    package let code: Code
    /// For people and models: names the argument and the way out; no secret, path, driver text or foreign SQL.
    package let reason: String
    /// The scope that was missing, with ``Code/insufficientScope``.
    package let requiredScope: Scope?
    /// What there is in place of what the caller expected, with ``Code/conflict``: values that it may see.
    package let current: JSONValue?
    /// After how long the same call may be tried again, with ``Code/limited``; nil where nobody can say. Unit: seconds.
    package let retryAfter: Int64?

    /// Whether the caller was denied something, rather than its work having failed.
    package var isDecision: Bool {
        switch code {
        case .unauthorized, .unknownTool, .insufficientScope, .forbidden, .notFound, .demo, .declined: true
        case .invalidArgument, .conflict, .limited, .sourceFailed, .workspaceStopped: false
        }
    }

    package init(_ code: Code, _ reason: String, requiredScope: Scope? = nil, current: JSONValue? = nil, retryAfter: Int64? = nil) {
        self.code = code
        self.reason = reason
        self.requiredScope = requiredScope
        self.current = current
        self.retryAfter = retryAfter
    }
}
