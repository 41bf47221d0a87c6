package import Catalog
package import SQL

extension Refusal {
    /// The refusal of a call that a database failed; the same for every tool.
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
    /// What the catalogue could not do, as the answer to a call.
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
