package import Catalog
package import JSON
package import SQL

/// Why a call is refused: a closed list of stable codes, each with a reason. Each interface maps the codes in one file.
package struct Refusal: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// No credential, or an invalid one.
        case unauthorized
        /// The tool does not exist, or its package is not selected.
        case unknownTool = "unknown_tool"
        /// The credential lacks the scope.
        case insufficientScope = "insufficient_scope"
        /// A role or rule does not give this right.
        case forbidden
        /// The object does not exist, or belongs to another organization.
        case notFound = "not_found"
        /// The server runs in demo mode, in which nothing is written.
        case demo
        /// The person was asked before the call, and declined.
        case declined
        /// A value is invalid; the reason names the argument and what was expected.
        case invalidArgument = "invalid_argument"
        /// The object already exists, or was changed in the meantime.
        case conflict
        /// A limit or quota is reached.
        case limited
        /// The data source cannot be reached or failed.
        case sourceFailed = "source_failed"
        /// The workspace is stopped; its calls are refused until it is started again.
        case workspaceStopped = "workspace_stopped"
    }

    package let code: Code
    /// For people and models: names the argument and what to do, without secrets, paths, driver text or callers' SQL.
    package let reason: String
    /// The parts of ``reason`` if several values are invalid, one for each value; else empty.
    package let faults: [String]
    /// The missing scope, with ``Code/insufficientScope``.
    package let requiredScope: Scope?
    /// The current values that differ from the expected ones, with ``Code/conflict``; only values that the caller may see.
    package let current: JSONValue?
    /// Seconds after which the same call may be repeated, with ``Code/limited``; nil if unknown.
    package let retryAfter: Int64?

    /// Whether the call was denied by a decision, as opposed to a failure of its work.
    package var isDecision: Bool {
        switch code {
        case .unauthorized, .unknownTool, .insufficientScope, .forbidden, .notFound, .demo, .declined: true
        case .invalidArgument, .conflict, .limited, .sourceFailed, .workspaceStopped: false
        }
    }

    package init(
        _ code: Code, _ reason: String, faults: [String] = [], requiredScope: Scope? = nil, current: JSONValue? = nil, retryAfter: Int64? = nil
    ) {
        self.code = code
        self.reason = reason
        self.faults = faults
        self.requiredScope = requiredScope
        self.current = current
        self.retryAfter = retryAfter
    }

    /// The same refusal with another reason.
    package func saying(_ reason: String) -> Refusal {
        Refusal(code, reason, requiredScope: requiredScope, current: current, retryAfter: retryAfter)
    }
}

extension Refusal {
    /// The refusal for a database error; the same for every tool.
    package init(_ error: DatabaseError) {
        self.init(Self.code(error.code), error.reason)
    }

    static func code(_ code: DatabaseError.Code) -> Code {
        switch code {
        case .timeout, .cancelled, .busy, .limit: .limited
        case .invalid: .invalidArgument
        case .constraint: .conflict
        case .unavailable, .denied, .readOnly, .corrupt, .other: .sourceFailed
        }
    }
}

extension Refusal {
    /// The refusal for a catalog error.
    package init(_ error: CatalogError) {
        switch error.code {
        case .unknownSource, .unknownCollection: self.init(.notFound, error.reason)
        case .invalidFilter, .invalidSource, .invalidDefinition: self.init(.invalidArgument, error.reason)
        case .brokenRule, .closedSchema: self.init(.forbidden, error.reason)
        case .duplicateSource, .changedMeanwhile: self.init(.conflict, error.reason)
        case .sourceFailed: self.init(error.database.map(Self.code) ?? .sourceFailed, error.reason)
        }
    }
}
