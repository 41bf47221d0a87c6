import SQL
package import Store

/// The tables of this target.
package enum AccessSchema {
    package static let migrations: [Migration] = [
        Migration("access", 1, "rules") { dialect in
            [
                .createTable(
                    "rules",
                    """
                    \(Statement.generatedID(for: dialect)),
                    workspace_id \(type: .id) NOT NULL,
                    role \(type: .text) NOT NULL,
                    source \(type: .text) NOT NULL,
                    collection \(type: .text) NOT NULL,
                    effect \(type: .text) NOT NULL CHECK (effect IN ('allow', 'deny')),
                    actions \(type: .json) NOT NULL,
                    columns \(type: .json),
                    masked \(type: .json) NOT NULL,
                    hidden \(type: .json) NOT NULL,
                    filter \(type: .json) NOT NULL,
                    expires_at \(type: .time),
                    created_at \(type: .time) NOT NULL,
                    UNIQUE (workspace_id, id)
                    """, for: dialect)
            ]
        }
    ]
}
