package import Access
package import JSON

/// Checks the form of a trigger's `config`.
struct TriggerCheck {
    let type: TriggerType
    let config: JSONObject

    func check() throws(Refusal) {
        switch type {
        case .manual, .webhook: try WorkflowReader.checkMembers(.object(config), of: [], "config")
        case .schedule: _ = try Schedule(config)
        case .collection:
            try WorkflowReader.checkMembers(.object(config), of: ["collection", "mode", "changed", "condition"], "config")
            _ = try CollectionTrigger(config)
        }
    }
}

/// Which changes of which rows start a workflow.
package struct CollectionTrigger: Hashable, Sendable {
    package let source: String
    package let collection: String
    package let actions: Set<RecordAction>
    /// Fields of which an update must set at least one; empty for any update.
    package let changed: Set<String>
    /// A filter; nil for every row.
    package let condition: JSONValue?

    /// - Parameter config: `mode` is the sum of 1 (created), 2 (updated) and 4 (deleted), as NocoBase has it.
    package init(_ config: JSONObject) throws(Refusal) {
        (source, collection) = WorkflowNode.target(config)
        guard !collection.isEmpty else {
            throw Refusal(.invalidArgument, "config.collection: missing (expected the name of a collection; collections_list names yours)")
        }
        guard let mode = config["mode"]?.int, (1...7).contains(mode) else {
            throw Refusal(.invalidArgument, "config.mode: expected the sum of 1 (row created), 2 (updated) and 4 (deleted), for example 3")
        }
        actions = Set([(1, RecordAction.create), (2, .update), (4, .destroy)].filter { mode & $0.0 != 0 }.map(\.1))
        guard let names = (config["changed"] ?? []).array?.map(\.string), !names.contains(nil) else {
            throw Refusal(.invalidArgument, "config.changed: expected a list of names of fields")
        }
        changed = Set(names.compactMap(\.self))
        let filter = config["condition"] ?? .null
        guard filter.isNull || filter.object != nil else { throw Refusal(.invalidArgument, "config.condition: expected a filter, an object") }
        condition = filter.isNull ? nil : filter
    }
}

/// The type of a trigger, by its name on the wire.
package enum TriggerType: String, Hashable, Sendable, CaseIterable {
    /// A row of a collection was created, updated or deleted.
    case collection
    /// Times in a calendar.
    case schedule
    /// A call of `workflows_execute`.
    case manual
    /// A signed external request.
    case webhook
}
