package import Store

/// One step of a workflow, on whose behalf a caller acts.
package struct WorkflowStep: Hashable, Sendable {
    package let execution: ExecutionID
    /// Names what the step changes: a change under the same name happens once.
    package let effect: String
    /// How many workflows set each other off before this one; 0 for one that no workflow set off.
    package let depth: Int

    package init(execution: ExecutionID, effect: String, depth: Int) {
        self.execution = execution
        self.effect = effect
        self.depth = depth
    }
}
