/// The vocabulary that people defined for a data source: synonyms, measures, filters, metrics, and hidden columns.
package struct SemanticLayer: Hashable, Sendable {
    /// The names of an entry, with its line in the file.
    package struct Words: Hashable, Sendable {
        /// Other names, which match as well as the name itself.
        package var synonyms: [String] = []
        package var description: String?

        package init() {}
    }

    package struct Column: Hashable, Sendable {
        package var name: String
        package var words = Words()
        /// Whether questions cannot name it.
        package var isHidden = false
        /// The line in the file, from 1. Zero for an entry that the server created.
        package var line = 0

        package init(name: String) { self.name = name }
    }

    /// A name for something that is computed from the columns of one table.
    package struct Concept: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            /// A number of each row, summed up unless a question requests another aggregate: `quantity * price`.
            case measure = "measures"
            /// A condition on a row: `status = 'active'`.
            case filter = "filters"
            /// An aggregate of many rows: `avg(total)`, `count(*)`.
            case metric = "metrics"
        }

        package var kind: Kind
        package var name: String
        /// SQL in the dialect of the data source.
        package var expression: String
        package var words = Words()
        package var line = 0

        package init(_ kind: Kind, name: String, expression: String) {
            self.kind = kind
            self.name = name
            self.expression = expression
        }
    }

    package struct Table: Hashable, Sendable {
        package var name: String
        package var words = Words()
        package var isHidden = false
        /// Columns that represent a row if a question names only the table. Empty for the engine's choice.
        package var display: [String] = []
        /// The column with the time of a row. Nil for the engine's choice.
        package var date: String?
        package var columns: [Column] = []
        package var concepts: [Concept] = []
        package var line = 0

        package init(name: String) { self.name = name }
    }

    /// Words of a question that are replaced by others.
    package struct Term: Hashable, Sendable {
        package var name: String
        package var text: String
        package var line = 0

        package init(name: String, text: String, line: Int = 0) {
            self.name = name
            self.text = text
            self.line = line
        }
    }

    package var tables: [Table] = []
    package var terms: [Term] = []

    package init() {}

    package subscript(table: String) -> Table? { tables.first { $0.name == table } }
}

/// An error in the file of a semantic layer, for its author.
package struct SemanticProblem: Hashable, Sendable, CustomStringConvertible {
    package let line: Int
    package let reason: String

    package var description: String { line > 0 ? "line \(line): \(reason)" : reason }
}
