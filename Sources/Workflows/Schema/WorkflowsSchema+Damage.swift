import SQL
import SQLSyntax
package import Store

extension WorkflowsSchema {
    private static let timeLimit = Duration.seconds(60)
    /// Executions that are read at a time, because they and their jobs can be many.
    private static let pageSize = 1_000

    /// Unreadable rows of workflows, versions, executions and jobs, for the operator to repair.
    package static func damage(in store: Store) async throws -> [DamagedRow] {
        let secrets = store.secrets
        var rows = try await store.read(within: timeLimit) { connection in
            let workflows = try connection.damage(of: "workflows", "SELECT \(Workflow.columns), secret FROM workflows") { row in
                let workflow = try Workflow(row)
                if workflow.hook != nil { _ = try row.opened("secret", by: secrets, context: workflow.sealing) }
            }
            return try workflows
                + connection.damage(of: "workflow_versions", "SELECT \(Workflows.versionColumns) FROM workflow_versions") { row in
                    try Workflows.content(row, secrets)
                }
        }
        var last: Int64 = 0
        while let end = try await end(after: last, in: store) {
            rows += try await store.read(within: timeLimit) { [last] connection in
                try executions(after: last, upTo: end, secrets, on: connection)
            }
            last = end
        }
        return rows
    }

    private static func end(after last: Int64, in store: Store) async throws -> Int64? {
        let page: Statement = "SELECT id FROM workflow_executions WHERE id > \(last) ORDER BY id LIMIT \(pageSize)"
        return try await store.read(within: timeLimit) { connection in
            try connection.value(of: "workflow_executions", "SELECT max(id) FROM (\(page)) AS page", .optional(.integer))
        } ?? nil
    }

    private static func executions(
        after last: Int64, upTo end: Int64, _ secrets: SecretBox, on connection: any Connection
    ) throws -> [DamagedRow] {
        let executions: Statement = "SELECT \(Execution.columns) FROM workflow_executions WHERE id > \(last) AND id <= \(end)"
        let jobs: Statement = "SELECT \(Job.columns) FROM workflow_jobs WHERE execution_id > \(last) AND execution_id <= \(end)"
        return try connection.damage(of: "workflow_executions", executions) { row in try Execution(row).context(secrets) }
            + connection.damage(of: "workflow_jobs", jobs) { row in try Job(row, secrets) }
    }
}
