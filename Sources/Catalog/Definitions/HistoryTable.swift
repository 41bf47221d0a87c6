package import SQL
import SQLSyntax

/// The table in which a data source stores earlier versions of rows, for collections with `history`. It is not a collection, and callers'
/// SQL cannot reach it.
package enum HistoryTable {
    package static let name = "gh_history"
    /// The columns in order, without the key.
    package static let columns = ["collection", "rowKey", "action", "at", "userId", "userName", "before", "after"]
    /// Longest stored key of a row. Unit: characters.
    package static let maximumKeyLength = 255

    /// The history table in the schema of a collection's table; nil for a collection that is a query.
    package static func reference(beside collection: Collection) -> Statement? {
        guard case .table(let schema, _) = collection.origin else { return nil }
        return "\(Identifier(schema)).\(Identifier(name))"
    }

    static func drafts(_ dialect: Dialect) -> [ColumnDraft] {
        var id = ColumnDraft("id", ColumnWords(.bigInt, dialect))
        id.isGeneratedKey = true
        var columns = [
            ColumnDraft("collection", ColumnWords(.string, dialect, length: 200)),
            ColumnDraft("rowKey", ColumnWords(.string, dialect, length: maximumKeyLength)),
            ColumnDraft("action", ColumnWords(.string, dialect, length: 16)), ColumnDraft("at", ColumnWords(.datetimeTz, dialect)),
        ]
        for index in columns.indices { columns[index].isRequired = true }
        return [id] + columns
            + [
                ColumnDraft("userId", ColumnWords(.bigInt, dialect)), ColumnDraft("userName", ColumnWords(.string, dialect, length: 255)),
                ColumnDraft("before", ColumnWords(.text, dialect)), ColumnDraft("after", ColumnWords(.text, dialect)),
            ]
    }
}

extension SchemaPlanner {
    private var hasHistory: Bool { schema.tables.contains { $0.schema == schema.defaultSchema && $0.name == HistoryTable.name } }

    /// Creates the history table if it is missing.
    mutating func keepHistory(of collection: String, _ table: TableSchema?) throws(CatalogError) {
        guard table?.schema ?? schema.defaultSchema == schema.defaultSchema, table?.kind ?? .table == .table else {
            throw CatalogError(.invalidDefinition, "history: is for tables of the data source's own schema")
        }
        guard table.map({ !$0.primaryKey.isEmpty }) ?? true else {
            throw CatalogError(.invalidDefinition, "history: \(excerpt(collection)) has no primary key by which its rows could be told apart")
        }
        guard !hasHistory else { return }
        plan.run(writer.create(HistoryTable.name, HistoryTable.drafts(dialect)))
        plan.run(writer.index("rowKey", of: HistoryTable.name, in: schema.defaultSchema, isUnique: false))
    }

    /// Removes the history of an earlier collection with this name.
    mutating func forgetHistory(of collection: String) {
        guard hasHistory else { return }
        plan.run("DELETE FROM \(writer.table(HistoryTable.name)) WHERE \(Identifier("collection")) = \(literal: .text(collection))")
    }
}

extension Collection {
    /// Whether the history of its rows is recorded.
    package var keepsHistory: Bool { definition?.keepsHistory == true && HistoryTable.reference(beside: self) != nil && !primaryKey.isEmpty }
}
