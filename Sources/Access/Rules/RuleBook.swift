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
    private let rulesByCollection: [CacheKey: [Rule]]
    /// Names of removed sources that had rules; see ``Rule/Suspension``.
    let closedSources: Set<String>
    /// Cached results. Not used when a rule expires, because the result depends on the time.
    private let known = Mutex<[RightsKey: CollectionRights]>([:])
    private let expires: Bool
    private let hasRelations: Bool

    /// Most cached rights; beyond that, all are dropped.
    private static let maximumKnown = 4_096

    init(_ rules: [Rule]) {
        self.rules = rules
        rulesByCollection = Dictionary(grouping: rules) { CacheKey(source: $0.source, collection: $0.collection) }
        closedSources = Set(rules.filter { $0.suspension == .source }.map(\.source))
        expires = rules.contains { $0.content.expires != nil }
        hasRelations = rules.contains { $0.content.filter.entersRelations }
    }

    /// The rights of a caller on a collection: cached, or made by `make`.
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

    /// The rules of a caller whose filters enter relations.
    func related(to caller: Caller, on collection: Collection) -> [Rule] {
        guard hasRelations else { return [] }
        return rules(on: collection).filter { $0.content.filter.entersRelations && $0.concerns(caller) }
    }

    func rules(on collection: Collection) -> [Rule] { rulesByCollection[CacheKey(source: collection.source, collection: collection.name)] ?? [] }
}

/// The rights of one caller on any collection, by the rules at the time when the value was made.
package struct CallerRights: Sendable {
    package let caller: Caller
    let book: RuleBook
    /// The source of the requested collections.
    package let contents: SourceCatalog
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

    /// Rules of the caller that enter relations whose keys have changed.
    private func changed(on collection: Collection) -> [Rule] {
        book.related(to: caller, on: collection).filter { rule in
            rule.suspension == nil && !rule.content.isExpired(at: now) && !rule.content.holds(in: contents)
        }
    }

    private func computed(on collection: Collection) -> CollectionRights {
        guard caller.hasAdminRole || !book.closedSources.contains(collection.source) else {
            return CollectionRights(collection: collection, parts: [:], rules: [])
        }
        let rights = Rights(rules: book.rules(on: collection), now: now).of(caller, on: collection)
        // A view reveals the tables below it. If rules restrict the caller anywhere in the source, defaults do not open a view: it needs
        // its own rule.
        guard collection.kind == .view, case .table = collection.origin, rights.rules.isEmpty, narrows(in: collection.source) else { return rights }
        return CollectionRights(collection: collection, parts: [:], rules: [])
    }

    /// Whether a rule on the source restricts one of the caller's roles: a denial, an allowing rule of less than everything, or a suspended
    /// rule, which closes its collection.
    private func narrows(in source: String) -> Bool {
        book.rules.contains { rule in
            guard rule.source == source, rule.concerns(caller) else { return false }
            if rule.suspension != nil { return !caller.hasAdminRole }
            guard !rule.content.isExpired(at: now) else { return false }
            let content = rule.content
            return content.effect == .deny || content.columns != nil || !content.masked.isEmpty || !content.hidden.isEmpty
                || content.filter != .always || !content.actions.contains(.view)
        }
    }

    /// Explains the rights in sentences: the roles, rules and defaults that apply, then their result.
    /// - Parameter revealing: for administrators: also names fields that are hidden from the caller.
    package func explained(on collection: Collection, revealing: Bool = true) -> [String] {
        guard caller.hasAdminRole || !book.closedSources.contains(collection.source) else {
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

/// The cache key of a caller's rights on a collection: everything that they depend on except the rules and the time.
///
/// A collection is identified by its object identity. Rights that are cached under the key keep the object alive.
struct RightsKey: Hashable {
    private let collection: ObjectIdentifier
    private let caller: Caller

    init(_ caller: Caller, _ collection: Collection) {
        self.collection = ObjectIdentifier(collection)
        self.caller = caller
    }

    static func == (left: RightsKey, right: RightsKey) -> Bool {
        guard left.collection == right.collection else { return false }
        return left.caller === right.caller || (left.caller.kind == right.caller.kind && left.caller.stands(as: right.caller))
    }

    /// Hashes the credential alone, because it mostly belongs to one caller; different callers of one user would have to be compared in
    /// full.
    func hash(into hasher: inout Hasher) {
        hasher.combine(collection)
        hasher.combine(caller.kind)
    }
}

extension Caller {
    /// Whether every rule treats both callers alike.
    fileprivate func stands(as other: Caller) -> Bool {
        user?.id == other.user?.id && application?.id == other.application?.id && organization?.id == other.organization?.id
            && workspace.id == other.workspace.id && effectiveRoles == other.effectiveRoles && actsWithAllRoles == other.actsWithAllRoles
            && attributes == other.attributes
    }
}

extension CallerRights {
    /// The caller's rights on the collection with exactly this name.
    /// - Parameters:
    ///   - noun: the word for it in errors.
    ///   - list: the tool that lists the names.
    ///   - hint: text that errors append.
    ///   - isOpen: whether the collection exists for the caller, by its rights.
    /// - Throws: ``Refusal``: the reason why the collection is closed; `notFound`, with the same text for a missing collection and for one
    ///   that is not open, with a similar name among the open ones.
    package func collection(
        _ name: String, as noun: String = "collection", listedBy list: String = "collections_list", hint: String = "",
        where isOpen: (CollectionRights) -> Bool = { !$0.isEmpty }
    ) throws(Refusal) -> CollectionRights {
        let found = contents[name].map { on($0) }
        if let closing = found?.closing { throw closing }
        guard let found, isOpen(found) else {
            let near = NearName.hint(name, among: contents.collections.lazy.map(\.name)) { name in contents[name].map { isOpen(on($0)) } ?? false }
            throw Refusal(
                .notFound, "\(noun) '\(name.prefix(60))' not found in data source '\(contents.source)'\(near); \(list) names yours\(hint)")
        }
        return found
    }
}

extension CallerRights {
    /// Rights in a source that an external service describes for one caller: that caller views what the service exposes, and nobody may do
    /// anything else. The workspace's roles and rules do not apply to such a source.
    init(of caller: Caller, in contents: SourceCatalog, as external: ExternalSource) {
        let isOwner = caller.accountKey == external.owner
        let rules = contents.collections.compactMap { collection -> Rule? in
            guard let exposure = contents.exposures[collection.name] else { return nil }
            let content = RuleContent(actions: [.view], hidden: exposure.hidden, filter: exposure.rows)
            return Rule(
                id: RuleID(0), workspace: caller.workspace.id, role: BuiltInRole.reader.rawValue, source: contents.source,
                collection: collection.name,
                content: content)
        }
        let reader = Caller(
            kind: caller.kind, organization: caller.organization, user: caller.user, application: caller.application, workspace: caller.workspace,
            roles: isOwner ? [BuiltInRole.reader.rawValue] : [], scopes: caller.scopes)
        self.init(caller: reader, book: RuleBook(isOwner ? rules : []), contents: contents, now: .now)
    }
}
