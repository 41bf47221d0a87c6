import SQL
import SQLSyntax
package import Store

/// The tables of this target.
package enum CatalogSchema {
    package static let migrations: [Migration] = [
        Migration("catalog", 1, "data sources") { dialect in
            [
                .createTable(
                    "data_sources",
                    """
                    \(Statement.generatedID(for: dialect)),
                    workspace_id \(type: .id) NOT NULL,
                    name \(type: .text) NOT NULL,
                    title \(type: .text) NOT NULL,
                    url \(type: .text) NOT NULL,
                    password \(type: .blob),
                    created_at \(type: .time) NOT NULL,
                    UNIQUE (workspace_id, name)
                    """, for: dialect)
            ]
        },
        Migration("catalog", 2, "what a statement may cost") { _ in ["ALTER TABLE data_sources ADD COLUMN maximum_cost \(type: .id)"] },
    ]
}
