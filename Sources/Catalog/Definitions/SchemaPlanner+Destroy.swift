import SQL
import SQLSyntax

extension SchemaPlanner {
    /// Drops the table of a collection, with join tables and keys in other tables that were made for its relations.
    mutating func destroy(_ collection: String, _ definition: CollectionDefinition?) throws(CatalogError) {
        guard let table = self.table(collection) else { return plan.dropped.append(collection) }
        guard table.kind == .table else {
            throw CatalogError(.invalidDefinition, "filterByTk: '\(collection)' is a view: it is dropped by whoever made it")
        }
        var owned: Set<[String]> = []
        for relation in definition?.relations ?? [] where relation.ownsKey {
            guard let keyTable = key(of: relation, in: collection) else { continue }
            owned.insert([keyTable.schema, keyTable.name, relation.foreignKey])
            if keyTable.name != table.name { try destroyKey(of: relation, in: collection) }
        }
        for other in schema.tables where other.name != table.name || other.schema != table.schema {
            for key in other.foreignKeys where key.refers(to: table) {
                guard !owned.contains([other.schema, other.name] + key.columns), !plan.dropped.contains(other.name) else { continue }
                throw CatalogError(
                    .invalidDefinition,
                    "filterByTk: \(told(key, of: other)) refers to '\(collection)'; remove that relation with fields_destroy first"
                )
            }
        }
        plan.losses.append("all rows of \(collection)\(table.estimatedRows.map { " (about \($0))" } ?? "")")
        checkViews(of: table)
        plan.run(writer.drop(table.name, in: table.schema))
        forgetHistory(of: collection)
        keepViews(of: table)
        plan.dropped.append(collection)
    }

    /// Refuses all of the plan when a table has a row. On PostgreSQL rows of transactions that are not committed yet are waited for; SQLite has one writer.
    mutating func keepRows(of collection: String) {
        guard let table = table(collection) else { return }
        let name = writer.table(table.name, in: table.schema)
        let lock: [SchemaPlan.Step] = dialect == .postgresql ? [.run("LOCK TABLE \(name) IN ACCESS EXCLUSIVE MODE")] : []
        plan.begin(with: lock + [.check("SELECT 1 FROM \(name) LIMIT 1", refusal: "\(collection) has rows, and stays")])
    }

    /// Drops what was made for a relation.
    mutating func destroyKey(of relation: RelationDefinition, in collection: String) throws(CatalogError) {
        guard relation.ownsKey, let keyTable = key(of: relation, in: collection) else { return }
        if relation.type == .belongsToMany {
            plan.losses.append("the join table \(keyTable.name)")
            checkViews(of: keyTable)
            plan.run(writer.drop(keyTable.name, in: keyTable.schema))
            forgetHistory(of: relation.through ?? keyTable.name)
            keepViews(of: keyTable)
            plan.dropped.append(keyTable.name)
        } else {
            try destroy(column: relation.foreignKey, of: keyTable)
        }
    }

    /// The table that has the key.
    private func key(of relation: RelationDefinition, in collection: String) -> TableSchema? {
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
                    "filterByTk: \(told(key, of: other)) refers to '\(name)'; remove that relation first")
            }
        }
        plan.losses.append("all values of \(table.name).\(name)")
        if dialect == .sqlite {
            plan.change(table.name, removing: name)
            keepViews(of: table, column: name)
        } else {
            checkViews(of: table, column: name)
            plan.run(writer.drop(column: name, of: table.name, in: table.schema))
        }
    }

    /// Refuses to take from a view what it reads, as PostgreSQL does by itself: the view may belong to someone who did not agree to the change.
    private static func viewRefusal(_ table: TableSchema, _ column: String?) -> String {
        "filterByTk: a view reads \(column.map { "\(table.name).\($0)" } ?? table.name); whoever made it changes it first"
    }

    /// MariaDB takes no change of tables back, so that it is asked before. It keeps the text of a view with all names quoted.
    private mutating func checkViews(of table: TableSchema, column: String? = nil) {
        guard dialect == .mysql else { return }
        let reads: Statement = "LOCATE(\("`\(table.schema)`.`\(table.name)`"), VIEW_DEFINITION) > 0"
        let readsColumn: Statement = column.map { " AND LOCATE(\("`\($0)`"), VIEW_DEFINITION) > 0" } ?? ""
        plan.add(.check("SELECT 1 FROM information_schema.VIEWS WHERE \(reads)\(readsColumn) LIMIT 1", refusal: Self.viewRefusal(table, column)))
    }

    /// SQLite is asked after, and takes the change back.
    private mutating func keepViews(of table: TableSchema, column: String? = nil) {
        guard dialect == .sqlite else { return }
        for view in schema.tables where view.kind == .view {
            plan.add(.keep("SELECT 1 FROM \(writer.table(view.name, in: view.schema)) LIMIT 0", refusal: Self.viewRefusal(table, column)))
        }
    }
}

extension ForeignKey {
    func refers(to table: TableSchema) -> Bool { referencedTable == table.name && referencedSchema == table.schema }
}
