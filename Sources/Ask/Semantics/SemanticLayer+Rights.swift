package import SQLSyntax

extension SemanticLayer {
    /// The part of the layer that concerns only these tables and columns, for a caller who may not see others.
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
            // An expression with an invisible column fails like one with an unknown column.
            kept.concepts = own.concepts.filter { (try? SemanticExpression($0, columns: seen, in: dialect)) != nil }
            out.tables.append(kept)
        }
        return out
    }
}
