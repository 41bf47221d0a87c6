/// SQLite's report about a statement that it compiled with read rights.
package struct CompiledRead: Hashable, Sendable {
    package struct ColumnRead: Hashable, Sendable, Comparable {
        package let table: String
        package let column: String

        package init(table: String, column: String) {
            self.table = table
            self.column = column
        }

        package static func < (left: ColumnRead, right: ColumnRead) -> Bool { (left.table, left.column) < (right.table, right.column) }
    }

    /// Tables and views that the statement names, sorted; without those that a view reads.
    package let tables: [String]
    /// Columns of those tables that are read anywhere in the statement, sorted.
    package let columnsRead: [ColumnRead]
}
