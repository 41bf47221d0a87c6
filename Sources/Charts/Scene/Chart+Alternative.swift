extension Chart {
    private static let maxAlternativeRows = 100
    private static let maxAlternativeColumns = 20

    /// The rows as text, for readers who do not see the picture.
    package var alternative: SceneTable {
        let columns = data.columns.indices.prefix(Self.maxAlternativeColumns)
        let rows = data.rows.indices.prefix(Self.maxAlternativeRows).map { row in columns.map { data.text(row, $0) } }
        return SceneTable(header: columns.map { data.columns[$0].label }, rows: rows, omittedRows: data.totalRows - rows.count)
    }
}
