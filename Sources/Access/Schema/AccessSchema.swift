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
        },
        // A rule for a user has an empty role. A rule of a permission is deleted with it.
        Migration("access", 2, "rules of permissions, rules about users") { _ in
            [
                "ALTER TABLE rules ADD COLUMN user_id \(type: .id)", "ALTER TABLE rules ADD COLUMN permission_id \(type: .id)",
                "CREATE INDEX rules_by_permission ON rules (permission_id)", "CREATE INDEX rules_by_user ON rules (user_id)",
            ]
        },
        Migration("access", 3, "rules whose source or role was removed") { _ in
            ["ALTER TABLE rules ADD COLUMN suspended \(type: .text) CHECK (suspended IN ('source', 'role'))"]
        },
        // Earlier rules that enter relations are closed until they are set or resumed, because the keys that they were set for are unknown.
        Migration("access", 4, "the keys that rules go through") { _ in ["ALTER TABLE rules ADD COLUMN relations \(type: .json)"] },
        // A column whose CHECK changes is replaced by a new one.
        Migration("access", 5, "rules whose collection was removed") { _ in
            [
                "ALTER TABLE rules ADD COLUMN suspension \(type: .text) CHECK (suspension IN ('source', 'role', 'collection'))",
                "UPDATE rules SET suspension = suspended", "ALTER TABLE rules DROP COLUMN suspended",
                "ALTER TABLE rules RENAME COLUMN suspension TO suspended",
            ]
        },
    ]
}
