import SQL
import SQLSyntax
package import Store

/// The tables of this target.
package enum AskSchema {
    package static let migrations: [Migration] = [
        Migration("ask", 1, "chats and their answers") { dialect in
            [
                .createTable(
                    "chats",
                    """
                    \(Statement.generatedID(for: dialect)),
                    workspace_id \(type: .id) NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
                    user_id \(type: .id) REFERENCES users (id) ON DELETE CASCADE,
                    application_id \(type: .id) REFERENCES applications (id) ON DELETE CASCADE,
                    source \(type: .text),
                    title \(type: .text) NOT NULL,
                    created_at \(type: .time) NOT NULL,
                    used_at \(type: .time) NOT NULL
                    """, for: dialect),
                "CREATE INDEX chats_by_user ON chats (user_id, used_at)",
                .createTable(
                    "chat_records",
                    """
                    \(Statement.generatedID(for: dialect)),
                    chat_id \(type: .id) NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
                    question \(type: .text) NOT NULL,
                    status \(type: .text) NOT NULL,
                    source \(type: .text) NOT NULL,
                    sql_text \(type: .text),
                    created_at \(type: .time) NOT NULL
                    """, for: dialect),
                "CREATE INDEX chat_records_by_chat ON chat_records (chat_id, id)",
            ]
        },
        Migration("ask", 2, "semantic layers of data sources") { dialect in
            [
                .createTable(
                    "semantic_layers",
                    """
                    workspace_id \(type: .id) NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
                    source \(type: .text) NOT NULL,
                    version \(type: .id) NOT NULL,
                    content \(type: .text) NOT NULL,
                    author \(type: .text) NOT NULL,
                    created_at \(type: .time) NOT NULL,
                    PRIMARY KEY (workspace_id, source, version)
                    """, for: dialect)
            ]
        },
        Migration("ask", 3, "verified queries") { dialect in
            [
                .createTable(
                    "verified_queries",
                    """
                    \(Statement.generatedID(for: dialect)),
                    workspace_id \(type: .id) NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
                    source \(type: .text) NOT NULL,
                    pattern \(type: .text) NOT NULL,
                    slots \(type: .json) NOT NULL,
                    sql_text \(type: .text) NOT NULL,
                    status \(type: .text) NOT NULL,
                    proposed_by \(type: .text) NOT NULL,
                    proposed_at \(type: .time) NOT NULL,
                    reviewed_by \(type: .text),
                    reviewed_at \(type: .time)
                    """, for: dialect),
                "CREATE INDEX verified_queries_by_source ON verified_queries (workspace_id, source, status)",
            ]
        },
    ]
}
