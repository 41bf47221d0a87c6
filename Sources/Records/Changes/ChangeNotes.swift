import Access
import Catalog
import Synchronization

/// What a call that changes rows reports. In the transaction of the change it records subscribed changes and the workflow step that made
/// them. After the commit it reports the names of the changed collections.
package struct ChangeNotes: Sendable {
    /// Subscriptions by the name of the collection.
    private let watches: [String: [ChangeSubscription]]
    /// Whether the database has tables for recorded changes and marks.
    let isKept: Bool
    private let changed = ChangedCollections()
    private let told: @Sendable (Set<String>) -> Void

    /// - Parameters:
    ///   - watches: nil when there are no subscriptions and no workflow makes the call, so that the database needs no tables for changes.
    ///   - told: receives the names of the collections after the commit.
    package init(watches: [String: [ChangeSubscription]]?, told: @escaping @Sendable (Set<String>) -> Void) {
        isKept = watches != nil
        self.watches = watches ?? [:]
        self.told = told
    }

    func watches(of action: RecordAction, on collection: Collection) -> [ChangeSubscription] {
        watches[collection.name]?.filter { $0.actions.contains(action) } ?? []
    }

    /// Records collections whose rows are changed, inside a transaction.
    func add(_ collections: Set<String>) { changed.add(collections) }

    /// Reports the recorded collections, after the transaction.
    func tell() {
        let names = changed.take()
        if !names.isEmpty { told(names) }
    }
}

/// The collections that one call has changed so far.
private final class ChangedCollections: Sendable {
    private let names = Mutex<Set<String>>([])

    func add(_ more: Set<String>) { names.withLock { $0.formUnion(more) } }

    /// Removes and returns all of them.
    func take() -> Set<String> {
        names.withLock { names in
            defer { names = [] }
            return names
        }
    }
}
