package import Catalog
import SQL
import Store
import Synchronization

/// The rules of one workspace at one version of the change feed, found by collection.
final class RuleBook: Sendable {
    private struct CacheKey: Hashable {
        let source: String
        let collection: String
    }

    /// By id.
    let rules: [Rule]
    private let places: [CacheKey: [Rule]]
    /// Names of sources that were removed with rules on them; see ``Rule/Suspension``.
    let closedSources: Set<String>
    /// What was computed already. Never used where a rule expires: the answer would depend on the time.
    private let known = Mutex<[RightsKey: CollectionRights]>([:])
    private let expires: Bool
    private let hasRelations: Bool

    /// Unit: rights remembered; beyond, all are forgotten.
    private static let maximumKnown = 4_096

    init(_ rules: [Rule]) {
        self.rules = rules
        places = Dictionary(grouping: rules) { CacheKey(source: $0.source, collection: $0.collection) }
        closedSources = Set(rules.filter { $0.suspension == .source }.map(\.source))
        expires = rules.contains { $0.content.expires != nil }
        hasRelations = rules.contains { $0.content.filter.entersRelations }
    }

    /// The rights of a caller on a collection: from memory, or made by `make`.
    func rights(of caller: Caller, on collection: Collection, _ make: () -> CollectionRights) -> CollectionRights {
        guard !expires else { return make() }
        let key = RightsKey(caller, collection)
        if let rights = known.withLock({ $0[key] }) { return rights }
        let rights = make()
        known.withLock { known in
            if known.count >= Self.maximumKnown { known.removeAll(keepingCapacity: true) }
            known[key] = rights
        }
        return rights
    }

    /// The rules of a caller whose filters go through relations.
    func related(to caller: Caller, on collection: Collection) -> [Rule] {
        guard hasRelations else { return [] }
        return rules(on: collection).filter { $0.content.filter.entersRelations && $0.concerns(caller) }
    }

    func rules(on collection: Collection) -> [Rule] { places[CacheKey(source: collection.source, collection: collection.name)] ?? [] }
}

/// The rights of one caller, collection by collection, under the rules as they were when the value was made.
package struct CallerRights: Sendable {
    package let caller: Caller
    let book: RuleBook
    /// Of the source whose collections are asked for.
    let contents: SourceCatalog
    let now: Timestamp

    package func on(_ collection: Collection) -> CollectionRights {
        let rights = book.rights(of: caller, on: collection) { computed(on: collection) }
        guard let rule = changed(on: collection).first else { return rights }
        return CollectionRights(collection: collection, parts: [:], rules: [], closing: rights.isEmpty ? nil : Self.closing(rule, collection))
    }

    private static func closing(_ rule: Rule, _ collection: Collection) -> Refusal {
        Refusal(
            .forbidden,
            "collection '\(collection.name)' is closed to you: a relation that rule \(rule.id.rawValue) goes through has changed; an administrator has to "
                + "set the rule again (access_rules_list says which relation)")
    }

    /// Rules of the caller that go through relations which have become other keys.
    private func changed(on collection: Collection) -> [Rule] {
        book.related(to: caller, on: collection).filter { rule in
            rule.suspension == nil && !rule.content.isExpired(at: now) && !rule.content.holds(in: contents)
        }
    }

    private func computed(on collection: Collection) -> CollectionRights {
        guard caller.hasRoleAdmin || !book.closedSources.contains(collection.source) else {
            return CollectionRights(collection: collection, parts: [:], rules: [])
        }
        let rights = Rights(rules: book.rules(on: collection), now: now).of(caller, on: collection)
        // A view shows what lies under it. Where rules narrow the caller somewhere in the source, no default opens a view: a rule of its own does.
        guard collection.kind == .view, case .table = collection.origin, rights.rules.isEmpty, narrows(in: collection.source) else { return rights }
        return CollectionRights(collection: collection, parts: [:], rules: [])
    }

    /// Whether any rule on the source takes something from one of the caller's roles: a denial, an allowing rule of less than everything, or a
    /// suspended rule, which closes its collection.
    private func narrows(in source: String) -> Bool {
        book.rules.contains { rule in
            guard rule.source == source, rule.concerns(caller) else { return false }
            if rule.suspension != nil { return !caller.hasRoleAdmin }
            guard !rule.content.isExpired(at: now) else { return false }
            let content = rule.content
            return content.effect == .deny || content.columns != nil || !content.masked.isEmpty || !content.hidden.isEmpty
                || content.filter != .always || !content.actions.contains(.view)
        }
    }

    /// The explanation in sentences: the roles, rules and defaults that apply, then their result.
    /// - Parameter revealing: also names the fields that the caller may not know of: for administrators.
    package func explained(on collection: Collection, revealing: Bool = true) -> [String] {
        guard caller.hasRoleAdmin || !book.closedSources.contains(collection.source) else {
            return [
                "data source '\(collection.source)' has rules of a removed source of that name: it is closed until an administrator resumes, sets or "
                    + "removes them (rule resume, access_rules_resume)"
            ]
        }
        let changed = changed(on: collection).map { rule in
            let names = revealing ? rule.content.changeOfRelations(in: contents).map { " (\($0))" } ?? "" : ""
            return
                "rule \(rule.id.rawValue) goes through a relation whose key is not the one that it was set for\(names): \(collection.name) is closed until "
                + "an administrator sets, resumes or removes it"
        }
        guard changed.isEmpty else { return changed }
        return Rights(rules: book.rules(on: collection), now: now).explained(caller, on: collection, revealing: revealing)
    }
}
