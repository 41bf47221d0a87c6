import SQL

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
        let places = Dictionary(tables.map { ([$0.table.schema, $0.table.name], $0) }) { first, _ in first }
        return tables.flatMap { named in
            named.table.foreignKeys.compactMap { key in
                guard let target = places[[key.referencedSchema, key.referencedTable]] else { return nil }
                let targetFields = key.referencedColumns.isEmpty ? target.table.primaryKey : key.referencedColumns
                guard !key.columns.isEmpty, key.columns.count == targetFields.count else { return nil }
                return ForeignKeyLink(from: named.name, fields: key.columns, to: target.name, targetFields: targetFields)
            }
        }
    }

    /// The same key with its fields in the order of the table's columns: how a key was written down does not matter.
    func ordered(by columns: [String]) -> ForeignKeyLink {
        let places = Dictionary(columns.enumerated().map { ($1, $0) }) { first, _ in first }
        let pairs = zip(fields, targetFields).sorted { (places[$0.0] ?? 0, $0.1) < (places[$1.0] ?? 0, $1.1) }
        return ForeignKeyLink(from: from, fields: pairs.map(\.0), to: to, targetFields: pairs.map(\.1))
    }
}
