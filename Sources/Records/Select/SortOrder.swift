import Access
import Catalog
import SQL
import SQLSyntax

/// The order of rows: as requested, then by primary key, so that pages never overlap. Rows without a value come last.
struct SortOrder {
    /// The order after ` ORDER BY `; empty for a collection without any order.
    let clause: Statement

    /// - Parameter names: field names, also through to-one relations, with a leading `-` for descending order.
    init(_ names: [String], _ call: RecordCall) throws {
        guard names.count <= 16 else { throw Refusal(.invalidArgument, "sort: expected at most 16 fields, found \(names.count)") }
        var keys: [Statement] = []
        var sorted = Set<String>()
        for name in names {
            let isDescending = name.hasPrefix("-")
            let path = String(isDescending ? name.dropFirst() : name[...])
            let key = try FieldExpression(path, argument: "sort", call)
            sorted.insert(path)
            let direction: Statement = isDescending ? " DESC" : " ASC"
            // Sorts times chronologically; text that is not a time comes last, in text order.
            if key.field.type == .timestamp, call.dialect == .sqlite { keys.append(SQLiteInstant.of(key.expression) + direction + " NULLS LAST") }
            let isMySQL = call.dialect == .mysql
            // MySQL has no NULLS LAST, and sorts null first.
            if key.isNullable, isMySQL, !isDescending { keys.append("\(key.expression) IS NULL") }
            let nulls: Statement = key.isNullable && !isMySQL ? " NULLS LAST" : ""
            keys.append(key.expression + direction + nulls)
        }
        let primaryKey = call.collection.primaryKey.filter { !sorted.contains($0) && call.isOpen([$0]) }
        keys += primaryKey.map { "\(RecordCall.alias).\(Identifier($0)) ASC" }
        clause = keys.isEmpty ? Statement() : " ORDER BY \(Statement.joined(keys, by: ", "))"
    }
}
