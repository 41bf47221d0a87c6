import SQLSyntax

/// Reads the tables and views of one database that the login may use, from `information_schema`.
///
/// A server hides tables on which a login has no right, so their foreign keys stay unknown.
struct MySQLReflection {
    let connection: any Connection
    let database: String

    func schema() throws -> DatabaseSchema {
        let json = try jsonColumns()
        let columns = try columns(json: json)
        let keys = try keys()
        let checks = try checks(columns)
        let links = try links()
        let foreign = Dictionary(grouping: links.filter { $0.schema == database }, by: \.table)
        let dependents = Dictionary(grouping: links.filter { $0.referencedSchema == database }, by: \.referencedTable)
        let list: Statement = """
            SELECT table_name, table_type, table_comment, CASE WHEN table_type IN ('BASE TABLE', 'SYSTEM VERSIONED') THEN table_rows END AS estimated_rows
            FROM information_schema.tables
            WHERE table_schema = \(database) AND table_type IN ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW')
            """
        let tables = try connection.catalog(list) { row in
            let name = row.name("table_name")
            let kind: TableSchema.Kind = row.text("table_type") == "VIEW" ? .view : .table
            let unique = (keys[name] ?? []).filter { !$0.isPrimary }.map(\.columns)
            return TableSchema(
                schema: database, name: name, kind: kind, columns: columns[name] ?? [],
                primaryKey: keys[name]?.first { $0.isPrimary }?.columns ?? [], foreignKeys: (foreign[name] ?? []).map(\.foreignKey),
                dependents: (dependents[name] ?? []).compactMap(\.dependent), uniqueKeys: unique,
                constraintColumns: constraintColumns(keys[name] ?? [], foreign[name] ?? []), checks: checks[name] ?? [],
                estimatedRows: row.int("estimated_rows"),
                comment: kind == .view ? nil : row.text("table_comment").flatMap { $0.isEmpty ? nil : $0 })
        }
        return DatabaseSchema(tables: tables.sorted { $0.name < $1.name }, defaultSchema: database)
    }

    private func columns(json: Set<[String]>) throws -> [String: [ColumnSchema]] {
        let list: Statement = """
            SELECT table_name, column_name, data_type, column_type, is_nullable, column_default, extra, generation_expression, column_comment
            FROM information_schema.columns WHERE table_schema = \(database) ORDER BY table_name, ordinal_position
            """
        var expressions: [[String]: String] = [:]
        var columns = try grouped(list) { row in
            let name = row.name("column_name")
            let declared = row.name("column_type")
            let extra = row.name("extra").lowercased()
            // A login without the right to the expression sees only `extra`. `default_generated` means a default that is an expression.
            let isGenerated = row.text("generation_expression")?.isEmpty == false || extra.contains(" generated")
            if isGenerated { expressions[[row.name("table_name"), name]] = row.name("generation_expression") }
            // MariaDB reports the implicit default of every column: NULL.
            let defaultText = row.text("column_default").flatMap { $0 == "NULL" ? nil : $0 }
            let isJSON = json.contains([row.name("table_name"), name])
            return ColumnSchema(
                name: name, type: isJSON ? .json : Self.type(row.name("data_type"), declared), declaredType: isJSON ? "json" : declared,
                isNullable: row.text("is_nullable") == "YES",
                hasDefault: defaultText != nil || extra.contains("auto_increment") || extra.contains("default_generated"), defaultText: defaultText,
                isGenerated: isGenerated, comment: row.text("column_comment").flatMap { $0.isEmpty ? nil : $0 },
                allowedValues: row.text("data_type") == "enum" ? Self.allowedValues(declared) : [])
        }
        for (key, expression) in expressions {
            guard let table = columns[key[0]], let index = table.firstIndex(where: { $0.name == key[1] }) else { continue }
            let text = GenerationText(dialect: .mysql, columns: table.map(\.name))
            columns[key[0]]?[index].sourceColumns = text.sourceColumns(of: expression)
        }
        return columns
    }

    /// The values of `enum('a','b')`; an apostrophe in a value is doubled.
    private static func allowedValues(_ declared: String) -> [String] {
        guard declared.hasPrefix("enum('"), declared.hasSuffix("')") else { return [] }
        var values: [String] = [""]
        var rest = declared.dropFirst(6).dropLast(2)
        while let next = rest.popFirst() {
            if next == "'", rest.hasPrefix(",'") {
                rest = rest.dropFirst(2)
                values.append("")
            } else {
                if next == "'", rest.first == "'" { rest = rest.dropFirst() }
                values[values.count - 1].append(next)
            }
        }
        return values
    }

    /// The checks by table. MariaDB's names of checks are unique in a table, MySQL's in a database.
    private func checks(_ columns: [String: [ColumnSchema]]) throws -> [String: [CheckConstraint]] {
        let list: Statement =
            (connection as? MySQLSession)?.isMariaDB == true
            ? "SELECT table_name, constraint_name, check_clause FROM information_schema.check_constraints WHERE constraint_schema = \(database)"
            : """
            SELECT t.table_name, c.constraint_name, c.check_clause FROM information_schema.table_constraints t
                JOIN information_schema.check_constraints c ON c.constraint_schema = t.constraint_schema AND c.constraint_name = t.constraint_name
            WHERE t.constraint_type = 'CHECK' AND t.table_schema = \(database)
            """
        let found = try grouped(list) { ($0.name("constraint_name"), $0.name("check_clause")) }
        return Dictionary(
            uniqueKeysWithValues: found.map { table, checks in
                let text = GenerationText(dialect: .mysql, columns: columns[table]?.map(\.name) ?? [])
                return (
                    table,
                    checks.map { name, expression in
                        CheckConstraint(name: name, expression: expression, columns: text.sourceColumns(of: expression).map(Set.init))
                    }
                )
            })
    }

