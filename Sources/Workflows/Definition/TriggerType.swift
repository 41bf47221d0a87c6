/// What starts a workflow, by its name on the wire.
package enum TriggerType: String, Hashable, Sendable, CaseIterable {
    /// A row of a collection was created, updated or deleted.
    case collection
    /// Moments of a calendar.
    case schedule
    /// A call of `workflows_execute`.
    case manual
    /// A signed request from outside.
    case webhook
}
