package import Access
import Catalog
package import SQL

/// A table as the engine may speak of it: of a whole schema, or of what one caller may read.
package struct TableOutline: Hashable, Sendable {
    package struct Column: Hashable, Sendable {
        package let name: String
        package let type: ColumnType
    }

    /// One column that refers to a column of another table.
    package struct Reference: Hashable, Sendable {
        package let column: String
        /// The ``id`` of the other table.
        package let target: String
        /// Nil for its primary key.
        package let targetColumn: String?
    }

    /// Unique in its source.
    package let id: String
    /// Nil where the name alone is enough.
    package let schema: String?
    package let name: String
    package let columns: [Column]
    package let primaryKey: [String]
    package let references: [Reference]

    /// Every table of a database, whoever asks.
    package static func all(of schema: DatabaseSchema) -> [TableOutline] {
        func id(_ schema: String, _ table: String) -> String { "\(schema).\(table)".lowercased() }
        return schema.tables.map { table in
            TableOutline(
                id: id(table.schema, table.name), schema: table.schema == schema.home ? nil : table.schema, name: table.name,
                columns: table.columns.map { Column(name: $0.name, type: $0.type) }, primaryKey: table.primaryKey,
                references: table.foreignKeys.filter { $0.columns.count == 1 }.map { key in
                    Reference(
                        column: key.columns[0], target: id(key.referencedSchema, key.referencedTable), targetColumn: key.referencedColumns.first)
                })
        }
    }

    /// Of the rights, the tables that can be viewed, with the columns whose values the caller may know. A column of an extension's type is left out:
    /// statements run with the engine's own operators alone.
    package static func readable(by rights: [CollectionRights]) -> [TableOutline] {
        rights.compactMap { own in
            guard own.allows(.view), case .table(let schema, let name) = own.collection.origin else { return nil }
            let open = own.open
            let fields = own.collection.fields.filter { open.contains($0.name) && $0.extensionType == nil }
            guard !fields.isEmpty else { return nil }
            return TableOutline(
                id: own.collection.name, schema: own.collection.name == name ? nil : schema, name: name,
                columns: fields.map { Column(name: $0.name, type: $0.type) }, primaryKey: own.collection.primaryKey,
                references: own.collection.relations.filter { $0.kind == .belongsTo && $0.fields.count == 1 }.map { relation in
                    Reference(column: relation.fields[0], target: relation.target, targetColumn: relation.targetFields.first)
                })
        }
    }
}
