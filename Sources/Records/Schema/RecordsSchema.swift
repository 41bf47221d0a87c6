import SQL
import SQLSyntax
package import Store

/// The tables of this target.
package enum RecordsSchema {
    package static let migrations: [Migration] = [
        // Uploaded and exported files, in sealed parts that every node can read.
        Migration("records", 1, "files of imports and exports") { dialect in
            [
                .createTable(
                    "stored_files",
                    """
                    \(Statement.generatedID(for: dialect)),
                    workspace_id \(type: .id) NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
                    kind \(type: .text) NOT NULL,
                    owner \(type: .text) NOT NULL,
                    name \(type: .text) NOT NULL,
                    size \(type: .id) NOT NULL,
                    written \(type: .id) NOT NULL,
                    created_at \(type: .time) NOT NULL,
                    expires_at \(type: .time) NOT NULL
                    """, for: dialect),
                "CREATE INDEX stored_files_by_workspace ON stored_files (workspace_id, expires_at)",
                .createTable(
                    "stored_file_parts",
                    """
                    file_id \(type: .id) NOT NULL REFERENCES stored_files (id) ON DELETE CASCADE,
                    start \(type: .id) NOT NULL,
                    bytes \(type: .blob) NOT NULL,
                    PRIMARY KEY (file_id, start)
                    """, for: dialect),
            ]
        }
    ]
}
