package import Store

/// One step of a workflow for which a caller acts.
package struct WorkflowStep: Hashable, Sendable {
    package let execution: ExecutionID
    /// Identifies the change of the step: a change with the same name happens only once.
    package let effect: String
    /// How many workflows triggered each other before this one; 0 if no workflow triggered it.
    package let depth: Int

    package init(execution: ExecutionID, effect: String, depth: Int) {
        self.execution = execution
        self.effect = effect
        self.depth = depth
    }
}
