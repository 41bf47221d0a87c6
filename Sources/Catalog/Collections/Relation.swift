import SQL

/// A relation from one collection to another of the same source, made from a foreign key or from the two foreign keys of a join table.
package struct Relation: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        /// This collection has the foreign key: at most one related row.
        case belongsTo
        /// The target has the foreign key, and its values are unique: at most one related row. Only a definition states this kind.
        case hasOne
        /// The target has the foreign key: any number of related rows.
        case hasMany
        /// Each row of the join table relates one row here to one row there: any number on both sides.
        case belongsToMany
    }

    /// The join table of a `belongsToMany`.
    package struct Through: Hashable, Sendable {
        /// The name of the collection that is the join table.
        package let collection: String
        /// Fields of the join table, matching ``Relation/fields`` one by one.
        package let fields: [String]
        /// Fields of the join table, matching ``Relation/targetFields`` one by one.
        package let targetFields: [String]
    }

    package let name: String
    package let kind: Kind
    /// Fields of this collection, matching ``targetFields`` one by one; with ``through`` the fields of the join table.
    package let fields: [String]
    /// The related collection's name.
    package let target: String
    package let targetFields: [String]
    /// Set only for `belongsToMany`.
    package let through: Through?

    package init(name: String, kind: Kind, fields: [String], target: String, targetFields: [String], through: Through? = nil) {
        precondition((kind == .belongsToMany) == (through != nil), "a join table belongs to a belongsToMany, and to no other kind")
        self.name = name
        self.kind = kind
        self.fields = fields
        self.target = target
        self.targetFields = targetFields
        self.through = through
    }

    /// ``fields`` in words: `customer_id`, or `region_id and store_id`.
    package var columns: String { fields.joined(separator: " and ") }

    /// Whether more than one row can be related.
    package var isToMany: Bool { kind == .hasMany || kind == .belongsToMany }

    /// Whether the foreign key is in the related rows.
    package var hasKeyInTarget: Bool { kind == .hasOne || kind == .hasMany }

    /// Number of tables that a condition enters on the way to the related rows.
    var hops: Int { through == nil ? 1 : 2 }
}

/// A foreign key between two tables that are both collections.
struct ForeignKeyLink: Hashable {
    /// Name of the collection that has the key.
    let from: String
    let fields: [String]
    /// Name of the collection that the key refers to.
    let to: String
    /// As many as ``fields``, matching one by one.
    let targetFields: [String]

    /// The keys of all tables, in the order that the engine reports.
    static func all(in tables: [NamedTable]) -> [ForeignKeyLink] {
        let byName = Dictionary(tables.map { ([$0.table.schema, $0.table.name], $0) }) { first, _ in first }
        return tables.flatMap { named in
            named.table.foreignKeys.compactMap { key in
                guard let target = byName[[key.referencedSchema, key.referencedTable]] else { return nil }
                let targetFields = key.referencedColumns.isEmpty ? target.table.primaryKey : key.referencedColumns
                guard !key.columns.isEmpty, key.columns.count == targetFields.count else { return nil }
                return ForeignKeyLink(from: named.name, fields: key.columns, to: target.name, targetFields: targetFields)
            }
        }
    }

    /// The same key with its fields in the order of the table's columns, so that the order in the key's declaration does not matter.
    func ordered(by columns: [String]) -> ForeignKeyLink {
        let positions = Dictionary(columns.enumerated().map { ($1, $0) }) { first, _ in first }
        let pairs = zip(fields, targetFields).sorted { (positions[$0.0] ?? 0, $0.1) < (positions[$1.0] ?? 0, $1.1) }
        return ForeignKeyLink(from: from, fields: pairs.map(\.0), to: to, targetFields: pairs.map(\.1))
    }
}

/// A table that links the rows of two others. It has two foreign keys. Either these form one of its unique keys, or they cannot be null and
/// every other column is its own key or is filled by the server.
struct JoinTable {
    let table: String
    let first: ForeignKeyLink
    let second: ForeignKeyLink

    /// - Parameters:
    ///   - tables: by the names of their collections.
    ///   - links: each key once.
    static func all(among tables: [String: NamedTable], _ links: [ForeignKeyLink]) -> [JoinTable] {
        let byTable = Dictionary(grouping: links, by: \.from)
        return byTable.keys.sorted().compactMap { name in
            guard let keys = byTable[name], keys.count == 2, let named = tables[name], named.table.kind == .table else { return nil }
            let columns = Set(keys[0].fields + keys[1].fields)
            guard columns.count == keys[0].fields.count + keys[1].fields.count, isJoin(named.table, by: columns) else { return nil }
            return JoinTable(table: name, first: keys[0], second: keys[1])
        }
    }

    private static func isJoin(_ table: TableSchema, by columns: Set<String>) -> Bool {
        if ([table.primaryKey] + table.uniqueKeys).contains(where: { Set($0) == columns }) { return true }
        return table.columns.allSatisfy { column in
            columns.contains(column.name)
                ? !column.isNullable : table.primaryKey.contains(column.name) || KeptField(column: column.name) != nil
        }
    }
}