    /// - Parameters:
    ///   - name: `int`, `varchar`, …
    ///   - declared: the whole type, such as `int(10) unsigned` or `bit(1)`.
    static func type(_ name: String, _ declared: String) -> ColumnType {
        switch name {
        case "tinyint": declared == "tinyint(1)" ? .boolean : .integer
        case "bit": declared == "bit(1)" ? .boolean : .integer
        case "smallint", "mediumint", "int", "bigint", "year": .integer
        case "decimal": .decimal
        case "float", "double": .double
        case "date": .date
        case "time": .time
        case "datetime", "timestamp": .timestamp
        case "json": .json
        case "uuid": .uuid
        case "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set", "inet4", "inet6": .text
        default: .blob
        }
    }

    /// Columns declared as JSON on MariaDB, which stores them as text with a check of a fixed form. MySQL has a JSON type.
    private func jsonColumns() throws -> Set<[String]> {
        guard (connection as? MySQLSession)?.isMariaDB == true else { return [] }
        let list: Statement = """
            SELECT table_name, constraint_name FROM information_schema.check_constraints
            WHERE constraint_schema = \(database) AND check_clause = CONCAT('json_valid(`', REPLACE(constraint_name, '`', '``'), '`)')
            """
        return Set(try connection.catalog(list) { [$0.name("table_name"), $0.name("constraint_name")] })
    }

    /// Unique indexes over whole columns, including the primary key.
    private func keys() throws -> [String: [(name: String, isPrimary: Bool, columns: [String])]] {
        let list: Statement = """
            SELECT table_name, index_name, column_name, sub_part FROM information_schema.statistics
            WHERE table_schema = \(database) AND non_unique = 0 ORDER BY table_name, index_name, seq_in_index
            """
        let parts = try grouped(list) { row in (index: row.name("index_name"), column: row.isNull("sub_part") ? row.text("column_name") : nil) }
        return parts.mapValues { parts in
            Dictionary(grouping: parts, by: \.index).sorted { $0.key < $1.key }.compactMap { name, parts in
                // An index over a part of a column or an expression is not a key of columns.
                let columns = parts.compactMap(\.column)
                return columns.count == parts.count ? (name, name == "PRIMARY", columns) : nil
            }
        }
    }

    /// Keys and foreign keys have separate namespaces: if both use a name, it stands for the columns of both.
    private func constraintColumns(_ keys: [(name: String, isPrimary: Bool, columns: [String])], _ links: [Link]) -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for (name, columns) in keys.map({ ($0.name, $0.columns) }) + links.map({ ($0.name, $0.columns) }) {
            found[name, default: []].formUnion(columns)
        }
        return found
    }

    /// A foreign key with its actions.
    private struct Link {
        let schema: String
        let table: String
        let name: String
        let referencedSchema: String
        let referencedTable: String
        var columns: [String]
        var referencedColumns: [String]
        let onDelete: ReferentialAction
        let onUpdate: ReferentialAction

        var foreignKey: ForeignKey {
            ForeignKey(columns: columns, referencedSchema: referencedSchema, referencedTable: referencedTable, referencedColumns: referencedColumns)
        }

        /// Nil when the server never changes rows through the key.
        var dependent: DependentTable? {
            guard onDelete != .refuse || onUpdate != .refuse else { return nil }
            return DependentTable(
                schema: schema, table: table, columns: columns, referencedColumns: referencedColumns, onDelete: onDelete, onUpdate: onUpdate)
        }
    }

    /// Foreign keys of this database's tables, and those of other databases that refer to them. The server does not show the actions of a
    /// key to a login that can only read the table; the widest action is assumed then.
    private func links() throws -> [Link] {
        let list: Statement = """
            SELECT k.table_schema, k.table_name, k.constraint_name, k.column_name, k.referenced_table_schema, k.referenced_table_name,
                k.referenced_column_name, coalesce(r.delete_rule, 'CASCADE') AS on_delete,
                coalesce(r.update_rule, 'CASCADE') AS on_update
            FROM information_schema.key_column_usage k
                LEFT JOIN information_schema.referential_constraints r ON r.constraint_schema = k.constraint_schema
                    AND r.constraint_name = k.constraint_name AND r.table_name = k.table_name
            WHERE k.referenced_table_name IS NOT NULL AND (k.table_schema = \(database) OR k.referenced_table_schema = \(database))
            ORDER BY k.table_schema, k.table_name, k.constraint_name, k.ordinal_position
            """
        let columns = try connection.catalog(list) { row in
            Link(
                schema: row.name("table_schema"), table: row.name("table_name"), name: row.name("constraint_name"),
                referencedSchema: row.name("referenced_table_schema"), referencedTable: row.name("referenced_table_name"),
                columns: [row.name("column_name")], referencedColumns: [row.name("referenced_column_name")],
                onDelete: ReferentialAction(sql: row.name("on_delete")), onUpdate: ReferentialAction(sql: row.name("on_update")))
        }
        return columns.reduce(into: []) { links, column in
            guard let last = links.last, (last.schema, last.table, last.name) == (column.schema, column.table, column.name) else {
                return links.append(column)
            }
            links[links.count - 1].columns += column.columns
            links[links.count - 1].referencedColumns += column.referencedColumns
        }
    }

    private func grouped<R>(_ statement: Statement, _ make: (CatalogRow) throws -> R) throws -> [String: [R]] {
        try connection.catalog(statement, of: { $0.name("table_name") }, make)
    }
}
