/// Why a name of a query could not be resolved. Safe to send: it contains only names from the query.
package struct NameRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Subject: Hashable, Sendable {
        case unknownTable(SQLName)
        case unknownColumn(SQLName, of: SQLName?)
        case ambiguousColumn(SQLName)
        /// A name that differs from a `WITH` name by its case alone, which servers take for the same or not.
        case ambiguousTable(SQLName)
        /// A `WITH` name before its own query, which servers take for that query or for a table.
        case laterTable(SQLName)
        /// Two tables of one `FROM` under one name.
        case repeatedTable(SQLName)
        /// A table where a value is expected.
        case wholeRow(SQLName)
        /// A column whose values are masked where something is computed from them.
        case maskedColumn(SQLName)
        /// A column of a type whose operators are not found here, where something is computed from it.
        case opaqueColumn(SQLName)
        /// More columns than ``SyntaxLimits`` allow.
        case tooWide
        /// More parts than ``SyntaxLimits`` allow when each `WITH` query is put in place of its names.
        case tooLarge
        /// `TABLESAMPLE` of what is not a whole table: a share of all rows would reveal hidden ones.
        case sampledTable(SQLName)
        /// `NATURAL JOIN` of a table that has columns which the query may not know of: the engine would join by them too. Whether one of them is in
        /// the other table must not be revealed, so it is refused whatever the other table has.
        case naturalPart(SQLName)
        /// `MATCH … AGAINST` over what is not a column of a table.
        case searchedColumn(SQLName)
    }

    package let subject: Subject
    /// Where the name was written. Unit: bytes of the text.
    package let offset: IgnoredInEquality<Int>
    /// Columns that the query could name there, each once, in their order: with ``Subject-swift.enum/unknownColumn(_:of:)``.
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
