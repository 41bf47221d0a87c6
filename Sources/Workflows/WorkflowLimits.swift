/// Limits on definitions and executions.
package enum WorkflowLimits {
    /// Unit: workflows of one workspace.
    package static let workflows: Int64 = 200
    /// Unit: nodes of one workflow, those in branches among them.
    package static let nodes = 100
    /// Branches inside one another.
    package static let nesting = 6
    /// Unit: bytes of the JSON of one version.
    package static let contentBytes = 131_072
    /// Versions kept of one workflow, beside those that executions still have.
    package static let versions: Int64 = 50
    /// Unit: passes of one loop.
    package static let passes = 1_000
    /// Unit: nodes that one execution runs, each pass of a loop counted.
    package static let steps = 5_000
    /// Unit: bytes of what one node gives; more is cut to nothing, and the job says so.
    package static let resultBytes = 65_536
    /// Unit: bytes of all results of one execution.
    package static let allResultBytes = 4_194_304
    /// Unit: bytes of what the variables of one node stand for, each as often as it is there.
    package static let filledBytes = 1_048_576
    /// Unit: bytes of what sets an execution off.
    package static let contextBytes = 262_144
    /// Workflows that set each other off: the longest chain after the first.
    package static let depth = 3
    /// Executions of one workspace that wait to be run; beyond, triggers are refused or wait themselves.
    package static let queued: Int64 = 20_000
    /// How often an execution is taken over from a dead node, until it counts as what kills nodes.
    package static let attempts: Int64 = 5
    /// How long the nodes of one execution may take together, unless the workflow says less.
    package static let runTime = Duration.seconds(600)
    /// How long a person may take to approve, unless the node says otherwise.
    package static let approvalTime = Duration.seconds(7 * 86_400)
    /// How long ended executions are kept.
    package static let retention = Duration.seconds(30 * 86_400)
}
