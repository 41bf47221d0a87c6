extension SemanticLayer {
    /// The tables without hidden tables and columns, which are removed before anything is read. Hidden columns that join tables stay,
    /// without name and values.
    func outlines(_ tables: [TableOutline]) -> [TableOutline] {
        guard self.tables.contains(where: { $0.isHidden || $0.columns.contains(where: \.isHidden) }) else { return tables }
        let referred = Dictionary(grouping: tables.flatMap(\.references)) { $0.target }
        return tables.compactMap { outline in
            guard let own = self[outline.id] else { return outline }
            let hidden = own.isHidden ? Set(outline.columns.map(\.name)) : Set(own.columns.filter(\.isHidden).map(\.name))
            guard !hidden.isEmpty else { return outline }
            let joining = Set(outline.primaryKey + outline.references.map(\.column) + (referred[outline.id] ?? []).compactMap(\.targetColumn))
            let columns = outline.columns.compactMap { column -> TableOutline.Column? in
                guard hidden.contains(column.name) else { return column }
                guard joining.contains(column.name) else { return nil }
                var kept = column
                kept.isHidden = true
                return kept
            }
            guard !columns.isEmpty else { return nil }
            return outline.with(columns: columns, isHidden: own.isHidden)
        }
    }
}
