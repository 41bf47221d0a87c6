import Access
import Catalog
import SQL

extension RecordCall {
    /// The collections whose rows the engine also changes, through foreign keys, when rows are deleted.
    /// - Throws: ``Refusal`` `forbidden` when the caller may not change all rows of one of them.
    func dependentsOfDestroying() throws(Refusal) -> Set<String> { try DependentRows(self).follow(.deleted(collection.name)) }

    /// The same for a change of fields that foreign keys refer to.
    func dependents(ofChanging fields: [String]) throws(Refusal) -> Set<String> {
        try DependentRows(self).follow(.changed(collection.name, Set(fields)))
    }
}

/// The rows that an engine changes by itself together with a change, followed from collection to collection.
///
/// Rules do not limit the engine, so the caller must have rights on all rows of such a collection.
private struct DependentRows {
    enum Event: Hashable {
        case deleted(String)
        case changed(String, Set<String>)

        var collection: String {
            switch self {
            case .deleted(let name), .changed(let name, _): name
            }
        }
    }

    private let call: RecordCall

    init(_ call: RecordCall) { self.call = call }

    /// - Returns: the names of the other affected collections.
    func follow(_ event: Event) throws(Refusal) -> Set<String> {
        var names: Set<String> = []
        var pending = [event]
        var seen: Set<Event> = [event]
        while let event = pending.popLast() {
            for next in try consequences(of: event) where seen.insert(next).inserted {
                pending.append(next)
                names.insert(next.collection)
            }
        }
        return names
    }

    private func consequences(of event: Event) throws(Refusal) -> [Event] {
        var out: [Event] = []
        switch event {
        case .deleted(let name):
            for dependent in call.catalog(name)?.dependents ?? [] where dependent.onDelete != .refuse {
                let isDeleted = dependent.onDelete == .cascade
                try require(isDeleted ? .destroy : .update, dependent)
                out.append(isDeleted ? .deleted(dependent.collection) : .changed(dependent.collection, Set(dependent.fields)))
            }
        case .changed(let name, let fields):
            for dependent in call.catalog(name)?.dependents ?? [] where dependent.onUpdate != .refuse {
                guard !fields.isDisjoint(with: dependent.referencedFields) else { continue }
                try require(.update, dependent)
                out.append(.changed(dependent.collection, Set(dependent.fields)))
            }
        }
        return out
    }

    private func require(_ action: RecordAction, _ dependent: Dependent) throws(Refusal) {
        let target = call.catalog(dependent.collection)
        let rights = target.map { call.rightsOn($0) }
        if let target, let rights, rights.allows(action), rights.filter(action) == .always, target.kind == .table {
            if action == .destroy || Set(rights.writable(.update)).isSuperset(of: dependent.fields) { return }
        }
        // A collection that is hidden from the caller is not named.
        let name = target.flatMap { rights?.allows(.view) == true ? $0.name : nil } ?? "another table"
        throw Refusal(
            .forbidden,
            "rows of \(call.collection.name) take rows of \(name) along (foreign key), and you have no right to \(action.rawValue) all of these; "
                + "nothing was changed"
        )
    }
}
