package import SQLSyntax

extension SemanticLayer {
    /// What of the layer speaks of these tables and columns alone: for a caller who may see no others.
    package func visible(in tables: [TableOutline], _ dialect: Dialect) -> SemanticLayer {
        var out = SemanticLayer()
        out.terms = terms
        for own in self.tables {
            guard let table = tables.first(where: { $0.id == own.name }) else { continue }
            let seen = table.columns.map(\.name)
            var kept = own
            kept.display = own.display.allSatisfy(seen.contains) ? own.display : []
            kept.date = own.date.flatMap { seen.contains($0) ? $0 : nil }
            kept.columns = own.columns.filter { seen.contains($0.name) }
            // An expression with a column that is not seen has the failure of one that is not there.
            kept.concepts = own.concepts.filter { (try? SemanticExpression($0, columns: seen, in: dialect)) != nil }
            out.tables.append(kept)
        }
        return out
    }
}
