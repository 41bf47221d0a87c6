/// Why a name of a query could not be resolved. Safe to send: it contains only names from the query.
package struct NameRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Subject: Hashable, Sendable {
        case unknownTable(SQLName)
        case unknownColumn(SQLName, of: SQLName?)
        case ambiguousColumn(SQLName)
        /// A name that differs from a `WITH` name only in case. Servers differ on whether these are the same.
        case ambiguousTable(SQLName)
        /// A `WITH` name used before its own query. Some servers take it for that query, others for a table.
        case laterTable(SQLName)
        /// Two tables of one `FROM` with the same name.
        case repeatedTable(SQLName)
        /// A table where a value is expected.
        case wholeRow(SQLName)
        /// A masked column in a computation.
        case maskedColumn(SQLName)
        /// A column in a computation whose type has operators that the query cannot find.
        case opaqueColumn(SQLName)
        /// More columns than ``SyntaxLimits`` allow.
        case tooWide
        /// More parts than ``SyntaxLimits`` allow when each `WITH` name is replaced by its query.
        case tooLarge
        /// `TABLESAMPLE` of something other than a whole table: a share of all rows would reveal hidden ones.
        case sampledTable(SQLName)
        /// `NATURAL JOIN` of a table with hidden columns: the engine would join by them too. It is always refused, so that it does not
        /// reveal whether the other table has such a column.
        case naturalPart(SQLName)
        /// `MATCH … AGAINST` over something that is not a column of a table.
        case searchedColumn(SQLName)
    }

    package let subject: Subject
    /// Position of the name in the text, in bytes.
    package let offset: IgnoredInEquality<Int>
    /// Columns that the query could name there, each once, in order. Set with ``Subject-swift.enum/unknownColumn(_:of:)``.
    package let columns: IgnoredInEquality<[String]>

    package init(_ subject: Subject, offset: Int, columns: [SQLName?] = []) {
        self.subject = subject
        self.offset = IgnoredInEquality(offset)
        var seen: Set<SQLName> = []
        self.columns = IgnoredInEquality(columns.compactMap { $0 }.filter { seen.insert($0).inserted }.map(\.text))
    }

    init(_ subject: Subject, at column: ColumnReference, columns: [SQLName?] = []) {
        self.init(subject, offset: column.offset.value, columns: columns)
    }

    package var description: String {
        switch subject {
        case .unknownTable(let name): "no table '\(name)' is known here"
        case .unknownColumn(let name, nil): "no column '\(name)' is known here"
        case .unknownColumn(let name, let table?): "'\(table)' has no column '\(name)'"
        case .ambiguousColumn(let name): "column '\(name)' is in more than one table: write table.\(name)"
        case .ambiguousTable(let name): "'\(name)' is written like a WITH name but for its case: use one spelling"
        case .laterTable(let name): "'\(name)' is named before its own WITH query: put that first"
        case .repeatedTable(let name): "'\(name)' stands twice in one FROM: give aliases"
        case .wholeRow(let name): "'\(name)' is a table: name its columns"
        case .maskedColumn(let name): "'\(name)' is masked: it can be selected as it is, not computed with, compared or sorted by"
        case .opaqueColumn(let name):
            "'\(name)' has a type of an extension, whose operators are not looked up here: select it as it is, or write CAST(\(name) AS text) to "
                + "compare, sort or compute with its text"
        case .tooWide: "the query reads too many columns: name those that you need instead of '*', or use fewer tables"
        case .tooLarge: "WITH queries that name one another make the query too large: name each of them once or twice, or use several statements"
        case .sampledTable(let name): "'\(name)' cannot be sampled here: TABLESAMPLE is for tables whose rows and columns are all open to you"
        case .naturalPart(let name):
            "NATURAL JOIN is for tables whose columns are all open to you, and some of '\(name)' are not: name the common ones with USING (…)"
        case .searchedColumn(let name): "'\(name)' cannot be searched here"
        }
    }
}
