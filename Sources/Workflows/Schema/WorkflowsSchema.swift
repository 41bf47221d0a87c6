import SQL
import SQLSyntax
package import Store

/// The tables of this target.
package enum WorkflowsSchema {
    package static let migrations: [Migration] = [
        Migration("workflows", 1, "workflows, their versions and executions") { dialect in definitions(dialect) + executions(dialect) },
        Migration("workflows", 2, "the queue is found without those that have ended") { _ in queueIndexes },
        Migration("workflows", 3, "who is asked to approve, and what") { dialect in
            [
                "ALTER TABLE workflow_jobs ADD COLUMN message \(type: .blob)",
                // Keys of the people that executions wait for: `role/clerk`, `user/acme/ann`.
                .createTable(
                    "workflow_assignees",
                    """
                    execution_id \(type: .id) NOT NULL REFERENCES workflow_executions (id) ON DELETE CASCADE,
                    mark \(type: .text) NOT NULL,
                    PRIMARY KEY (execution_id, mark)
                    """, for: dialect),
            ]
        },
    ]

    /// Indexes for the queue. Each query matches one column more of its own index than of any other, so that every planner uses it without
    /// statistics.
    private static let queueIndexes: [Statement] = [
        "DROP INDEX workflow_executions_queued", "DROP INDEX workflow_executions_running", "DROP INDEX workflow_executions_waiting",
        "DROP INDEX workflow_executions_ended", "DROP INDEX workflow_executions_list",
        "CREATE INDEX workflow_executions_state ON workflow_executions (state, workspace_id, id)",
        "CREATE INDEX workflow_executions_running ON workflow_executions (state, owner) WHERE state = 'running'",
        "CREATE INDEX workflow_executions_waiting ON workflow_executions (state, expires_at) WHERE state = 'waiting'",
        "CREATE INDEX workflow_executions_ended ON workflow_executions (state, ended_at) WHERE state = 'ended'",
        "CREATE INDEX workflow_executions_workspace ON workflow_executions (workspace_id, id)",
        "CREATE INDEX workflow_executions_workflow ON workflow_executions (workflow_id, id)",
    ]

    private static func definitions(_ dialect: Dialect) -> [Statement] {
        [
            .createTable(
                "workflows",
                """
                \(Statement.generatedID(for: dialect)),
                workspace_id \(type: .id) NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
                title \(type: .text) NOT NULL,
                type \(type: .text) NOT NULL,
                enabled \(type: .id) NOT NULL,
                role \(type: .text) NOT NULL,
                version \(type: .id) NOT NULL,
                hook \(type: .text),
                secret \(type: .blob),
                next_at \(type: .time),
                created_at \(type: .time) NOT NULL,
                updated_at \(type: .time) NOT NULL,
                UNIQUE (workspace_id, title)
                """, for: dialect),
            "CREATE UNIQUE INDEX workflows_hooks ON workflows (hook) WHERE hook IS NOT NULL",
            "CREATE INDEX workflows_due ON workflows (next_at) WHERE next_at IS NOT NULL",
            // The content of a version is sealed, because request headers may be secrets.
            .createTable(
                "workflow_versions",
                """
                workflow_id \(type: .id) NOT NULL REFERENCES workflows (id) ON DELETE CASCADE,
                version \(type: .id) NOT NULL,
                content \(type: .blob) NOT NULL,
                author \(type: .text) NOT NULL,
                created_at \(type: .time) NOT NULL,
                PRIMARY KEY (workflow_id, version)
                """, for: dialect),
        ]
    }

    private static func executions(_ dialect: Dialect) -> [Statement] {
        [
            // `origin` names the trigger event: an event starts only one execution. `state` is queued, running, waiting or ended.
            .createTable(
                "workflow_executions",
                """
                \(Statement.generatedID(for: dialect)),
                workspace_id \(type: .id) NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
                workflow_id \(type: .id) NOT NULL REFERENCES workflows (id) ON DELETE CASCADE,
                version \(type: .id) NOT NULL,
                origin \(type: .text) NOT NULL,
                state \(type: .text) NOT NULL,
                status \(type: .id),
                reason \(type: .text),
                context \(type: .blob) NOT NULL,
                depth \(type: .id) NOT NULL,
                owner \(type: .text),
                attempts \(type: .id) NOT NULL,
                created_at \(type: .time) NOT NULL,
                started_at \(type: .time),
                ended_at \(type: .time),
                expires_at \(type: .time),
                UNIQUE (workflow_id, origin)
                """, for: dialect),
            "CREATE INDEX workflow_executions_queued ON workflow_executions (workspace_id, id) WHERE state = 'queued'",
            "CREATE INDEX workflow_executions_running ON workflow_executions (owner) WHERE state = 'running'",
            "CREATE INDEX workflow_executions_waiting ON workflow_executions (expires_at) WHERE state = 'waiting'",
            "CREATE INDEX workflow_executions_ended ON workflow_executions (ended_at) WHERE state = 'ended'",
            "CREATE INDEX workflow_executions_list ON workflow_executions (workspace_id, workflow_id, id)",
            .createTable(
                "workflow_jobs",
                """
                execution_id \(type: .id) NOT NULL REFERENCES workflow_executions (id) ON DELETE CASCADE,
                path \(type: .text) NOT NULL,
                node_key \(type: .text) NOT NULL,
                status \(type: .id) NOT NULL,
                reason \(type: .text),
                result \(type: .blob),
                started_at \(type: .time) NOT NULL,
                ended_at \(type: .time),
                PRIMARY KEY (execution_id, path)
                """, for: dialect),
            // Processes that run executions, with the ends of their leases.
            .createTable(
                "workflow_runners", "name \(type: .text) NOT NULL PRIMARY KEY, lease_ends \(type: .time) NOT NULL", for: dialect),
        ]
    }
}
