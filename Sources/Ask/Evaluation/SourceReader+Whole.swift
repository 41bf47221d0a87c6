package import SQL
import SQLSyntax

extension SourceReader {
    /// Reads a complete database with the rights of its login, for the files of an evaluation.
    package static func whole(_ database: any Database, _ bounds: CallBounds, layer: SemanticLayer = SemanticLayer(), words: WordNet? = nil)
        async throws -> SourceIndex
    {
        let dialect = database.dialect
        return try await SourceReader(layer.outlines(TableOutline.all(of: database.reflect(bounds))), in: dialect, words: words) { statement in
            try await database.read(bounds) { connection in
                try connection.all(Statement(verbatim: statement.printed(for: dialect))) { row in (0..<row.columnCount).map(row.text) }
            }
        }.read().applying(layer)
    }
}
