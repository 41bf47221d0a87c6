import Catalog
import JSON
import SQL

/// Which columns are asked for, and how each row of them becomes a JSON object.
struct RowShape: Sendable {
    private struct Cell {
        let key: JSONKey
        /// Nil where the value is masked: it is not even read.
        let column: Int?
    }

    /// The columns in the order of the statement.
    private(set) var columns: [Identifier] = []
    private var cells: [Cell] = []

    /// - Parameter masked: names of fields whose values are given as `"***"`.
    init(fields: [Field], masked: Set<String>) {
        for field in fields {
            if masked.contains(field.name) {
                cells.append(Cell(key: JSONKey(field.name), column: nil))
            } else {
                cells.append(Cell(key: JSONKey(field.name), column: columns.count))
                columns.append(Identifier(field.name))
            }
        }
    }

    /// The place of a column, which is asked for in addition when it is not there yet.
    mutating func column(of field: String) -> Int {
        let identifier = Identifier(field)
        if let place = columns.firstIndex(of: identifier) { return place }
        columns.append(identifier)
        return columns.count - 1
    }

    /// What stands after SELECT.
    func selected(from alias: Identifier) -> Statement {
        columns.isEmpty ? "1" : Statement.joined(columns.map { "\(alias).\($0)" }, by: ", ")
    }

    /// Writes the members of an object that has been begun.
    func write(_ row: any Row, to writer: inout JSONWriter) {
        for cell in cells {
            writer.key(cell.key)
            if let column = cell.column { row.write(column, to: &writer) } else { writer.string("***") }
        }
    }
}
