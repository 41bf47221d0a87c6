package import Access
import Ask
import Catalog
package import Identity
import SQL
import Store

extension Refusal {
    /// The refusal that a client receives for a failure of any domain; nil for an internal failure.
    package init?(_ error: any Error) {
        switch error {
        case let refusal as Refusal: self = refusal
        case let error as SpokenRefusal: self = error.refusal(in: .english)
        case let error as IdentityError: self.init(error)
        case let error as CatalogError: self.init(error)
        case let error as DatabaseError: self.init(error)
        case let error as StoreError: self.init(error)
        case is DamagedRow:
            self.init(
                .sourceFailed, "what this server keeps of it cannot be read, so nothing was done; its operator finds the row with gatehouse check")
        case let error as ScopeError: self.init(.invalidArgument, "argument 'scopes': '\(error.unknown.prefix(64))' is no scope")
        default: return nil
        }
    }

    package init(_ error: IdentityError) {
        switch error.code {
        case .notFound: self.init(.notFound, error.reason)
        case .conflict: self.init(.conflict, error.reason)
        case .forbidden: self.init(.forbidden, error.reason)
        case .invalid: self.init(.invalidArgument, error.reason)
        case .busy, .limited: self.init(.limited, error.reason)
        }
    }

    private init?(_ error: StoreError) {
        guard error.code == .auditFull || error.code == .auditBroken else { return nil }
        self.init(.limited, error.reason)
    }
}

extension Refusal.Code {
    /// The HTTP status of a refusal on interfaces other than MCP.
    package var number: Int {
        switch self {
        case .unauthorized: 401
        case .insufficientScope, .forbidden, .demo, .declined: 403
        case .unknownTool, .notFound: 404
        case .invalidArgument: 400
        case .conflict: 409
        case .limited: 429
        case .sourceFailed: 502
        case .workspaceStopped: 503
        }
    }
}
