package import Access
package import Catalog
package import SQL

/// The names, types and keys of a table that the engine may mention: of a whole schema, or of the part that one caller may read.
package struct TableOutline: Hashable, Sendable {
    package struct Column: Hashable, Sendable {
        package let name: String
        package let type: ColumnType
        /// Whether questions cannot name it; it only joins tables.
        package var isHidden = false
    }

    /// A column that references a column of another table.
    package struct Reference: Hashable, Sendable {
        package let column: String
        /// The ``id`` of the other table.
        package let target: String
        /// Nil for its primary key.
        package let targetColumn: String?
    }

    /// Unique in its source.
    package let id: String
    /// Nil if the name alone is unambiguous.
    package let schema: String?
    package let name: String
    package private(set) var columns: [Column]
    package let primaryKey: [String]
    package let references: [Reference]
    /// Whether questions cannot name it; it only connects other tables.
    package private(set) var isHidden = false
    /// Whether it has hidden columns.
    package private(set) var hidesColumns = false

    /// The same table with these columns.
    func with(columns: [Column], isHidden: Bool) -> TableOutline {
        var copy = self
        copy.hidesColumns = true
        copy.columns = columns
        copy.isHidden = isHidden
        return copy
    }

    /// Every table of a database, for all callers.
    package static func all(of schema: DatabaseSchema) -> [TableOutline] {
        func id(_ namespace: String, _ table: String) -> String { (namespace == schema.defaultSchema ? table : "\(namespace).\(table)").lowercased() }
        return schema.tables.map { table in
            TableOutline(
                id: id(table.schema, table.name), schema: table.schema == schema.defaultSchema ? nil : table.schema, name: table.name,
                columns: table.columns.map { Column(name: $0.name, type: $0.type) }, primaryKey: table.primaryKey,
                references: table.foreignKeys.filter { $0.columns.count == 1 }.map { key in
                    Reference(
                        column: key.columns[0], target: id(key.referencedSchema, key.referencedTable), targetColumn: key.referencedColumns.first)
                })
        }
    }

    /// Every table of a data source, for its administrators.
    package static func all(of contents: SourceCatalog) -> [TableOutline] {
        contents.collections.compactMap { outline(of: $0) { $0.extensionType == nil } }
    }

    /// The tables that the rights permit to view, with the columns whose values the caller may know. Columns with an extension's type are
    /// omitted, because statements use only the engine's own operators.
    package static func readable(by rights: [CollectionRights]) -> [TableOutline] {
        rights.compactMap { own in
            guard own.allows(.view) else { return nil }
            let open = own.open
            return outline(of: own.collection) { open.contains($0.name) && $0.extensionType == nil }
        }
    }

    private static func outline(of collection: Collection, _ isKnown: (Field) -> Bool) -> TableOutline? {
        guard case .table(let schema, let name) = collection.origin else { return nil }
        let fields = collection.fields.filter(isKnown)
        guard !fields.isEmpty else { return nil }
        return TableOutline(
            id: collection.name, schema: collection.name == name ? nil : schema, name: name,
            columns: fields.map { Column(name: $0.name, type: $0.type) }, primaryKey: collection.primaryKey,
            references: collection.relations.filter { $0.kind == .belongsTo && $0.fields.count == 1 }.map { relation in
                Reference(column: relation.fields[0], target: relation.target, targetColumn: relation.targetFields.first)
            })
    }
}
