/// A query with all its names resolved to columns of tables.
///
/// The code that uses this type decides for each table which columns the query may see. Any other name is refused, wherever the query uses
/// it.
package struct NameResolution: Sendable {
    /// A table or view of the database as the query may see it.
    package struct KnownTable: Hashable, Sendable {
        package let schema: SQLName?
        package let name: SQLName
        /// The columns of `*`, in order.
        package let columns: [SQLName]
        /// Columns that may only be returned unchanged.
        package let masked: Set<SQLName>
        /// Columns of a type whose operators the query would not find: they may only be returned unchanged or cast to another type.
        package let opaque: Set<SQLName>
        /// Whether it has columns that are hidden from the query.
        package let hidesColumns: Bool
        /// The forms of columns that hold numbers; only on SQLite.
        package var numbers: [SQLName: NumberForm] = [:]
        /// Where conditions can be inserted into the replacement; nil where they may not be, or need not be.
        package var entrance: InsertionPoint?
        /// The query that replaces the table and gives these columns; nil for the table itself.
        package let replacement: SelectStatement?

        /// A table that the query may see whole.
        package init(schema: SQLName?, _ name: SQLName, allColumns: [SQLName], opaque: Set<SQLName> = []) {
            self.schema = schema
            self.name = name
            columns = allColumns
            masked = []
            self.opaque = opaque
            hidesColumns = false
            replacement = nil
        }

        /// A table of which the query may see a part. Only `replacement` hides the rest, because the engine resolves names among all
        /// columns that it finds.
        package init(
            schema: SQLName?, _ name: SQLName, columns: [SQLName], masked: Set<SQLName> = [], opaque: Set<SQLName> = [],
            hidesColumns: Bool = false, replacement: SelectStatement
        ) {
            self.schema = schema
            self.name = name
            self.columns = columns
            self.masked = masked
            self.opaque = opaque
            self.hidesColumns = hidesColumns
            self.replacement = replacement
        }
    }

    /// The position for a condition of the query inside a table's replacement: one more part of that query's own condition.
    package struct InsertionPoint: Hashable, Sendable {
        /// The alias of the table there.
        package let alias: SQLName
        /// All names in `FROM` there.
        package let names: [SQLName]
        /// Columns whose comparison with a comparable value never fails.
        package let columns: Set<SQLName>
        /// Columns for which this holds only with literal numbers and strings, because a decimal may be too large for a double.
        package let decimals: Set<SQLName>

        package init(alias: SQLName, names: [SQLName], columns: Set<SQLName>, decimals: Set<SQLName>) {
            self.alias = alias
            self.names = names
            self.columns = columns
            self.decimals = decimals
        }
    }

    package struct ReadColumn: Hashable, Sendable {
        package let schema: SQLName?
        package let table: SQLName
        package let column: SQLName
    }

    /// The query with tables named in full or replaced, columns qualified by their table in `FROM`, and SQLite's strings distinguished from
    /// names.
    package let statement: SelectStatement
    /// Columns of tables that the query reads anywhere.
    package let columns: Set<ReadColumn>
    /// Titles of the result; nil where the engine makes one up. Empty when they are unknown.
    package let titles: [SQLName?]
    /// Result columns that SQLite computes from decimals, by their indices.
    package let decimals: [Int: NumberForm]

    /// - Parameter table: returns what the query may see of a table that it names; throws to refuse it.
    /// - Throws: ``NameRefusal``, and what `table` throws.
    package init(_ statement: SelectStatement, in dialect: Dialect, table: (NamedTable) throws -> KnownTable) throws {
        self = try withoutActuallyEscaping(table) { table in
            var resolver = NameResolver(dialect: dialect)
            resolver.known = table
            let resolved = try resolver.statement(statement)
            guard resolver.size.total <= SyntaxLimits.expandedSize else { throw NameRefusal(.tooLarge, offset: 0) }
            let output = resolver.output
            return NameResolution(
                statement: resolved, columns: resolver.columns, titles: output.isOpen ? [] : output.columns,
                decimals: output.isOpen ? [:] : output.numbers.filter { $0.value.isDecimal && $0.value.isComputed })
        }
    }

    private init(statement: SelectStatement, columns: Set<ReadColumn>, titles: [SQLName?], decimals: [Int: NumberForm]) {
        self.statement = statement
        self.columns = columns
        self.titles = titles
        self.decimals = decimals
    }
}
