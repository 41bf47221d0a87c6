import Access
import Catalog
import Synchronization

/// What a call that changes rows tells. Inside the transaction, beside the rows: who waits for a change, and which step of a workflow it is. When it is
/// durable: of which collections rows were changed.
package struct ChangeNotes: Sendable {
    /// By the name of the collection.
    private let watches: [String: [ChangeSubscription]]
    /// Whether the database has tables for notes and marks.
    let isKept: Bool
    private let changed = ChangedCollections()
    private let told: @Sendable (Set<String>) -> Void

    /// - Parameters:
    ///   - watches: nil where nobody waits, no workflow asks, and the database need not have tables for notes.
    ///   - told: receives the names of the collections once the change is durable.
    package init(watches: [String: [ChangeSubscription]]?, told: @escaping @Sendable (Set<String>) -> Void) {
        isKept = watches != nil
        self.watches = watches ?? [:]
        self.told = told
    }

    func watches(of action: RecordAction, on collection: Collection) -> [ChangeSubscription] {
        watches[collection.name]?.filter { $0.actions.contains(action) } ?? []
    }

    /// Remembers collections of which rows are changed, inside a transaction.
    func add(_ collections: Set<String>) { changed.add(collections) }

    /// Tells what was remembered, after the transaction.
    func tell() {
        let names = changed.take()
        if !names.isEmpty { told(names) }
    }
}

/// The collections that one call has changed so far.
private final class ChangedCollections: Sendable {
    private let names = Mutex<Set<String>>([])

    func add(_ more: Set<String>) { names.withLock { $0.formUnion(more) } }

    /// All of them; none are left.
    func take() -> Set<String> {
        names.withLock { names in
            defer { names = [] }
            return names
        }
    }
}
