/// Limits on definitions and executions.
package enum WorkflowLimits {
    /// Most workflows of one workspace.
    package static let workflows: Int64 = 200
    /// Most nodes of one workflow, including those in branches.
    package static let nodes = 100
    /// Most nested branches.
    package static let nesting = 6
    /// Unit: bytes of the JSON of one version.
    package static let contentBytes = 131_072
    /// Stored versions of one workflow, in addition to those that executions use.
    package static let versions: Int64 = 50
    /// Most passes of one loop.
    package static let passes = 1_000
    /// Most nodes that one execution runs; each pass of a loop counts.
    package static let steps = 5_000
    /// Largest result of one node. A larger result is dropped, and the job says so. Unit: bytes.
    package static let resultBytes = 65_536
    /// Largest total of all results of one execution. Unit: bytes.
    package static let allResultBytes = 4_194_304
    /// Largest total of the values that replace the variables of one node, each counted as often as it occurs. Unit: bytes.
    package static let filledBytes = 1_048_576
    /// Largest trigger data of an execution. Unit: bytes.
    package static let contextBytes = 262_144
    /// Longest chain of workflows that trigger each other, after the first.
    package static let depth = 3
    /// Queued executions of one workspace; beyond that, triggers are refused or wait.
    package static let queued: Int64 = 20_000
    /// How often an execution is taken over from dead nodes; after that it is assumed to crash them.
    package static let attempts: Int64 = 5
    /// Time limit for all nodes of one execution, unless the workflow has a shorter one.
    package static let runTime = Duration.seconds(600)
    /// Time limit for an approval, unless the node has another.
    package static let approvalTime = Duration.seconds(7 * 86_400)
    /// How long ended executions are kept.
    package static let retention = Duration.seconds(30 * 86_400)
}
