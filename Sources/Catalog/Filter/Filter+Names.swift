extension Filter {
    /// Whether every field and relation that the condition names is there.
    package func isKnown(on collection: Collection, in catalog: SourceCatalog) -> Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.allSatisfy { $0.isKnown(on: collection, in: catalog) }
        case .not(let inner): inner.isKnown(on: collection, in: catalog)
        case .compare(let path, _): Self.target(of: path.relations, from: collection, in: catalog)?.field(path.field) != nil
        case .related(let path, let inner): Self.target(of: path, from: collection, in: catalog).map { inner.isKnown(on: $0, in: catalog) } ?? false
        }
    }

    private static func target(of path: [String], from start: Collection, in catalog: SourceCatalog) -> Collection? {
        path.reduce(start as Collection?) { place, name in place?.relation(name).flatMap { catalog[$0.target] } }
    }
}
