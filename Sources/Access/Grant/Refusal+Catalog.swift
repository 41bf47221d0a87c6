package import Catalog

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
