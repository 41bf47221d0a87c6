/// A query with all its names resolved: which column of which table each of them means.
///
/// The caller of this type says for each table which columns the query may see. Any other name is refused, wherever it stands: in a list, a
/// condition, an order, a join.
package struct NameResolution: Sendable {
    /// A table or view of the database as the query may see it.
    package struct KnownTable: Hashable, Sendable {
        package let schema: SQLName?
        package let name: SQLName
        /// All that a `*` gives, in order.
        package let columns: [SQLName]
        /// Those that may only be handed on as they are.
        package let masked: Set<SQLName>
        /// Those of a type whose operators the query would not find: they may only be handed on as they are, or cast to another type.
        package let opaque: Set<SQLName>
        /// Whether it has columns that the query may not know of.
        package let hidesColumns: Bool
        /// The forms of columns that hold numbers; only on SQLite.
        package var numbers: [SQLName: NumberForm] = [:]
        /// Where conditions may enter what stands in its place; nil where they may not, or need not.
        package var entrance: InsertionPoint?
        /// What stands in its place: a query that gives these columns. Nil for the table itself.
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

        /// A table of which the query may see a part: nothing but `replacement` stands between it and the rest, since the engine looks names up among
        /// all columns that it finds.
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

    /// Where a condition of the query can be inserted into the query that replaces a table: as one more part of that query's own condition.
    package struct InsertionPoint: Hashable, Sendable {
        /// Under which the table's columns are named there.
        package let alias: SQLName
        /// All that `FROM` names there.
        package let names: [SQLName]
        /// Columns whose comparison with a value that can be compared with them never fails.
        package let columns: Set<SQLName>
        /// Columns for which that is so with written numbers and texts alone: a decimal may be too large for a double.
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

    /// With tables by their full names or replaced, columns by the name of their table in `FROM`, and SQLite's strings distinguished from names.
    package let statement: SelectStatement
    /// Columns of tables that are read anywhere.
    package let columns: Set<ReadColumn>
    /// Titles of the result; nil where the engine makes one up. Empty when they are not known here.
    package let titles: [SQLName?]
    /// Columns of the result that SQLite computes from decimals, by their indices.
    package let decimals: [Int: NumberForm]

    /// - Parameter table: what the query may see of a table that it names; throws to refuse it.
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
