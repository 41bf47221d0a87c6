import SQL
import SQLSyntax

extension SchemaPlanner {
    /// Drops the table of a collection, with join tables and keys in other tables that were created for its relations.
    mutating func destroy(_ collection: String, _ definition: CollectionDefinition?) throws(CatalogError) {
        guard let table = self.table(collection) else { return plan.dropped.append(collection) }
        guard table.kind == .table else {
            throw CatalogError(.invalidDefinition, "filterByTk: '\(collection)' is a view: its owner drops it")
        }
        var owned: Set<[String]> = []
        for relation in definition?.relations ?? [] where relation.ownsKey {
            guard let keyTable = keyTable(of: relation, in: collection) else { continue }
            owned.insert([keyTable.schema, keyTable.name, relation.foreignKey])
            if keyTable.name != table.name { try destroyKey(of: relation, in: collection) }
        }
        for other in schema.tables where other.name != table.name || other.schema != table.schema {
            for key in other.foreignKeys where key.refers(to: table) {
                guard !owned.contains([other.schema, other.name] + key.columns), !plan.dropped.contains(other.name) else { continue }
                throw CatalogError(
                    .invalidDefinition,
                    "filterByTk: \(description(of: key, in: other)) refers to '\(collection)'; remove that relation with fields_destroy first"
                )
            }
        }
        plan.losses.append("all rows of \(collection)\(table.estimatedRows.map { " (about \($0))" } ?? "")")
        checkViewsBefore(of: table)
        plan.run(writer.drop(table.name, in: table.schema))
        forgetHistory(of: collection)
        checkViewsAfterwards(of: table)
        plan.dropped.append(collection)
    }

    /// Refuses the whole plan when the table has a row. PostgreSQL waits for uncommitted transactions; SQLite has one writer.
    mutating func keepRows(of collection: String) {
        guard let table = table(collection) else { return }
        let name = writer.table(table.name, in: table.schema)
        let lock: [SchemaPlan.Step] = dialect == .postgresql ? [.run("LOCK TABLE \(name) IN ACCESS EXCLUSIVE MODE")] : []
        plan.begin(with: lock + [.check("SELECT 1 FROM \(name) LIMIT 1", refusal: "\(collection) has rows, and stays")])
    }

    /// Drops the join table or the key that was created for a relation.
    mutating func destroyKey(of relation: RelationDefinition, in collection: String) throws(CatalogError) {
        guard relation.ownsKey, let keyTable = keyTable(of: relation, in: collection) else { return }
        if relation.type == .belongsToMany {
            plan.losses.append("the join table \(keyTable.name)")
            checkViewsBefore(of: keyTable)
            plan.run(writer.drop(keyTable.name, in: keyTable.schema))
            forgetHistory(of: relation.through ?? keyTable.name)
            checkViewsAfterwards(of: keyTable)
            plan.dropped.append(keyTable.name)
        } else {
            try destroy(column: relation.foreignKey, of: keyTable)
        }
    }

    /// The table that has the foreign key of a relation.
    private func keyTable(of relation: RelationDefinition, in collection: String) -> TableSchema? {
        switch relation.type {
        case .belongsTo: table(collection)
        case .hasOne, .hasMany: table(relation.target)
        case .belongsToMany: relation.through.flatMap { table($0) }
        }
    }

    /// Drops a column with its values.
    mutating func destroy(column name: String, of table: TableSchema) throws(CatalogError) {
        guard table.columns.contains(where: { $0.name == name }) else { return }
        guard table.kind == .table else { throw CatalogError(.invalidDefinition, "\(table.name) is a view: its columns come from its statement") }
        guard !table.primaryKey.contains(name) else {
            throw CatalogError(.invalidDefinition, "filterByTk: '\(name)' is the key of \(table.name) and stays")
        }
        for other in schema.tables {
            for key in other.foreignKeys
            where key.refers(to: table) && key.referencedColumns.contains(name) {
                throw CatalogError(
                    .invalidDefinition,
                    "filterByTk: \(description(of: key, in: other)) refers to '\(name)'; remove that relation first")
            }
        }
        plan.losses.append("all values of \(table.name).\(name)")
        if dialect == .sqlite {
            plan.change(table.name, removing: name)
            checkViewsAfterwards(of: table, column: name)
        } else {
            checkViewsBefore(of: table, column: name)
            plan.run(writer.drop(column: name, of: table.name, in: table.schema))
        }
    }

    /// The refusal because of a view that reads something to be dropped; PostgreSQL itself refuses the change. Another person may own the
    /// view.
    private static func viewRefusalText(_ table: TableSchema, _ column: String?) -> String {
        "filterByTk: a view reads \(column.map { "\(table.name).\($0)" } ?? table.name); its owner changes it first"
    }

    /// Checks views before the change, because MariaDB and MySQL cannot roll back DDL. They store the text of a view with all names quoted.
    private mutating func checkViewsBefore(of table: TableSchema, column: String? = nil) {
        guard dialect == .mysql else { return }
        let reads: Statement = "LOCATE(\("`\(table.schema)`.`\(table.name)`"), VIEW_DEFINITION) > 0"
        let readsColumn: Statement = column.map { " AND LOCATE(\("`\($0)`"), VIEW_DEFINITION) > 0" } ?? ""
        plan.add(.check("SELECT 1 FROM information_schema.VIEWS WHERE \(reads)\(readsColumn) LIMIT 1", refusal: Self.viewRefusalText(table, column)))
    }

    /// Checks views after the change on SQLite, which rolls it back when a view is broken.
    private mutating func checkViewsAfterwards(of table: TableSchema, column: String? = nil) {
        guard dialect == .sqlite else { return }
        for view in schema.tables where view.kind == .view {
            plan.add(
                .checkAfterwards("SELECT 1 FROM \(writer.table(view.name, in: view.schema)) LIMIT 0", refusal: Self.viewRefusalText(table, column)))
        }
    }
}

extension ForeignKey {
    func refers(to table: TableSchema) -> Bool { referencedTable == table.name && referencedSchema == table.schema }
}
