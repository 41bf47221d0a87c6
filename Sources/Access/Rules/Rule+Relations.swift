package import Catalog

extension RuleContent {
    /// Which relations are other keys than when the rule was set, in words; nil while the rule holds.
    package func changeOfRelations(in catalog: SourceCatalog) -> String? {
        guard !holds(in: catalog) else { return nil }
        guard let relations else { return "the keys of its relations were not kept when it was set; set the rule again" }
        let changed = relations.filter { !$0.holds(in: catalog) }.map { key in
            let isNow = catalog[key.collection]?.relation(key.relation).map { "is \(RelationKey($0, of: key.collection).columns)" } ?? "is gone"
            return "relation '\(key.relation)' of \(key.collection) was \(key.columns) and \(isNow)"
        }
        return changed.joined(separator: "; ") + "; set the rule again"
    }
}

extension RelationKey {
    fileprivate var columns: String {
        "\(fields.joined(separator: ", ")) -> \(target) (\(targetFields.joined(separator: ", ")))\(through.map { " through \($0.collection)" } ?? "")"
    }
}
