import Access
import Catalog

/// What is written beside the rows of a workspace's own database, in the transaction that changes them: who waits for the change, and which step of a
/// workflow it is.
package struct ChangeNotes: Sendable {
    /// By the name of the collection.
    private let watches: [String: [ChangeWatch]]
    /// Is called after a change that somebody waits for is durable.
    let told: @Sendable () -> Void

    package init(watches: [String: [ChangeWatch]], told: @escaping @Sendable () -> Void) {
        (self.watches, self.told) = (watches, told)
    }

    func watches(of action: RecordAction, on collection: Collection) -> [ChangeWatch] {
        watches[collection.name]?.filter { $0.actions.contains(action) } ?? []
    }
}
