package import Catalog
import SQL
import Store

/// The rules of one workspace, found by collection.
struct RuleBook: Sendable {
    private struct Place: Hashable {
        let source: String
        let collection: String
    }

    /// By id.
    let rules: [Rule]
    private let places: [Place: [Rule]]

    init(_ rules: [Rule]) {
        self.rules = rules
        places = Dictionary(grouping: rules) { Place(source: $0.source, collection: $0.collection) }
    }

    func rules(on collection: Collection) -> [Rule] { places[Place(source: collection.source, collection: collection.name)] ?? [] }
}

/// What one caller may do, collection by collection; rules as they stood when it was made.
package struct CallerRights: Sendable {
    package let caller: Caller
    let book: RuleBook
    let now: Timestamp

    package func on(_ collection: Collection) -> CollectionRights {
        let rights = Rights(rules: book.rules(on: collection), now: now).of(caller, on: collection)
        // A view shows what lies under it. Where rules narrow the caller somewhere in the source, no default opens a view: a rule of its own does.
        guard collection.kind == .view, case .table = collection.origin, rights.rules.isEmpty, narrows(in: collection.source) else { return rights }
        return CollectionRights(collection: collection, parts: [:], rules: [])
    }

    /// Whether any rule on the source takes something from one of the caller's roles: a denial, or an allowance of less than everything.
    private func narrows(in source: String) -> Bool {
        book.rules.contains { rule in
            guard rule.source == source, caller.effectiveRoles.contains(rule.role), !rule.content.isExpired(at: now) else { return false }
            let content = rule.content
            return content.effect == .deny || content.columns != nil || !content.masked.isEmpty || !content.hidden.isEmpty
                || content.filter != .always || !content.actions.contains(.view)
        }
    }

    /// Why it is so, in sentences: roles, rules and defaults that had a say, then what comes of them.
    /// - Parameter revealing: also names the fields that the caller may not know of: for administrators.
    package func explained(on collection: Collection, revealing: Bool = true) -> [String] {
        Rights(rules: book.rules(on: collection), now: now).explained(caller, on: collection, revealing: revealing)
    }
}
