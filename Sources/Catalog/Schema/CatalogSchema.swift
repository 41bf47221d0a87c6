import SQL
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
        Migration("catalog", 3, "definitions of collections") { dialect in
            [
                .createTable(
                    "collection_definitions",
                    """
                    workspace_id \(type: .id) NOT NULL,
                    source \(type: .text) NOT NULL,
                    collection \(type: .text) NOT NULL,
                    definition \(type: .json),
                    pending \(type: .json),
                    changed_at \(type: .time) NOT NULL,
                    PRIMARY KEY (workspace_id, source, collection)
                    """, for: dialect),
                // The next number of each field of type sequence.
                .createTable(
                    "collection_sequences",
                    """
                    workspace_id \(type: .id) NOT NULL,
                    source \(type: .text) NOT NULL,
                    collection \(type: .text) NOT NULL,
                    field \(type: .text) NOT NULL,
                    next \(type: .id) NOT NULL,
                    PRIMARY KEY (workspace_id, source, collection, field)
                    """, for: dialect),
                // 1: callers may change tables of the source.
                "ALTER TABLE data_sources ADD COLUMN changes_schema \(type: .id) NOT NULL DEFAULT 0",
            ]
        },
        // The PostgreSQL login of a workspace's own schema; its password is sealed.
        Migration("catalog", 4, "logins of workspaces") { dialect in
            [
                .createTable(
                    "workspace_logins",
                    """
                    workspace_id \(type: .id) NOT NULL PRIMARY KEY,
                    login \(type: .text) NOT NULL,
                    password \(type: .blob) NOT NULL
                    """, for: dialect)
            ]
        },
    ]
}
