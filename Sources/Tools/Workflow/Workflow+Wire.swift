import JSON
import Store
import Workflows

extension Workflow {
    /// Writes the members that every result has.
    func write(to writer: inout JSONWriter) {
        writer.member("id", id.rawValue)
        writer.member("title", title)
        writer.member("type", type.rawValue)
        writer.member("enabled", isEnabled)
        writer.member("role", role)
        writer.member("version", version)
        writer.member("nextRunAt", next)
        writer.member("createdAt", created)
        writer.member("updatedAt", updated)
    }

    /// Writes the workflow with its current version.
    func write(_ content: WorkflowContent, secret: Secret? = nil, to writer: inout JSONWriter) {
        write(to: &writer)
        let shown = content.shown
        writer.member("config", .object(shown.config))
        writer.given("timeout", shown.timeout)
        writer.member("nodes", .array(shown.nodes.map(\.json)))
        guard let hook else { return }
        writer.object("webhook") { writer in
            writer.member("path", "/api/hooks/\(hook)")
            if let secret { writer.member("secret", secret.text) }
        }
    }
}

extension Execution {
    /// - Parameter showsData: whether the reader may see values that nodes read, which reasons can contain.
    func write(showsData: Bool, to writer: inout JSONWriter) {
        writer.member("id", id.rawValue)
        writer.member("workflowId", workflow.rawValue)
        writer.member("version", version)
        writer.member("status", status?.rawValue)
        writer.member("state", state.rawValue)
        if showsData { writer.member("reason", reason) }
        writer.member("trigger", String(origin.prefix { $0 != ":" }))
        writer.member("depth", depth)
        writer.member("createdAt", created)
        writer.member("startedAt", started)
        writer.member("endedAt", ended)
    }
}

extension ExecutionWait {
    /// - Parameter showsData: whether the reader may see values that nodes read, which the message can contain.
    func write(showsData: Bool, to writer: inout JSONWriter) {
        writer.object("waitsAt") { writer in
            writer.member("workflow", title)
            writer.member("nodeKey", node.key)
            writer.member("title", node.title)
            writer.member("message", message(showsData: showsData))
        }
    }
}

extension Job {
    /// - Parameter showsData: whether the reader may see values that the node read.
    func write(showsData: Bool, to writer: inout JSONWriter) {
        writer.member("nodeKey", node)
        writer.member("path", path)
        writer.member("status", status.rawValue)
        writer.member("startedAt", started)
        writer.member("endedAt", ended)
        guard showsData else { return }
        writer.member("reason", reason)
        writer.member("result", result)
    }
}
