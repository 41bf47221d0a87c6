import SQL
import SQLSyntax

extension Store {
    /// The store's own tables; ``open(_:migrations:secrets:node:recovers:)`` runs them before all others.
    package static let migrations: [Migration] = [
        Migration("store", 1, "changes") { dialect in
            [
                .createTable(
                    "changes", "id \(type: .id) NOT NULL PRIMARY KEY CHECK (id = 1), version \(type: .id) NOT NULL", for: dialect),
                "INSERT INTO changes (id, version) VALUES (1, 0)",
            ]
        },
        Migration("store", 2, "audit") { dialect in
            [
                // One row is one link of a node's chain. `detail` is JSON with the members that are not searched.
                .createTable(
                    "audit",
                    """
                    node \(type: .text) NOT NULL, sequence \(type: .id) NOT NULL, kind \(type: .text) NOT NULL, call_id \(type: .text) NOT NULL,
                    time \(type: .time) NOT NULL, organization \(type: .text), workspace \(type: .text), user_name \(type: .text),
                    tool \(type: .text), outcome \(type: .text), detail \(type: .json) NOT NULL, hash \(type: .blob) NOT NULL,
                    PRIMARY KEY (node, sequence)
                    """,
                    for: dialect),
                "CREATE INDEX audit_time ON audit (time)",
                "CREATE INDEX audit_outcomes ON audit (call_id) WHERE kind = 'outcome'",
                // The signed end of each node's chain.
                .createTable(
                    "audit_heads",
                    """
                    node \(type: .text) NOT NULL PRIMARY KEY, sequence \(type: .id) NOT NULL, hash \(type: .blob) NOT NULL,
                    signature \(type: .blob) NOT NULL
                    """,
                    for: dialect),
                // Intents without an outcome.
                .createTable(
                    "audit_open", "node \(type: .text) NOT NULL, call_id \(type: .text) NOT NULL, PRIMARY KEY (node, call_id)", for: dialect),
            ]
        },
        Migration("store", 3, "values that expire, streams, mail between nodes") { protocolTables($0) },
        Migration("store", 4, "owners of values that expire") { _ in
            [
                "ALTER TABLE kept_values ADD COLUMN owner \(type: .text) NOT NULL DEFAULT ''",
                "CREATE INDEX kept_values_owners ON kept_values (owner) WHERE owner <> ''",
            ]
        },
        Migration("store", 5, "topics of changes") { dialect in
            [
                .createTable(
                    "change_topics", "version \(type: .id) NOT NULL, topic \(type: .id) NOT NULL, PRIMARY KEY (version, topic)",
                    for: dialect)
            ]
        },
        Migration("store", 6, "processes of audit chains, checkpoints") { dialect in
            [
                // The process that appends to a chain, and the end of its lease.
                "ALTER TABLE audit_heads ADD COLUMN process \(type: .text)",
                "ALTER TABLE audit_heads ADD COLUMN lease_ends \(type: .time)",
                // Nodes of the previous version renew no leases; in a rolling upgrade they have an hour to end.
                "UPDATE audit_heads SET process = 'before leases', lease_ends = \(Timestamp.now + .seconds(3_600))",
                // The signed beginning of a chain whose older rows were removed.
                .createTable(
                    "audit_checkpoints",
                    """
                    node \(type: .text) NOT NULL PRIMARY KEY, sequence \(type: .id) NOT NULL, hash \(type: .blob) NOT NULL,
                    signature \(type: .blob) NOT NULL
                    """,
                    for: dialect),
            ]
        },
    ]
}

extension Store {
    /// Tables that nodes share, also for each other's clients: nothing is needed for longer than a day.
    static func protocolTables(_ dialect: Dialect) -> [Statement] {
        [
            // Values that expire: the state of a session or a task.
            .createTable(
                "kept_values", "name \(type: .text) NOT NULL PRIMARY KEY, value \(type: .blob) NOT NULL, expires_at \(type: .time) NOT NULL",
                for: dialect),
            "CREATE INDEX kept_values_expiry ON kept_values (expires_at)",
            // Streams of messages that may be sent again. A stream outlives its messages, so that its numbers are not reused.
            .createTable(
                "streams", "name \(type: .text) NOT NULL PRIMARY KEY, next \(type: .id) NOT NULL, expires_at \(type: .time) NOT NULL", for: dialect),
            "CREATE INDEX streams_expiry ON streams (expires_at)",
            .createTable(
                "stream_messages",
                """
                stream \(type: .text) NOT NULL, number \(type: .id) NOT NULL, message \(type: .blob) NOT NULL, is_last \(type: .id) NOT NULL,
                expires_at \(type: .time) NOT NULL, PRIMARY KEY (stream, number)
                """, for: dialect),
            "CREATE INDEX stream_messages_expiry ON stream_messages (expires_at)",
            // Messages between nodes, in the order of their commits: the one row of `node_mail_end` is locked to write.
            .createTable(
                "node_mail",
                """
                position \(type: .id) NOT NULL PRIMARY KEY, node \(type: .text) NOT NULL, topic \(type: .text) NOT NULL,
                payload \(type: .blob) NOT NULL, expires_at \(type: .time) NOT NULL
                """, for: dialect),
            "CREATE INDEX node_mail_expiry ON node_mail (expires_at)",
            .createTable("node_mail_end", "id \(type: .id) NOT NULL PRIMARY KEY CHECK (id = 1), position \(type: .id) NOT NULL", for: dialect),
            "INSERT INTO node_mail_end (id, position) VALUES (1, 0)",
        ]
    }
}
