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
            guard let place = key(of: relation, in: collection) else { continue }
            owned.insert([place.schema, place.name, relation.foreignKey])
            if place.name != table.name { try destroyKey(of: relation, in: collection) }
        }
        for other in schema.tables where other.name != table.name || other.schema != table.schema {
            for key in other.foreignKeys where key.referencedTable == table.name && key.referencedSchema == table.schema {
                guard !owned.contains([other.schema, other.name] + key.columns), !plan.dropped.contains(other.name) else { continue }
                throw CatalogError(
                    .invalidDefinition,
                    "filterByTk: \(other.name).\(key.columns.joined(separator: ", ")) refers to '\(collection)'; remove that relation with fields_destroy first"
                )
            }
        }
        plan.losses.append("all rows of \(collection)\(table.estimatedRows.map { " (about \($0))" } ?? "")")
        plan.run(writer.drop(table.name, in: table.schema))
        forgetHistory(of: collection)
        plan.dropped.append(collection)
    }

    /// Drops what was made for a relation.
    mutating func destroyKey(of relation: RelationDefinition, in collection: String) throws(CatalogError) {
        guard relation.ownsKey, let place = key(of: relation, in: collection) else { return }
        if relation.type == .belongsToMany {
            plan.losses.append("the join table \(place.name)")
            plan.run(writer.drop(place.name, in: place.schema))
            forgetHistory(of: relation.through ?? place.name)
            plan.dropped.append(place.name)
        } else {
            try destroy(column: relation.foreignKey, of: place)
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
            where key.referencedTable == table.name && key.referencedSchema == table.schema && key.referencedColumns.contains(name) {
                throw CatalogError(
                    .invalidDefinition,
                    "filterByTk: \(other.name).\(key.columns.joined(separator: ", ")) refers to '\(name)'; remove that relation first")
            }
        }
        plan.losses.append("all values of \(table.name).\(name)")
        if dialect == .sqlite {
            plan.change(table.name, removing: name)
        } else {
            plan.run(writer.drop(column: name, of: table.name, in: table.schema))
        }
    }
}
