import SQL
import SQLSyntax

extension Store {
    /// What nodes share with each other and keep for each other's clients: nothing that is needed for longer than a day.
    static func protocolTables(_ dialect: Dialect) -> [Statement] {
        [
            // Values that expire: what is known of a session or a task.
            .createTable(
                "kept_values", "name \(type: .text) NOT NULL PRIMARY KEY, value \(type: .blob) NOT NULL, expires_at \(type: .time) NOT NULL",
                for: dialect),
            "CREATE INDEX kept_values_expiry ON kept_values (expires_at)",
            // Streams of messages that may be sent again; a stream outlives its messages, so that its numbers are given once.
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
