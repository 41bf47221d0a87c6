import Access
import Catalog
import Records
import SQL
import Store
import Workflows

/// The data source that a call names, its schema, and the caller's rights on it.
struct RecordTarget {
    let open: OpenSource
    let contents: SourceCatalog
    let rights: CallerRights

    /// A call on a collection. What the caller may not see does not exist.
    /// - Parameters:
    ///   - notes: what a change of rows tells.
    ///   - hint: what the refusal of an unknown name adds.
    func records(
        _ name: String, _ call: ToolCall, _ domains: Domains, bounds: CallBounds? = nil, zone: CalendarZone = .utc, notes: ChangeNotes? = nil,
        hint: String = ""
    ) throws(Refusal) -> RecordCall {
        let own = try rights.collection(name, hint: hint)
        let isState = if case .state = own.collection.origin { true } else { false }
        return RecordCall(
            grant: call.grant, rights: own, database: isState ? domains.store.database : open.database, bounds: bounds ?? call.bounds,
            zone: zone,
            catalog: { [contents] in contents[$0] }, rightsOn: { [rights] in rights.on($0) },
            notes: isState ? nil : notes)
    }
}

extension Domains {
    /// - Throws: ``Refusal`` for a data source that the workspace does not have, or that cannot be reached.
    func target(_ source: String, _ call: ToolCall) async throws -> RecordTarget {
        let workspace = call.caller.workspace.id
        let open = try await sources.open(source, in: workspace)
        let contents = try await catalog.contents(of: open, in: workspace, call.bounds)
        return RecordTarget(open: open, contents: contents, rights: try await rules.rights(of: call.caller, in: contents))
    }

    /// What a change of rows tells: workflows that wait for it, in the workspace's own database alone, and clients that listen.
    func changeNotes(_ call: ToolCall, on target: RecordTarget) async throws -> ChangeNotes {
        let (source, workspace) = (target.open.name, call.caller.workspace.id)
        let watches =
            source == DataSource.mainName
            ? try await workflows.watches(for: call.grant, on: target.open.database, target.contents, call.bounds) : nil
        return ChangeNotes(watches: watches) { [wakeSignal = workflows.wakeSignal, rowChanges] collections in
            if watches != nil { wakeSignal.ring() }
            rowChanges.add(collections.map { RowsResource(source: source, collection: $0).topic(in: workspace) })
        }
    }
}
