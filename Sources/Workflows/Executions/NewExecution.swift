package import JSON

/// An execution to be started.
package struct NewExecution: Sendable {
    let workflow: Workflow
    /// Unique for the workflow: the same event sets off one execution.
    let origin: String
    /// `{"data":…}`
    let context: JSONValue
    let depth: Int
    /// Why it ends at once; nil for one that runs.
    let end: (status: ExecutionStatus, reason: String)?

    package init(
        of workflow: Workflow, origin: String, data: JSONValue, depth: Int = 0, end: (status: ExecutionStatus, reason: String)? = nil
    ) {
        (self.workflow, self.origin, self.context, self.depth, self.end) = (workflow, origin, ["data": data], depth, end)
    }
}
