package import SQL
package import SQLSyntax

/// Makes collections from what an engine reports: names, fields, and relations from foreign keys.
package enum SchemaReading {
    /// The collections of a data source, sorted by name.
    /// - Parameter reserved: names with another meaning here; a table with such a name keeps its schema name.
    package static func collections(of schema: DatabaseSchema, source: String, dialect: Dialect, reserved: Set<String> = []) -> [Collection] {
        let named = named(schema, reserved).filter(\.isUsable)
        let relations = RelationInference(tables: named).relations()
        let names = Dictionary(named.map { ([$0.table.schema, $0.table.name], $0.name) }) { first, _ in first }
        return named.map { collection($0, source: source, dialect, relations: relations[$0.name] ?? [], names: names) }.sorted { $0.name < $1.name }
    }

    /// Tables that are not collections because their names, or those of their columns, differ only in bytes that look the same; with the
    /// reason in words.
    package static func leftOut(of schema: DatabaseSchema, reserved: Set<String> = []) -> [String] {
        named(schema, reserved).filter { !$0.isUsable }.map { named in
            "\(named.name) is left out: \(named.isAlone ? "columns of it" : "two tables") have names that look the same; rename one"
        }
    }

    /// Whether a table is not one of the server's own (history, recorded changes).
    static func isCollection(_ table: TableSchema) -> Bool { table.name != HistoryTable.name && !ChangeTables.isOwn(table.name) }

    private static func named(_ schema: DatabaseSchema, _ reserved: Set<String>) -> [NamedTable] {
        let tables = schema.tables.filter(isCollection)
        let names = tables.map { table in
            table.schema == schema.defaultSchema && !reserved.contains(table.name) ? table.name : "\(table.schema).\(table.name)"
        }
        // Swift compares names by Unicode equivalence, whatever their normal form.
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        return zip(names, tables).map { NamedTable(name: $0, table: $1, isAlone: counts[$0] == 1) }
    }

    /// The type of a column. On SQLite, whose strict tables have no type for times, text columns that the server fills with times are
    /// times.
    private static func type(of column: ColumnSchema, _ dialect: Dialect) -> ColumnType {
        guard dialect == .sqlite, column.type == .text || column.type == .other else { return column.type }
        return switch KeptField(column: column.name) {
        case .createdAt, .updatedAt: .timestamp
        default: column.type
        }
    }

    /// The columns from which a generated column is computed, directly or through other generated columns; all other columns if an engine
    /// does not report them.
    private static func sourceColumns(of column: ColumnSchema, in table: TableSchema) -> [String] {
        var found: Set<String> = []
        var open = [column]
        while let next = open.popLast() {
            guard let direct = next.sourceColumns else { return table.columns.map(\.name).filter { $0 != column.name }.sorted() }
            open += table.columns.filter { direct.contains($0.name) && found.insert($0.name).inserted }
        }
        return found.subtracting([column.name]).sorted()
    }

    /// Fields of constraints. A check with unknown columns counts as one of all columns.
    private static func constraintFields(of table: TableSchema) -> [String: Set<String>] {
        table.checks.reduce(into: table.constraintColumns) { fields, check in
            fields[check.name, default: []].formUnion(check.columns ?? Set(table.columns.map(\.name)))
        }
    }

    /// - Parameter names: of collections, by schema and name of their tables.
    private static func collection(
        _ named: NamedTable, source: String, _ dialect: Dialect, relations: [Relation], names: [[String]: String]
    ) -> Collection {
        let table = named.table
        let dependents = table.dependents.map { dependent in
            Dependent(
                collection: names[[dependent.schema, dependent.table]] ?? "\(dependent.schema).\(dependent.table)", fields: dependent.columns,
                referencedFields: dependent.referencedColumns, onDelete: dependent.onDelete, onUpdate: dependent.onUpdate
            )
        }
        let fields = table.columns.map { column in
            Field(
                name: column.name, type: type(of: column, dialect), declaredType: column.declaredType, isNullable: column.isNullable,
                hasDefault: column.hasDefault, defaultText: column.defaultText,
                isGenerated: column.isGenerated || KeptField(column: column.name) != nil, comment: column.comment,
                extensionType: column.extensionType, sourceColumns: column.isGenerated ? sourceColumns(of: column, in: table) : [],
                allowedValues: column.allowedValues, hasNondeterministicCollation: column.hasNondeterministicCollation
            )
        }
        return Collection(
            source: source, name: named.name, origin: .table(schema: table.schema, name: table.name), kind: table.kind, fields: fields,
            primaryKey: table.primaryKey, relations: relations, dependents: dependents, constraintFields: constraintFields(of: table),
            checks: Dictionary(table.checks.map { ($0.name, $0.expression) }) { first, _ in first }, estimatedRows: table.estimatedRows,
            comment: table.comment,
            isReadOnly: table.kind == .view
        )
    }
}

/// A table with its name as a collection.
struct NamedTable {
    let name: String
    let table: TableSchema
    /// Whether no other table has the name.
    let isAlone: Bool

    /// Whether the name means only this table, and each column name only one column.
    var isUsable: Bool { isAlone && Set(table.columns.map(\.name)).count == table.columns.count }
}
