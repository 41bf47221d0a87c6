package import Catalog
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

    package func on(_ collection: Collection) -> CollectionRights { Rights(rules: book.rules(on: collection), now: now).of(caller, on: collection) }

    /// Why it is so, in sentences: roles, rules and defaults that had a say, then what comes of them.
    package func explained(on collection: Collection) -> [String] {
        Rights(rules: book.rules(on: collection), now: now).explained(caller, on: collection)
    }
}
