import Access
import JSON
import SQL
import SQLSyntax
package import Store

/// The node at which an execution waits for a person.
package struct ExecutionWait: Sendable {
    /// The title of the workflow.
    package let title: String
    /// See ``Job/path``.
    package let path: String
    package let node: WorkflowNode
    /// The role of the workflow.
    package let role: String
    private let filled: String?

    fileprivate init(title: String, path: String, node: WorkflowNode, role: String, filled: String?) {
        (self.title, self.path, self.node, self.role, self.filled) = (title, path, node, role, filled)
    }

    /// The question to the person.
    /// - Parameter showsData: whether the reader may see values that nodes read; otherwise `***` replaces each variable.
    package func message(showsData: Bool) -> String {
        if showsData, let filled { return filled }
        // The text was checked when the workflow was created.
        return (try? Template.filledText(node.config["message"]?.string ?? "", nil)) ?? ""
    }
}

extension Executions {
    /// The nodes at which executions wait; those that do not wait, and unreadable ones, are omitted.
    package func waits(of executions: [Execution]) async throws -> [ExecutionID: ExecutionWait] {
        let waiting = executions.filter { $0.state == .waiting }
        guard !waiting.isEmpty else { return [:] }
        return try await store.read { [secrets = store.secrets, damaged = store.damaged] connection in
            var waits: [ExecutionID: ExecutionWait] = [:]
            for execution in waiting {
                waits[execution.id] = try damaged.readable { try Self.wait(of: execution, secrets, on: connection) } ?? nil
            }
            return waits
        }
    }

    /// The node at which an execution waits, as soon as it does; nil when it has ended, or does not wait in time.
    package func wait(of id: ExecutionID, in workspace: WorkspaceID, within patience: Duration) async throws -> ExecutionWait? {
        let end = ContinuousClock.now + patience
        var pause = Duration.milliseconds(20)
        while true {
            // Another process may be running it.
            let execution = try await find(id, in: workspace)
            guard execution.state == .queued || execution.state == .running else { return try await waits(of: [execution])[id] }
            guard ContinuousClock.now < end else { return nil }
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(500))
        }
    }

    static func wait(of execution: Execution, _ secrets: SecretBox, on connection: any Connection) throws -> ExecutionWait? {
        guard execution.state == .waiting else { return nil }
        let job = try connection.first(
            of: "workflow_jobs",
            "SELECT \(Job.columns) FROM workflow_jobs WHERE execution_id = \(execution.id) AND status = 0 AND result IS NULL"
        ) { try Job($0, secrets) }
        let content = try Workflows.content(of: execution.workflow, execution.version, secrets, on: connection)
        guard let job, let node = content.allNodes.first(where: { $0.key == job.node }) else { return nil }
        let workflow = try Workflows.find(execution.workflow, in: execution.workspace, on: connection)
        return ExecutionWait(title: workflow.title, path: job.path, node: node, role: content.role, filled: job.message)
    }

    /// Stores the people who may decide at the node where an execution waits.
    static func wait(_ id: ExecutionID, for assignees: Assignees, on connection: any Connection) throws {
        try connection.execute("DELETE FROM workflow_assignees WHERE execution_id = \(id)")
        for mark in Set(assignees.marks) {
            try connection.execute("INSERT INTO workflow_assignees (execution_id, mark) VALUES (\(id), \(mark))")
        }
    }
}

/// A person's decision about a waiting node.
package struct ApprovalDecision: Sendable {
    let isApproved: Bool
    /// `acme/ann`
    let person: String
    let comment: String?
    /// The node that was shown to the person, see ``ExecutionWait/path``; nil for the current one.
    let path: String?

    package init(isApproved: Bool, by person: String, comment: String?, at path: String? = nil) {
        (self.isApproved, self.person, self.path) = (isApproved, person, path)
        self.comment = comment.map { String($0.prefix(1_000)) }
    }
}
