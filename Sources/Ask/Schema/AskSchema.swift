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
        Migration("ask", 3, "language models") { dialect in
            [
                .createTable(
                    "language_models",
                    """
                    \(Statement.generatedID(for: dialect)),
                    workspace_id \(type: .id) NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
                    name \(type: .text) NOT NULL,
                    interface \(type: .text) NOT NULL,
                    url \(type: .text) NOT NULL,
                    model \(type: .text) NOT NULL,
                    api_key \(type: .blob),
                    is_default \(type: .id) NOT NULL CHECK (is_default IN (0, 1)),
                    sees_values \(type: .id) NOT NULL CHECK (sees_values IN (0, 1)),
                    daily_questions \(type: .id) NOT NULL,
                    is_trusted \(type: .id) NOT NULL CHECK (is_trusted IN (0, 1)),
                    created_at \(type: .time) NOT NULL,
                    UNIQUE (workspace_id, name)
                    """, for: dialect),
                .createTable(
                    "language_model_uses",
                    """
                    workspace_id \(type: .id) NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
                    model_id \(type: .id) NOT NULL REFERENCES language_models (id) ON DELETE CASCADE,
                    caller \(type: .text) NOT NULL,
                    day \(type: .id) NOT NULL,
                    questions \(type: .id) NOT NULL,
                    PRIMARY KEY (model_id, caller, day)
                    """, for: dialect),
            ]
        },
        Migration("ask", 4, "verified queries") { dialect in
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
        Migration("ask", 5, "assistants, and what language models cost") { dialect in
            [
                .createTable(
                    "assistants",
                    """
                    \(Statement.generatedID(for: dialect)),
                    workspace_id \(type: .id) NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
                    name \(type: .text) NOT NULL,
                    title \(type: .text) NOT NULL,
                    sources \(type: .text) NOT NULL,
                    model \(type: .text),
                    instructions \(type: .text) NOT NULL,
                    layer \(type: .text),
                    author \(type: .text) NOT NULL,
                    changed_at \(type: .time) NOT NULL,
                    UNIQUE (workspace_id, name)
                    """, for: dialect),
                "ALTER TABLE language_models ADD COLUMN daily_tokens \(type: .id) NOT NULL DEFAULT 2000000",
                "ALTER TABLE language_model_uses ADD COLUMN tokens \(type: .id) NOT NULL DEFAULT 0",
            ]
        },
    ]
}
