package import Catalog
package import Store

/// Computes rights from roles and rules: a pure function, so that it can be tested as a table.
///
/// The allowing rules of a role on a collection replace the role's defaults there. The permissions of several roles are united: rows by OR;
/// a column is shown if any role shows it, and masked only if every role that shows it masks it. Rules that allow something to the user
/// directly are added to those of the roles, if the user has any role here. Denials of any role, and of the user, are then subtracted.
package struct Rights: Sendable {
    let rules: [Rule]
    let now: Timestamp

    /// - Parameters:
    ///   - rules: of the caller's workspace; others are ignored.
    ///   - now: rules that expire at that time do not count.
    package init(rules: [Rule], now: Timestamp) {
        self.rules = rules
        self.now = now
    }

    /// The caller's rights on the collection.
    package func of(_ caller: Caller, on collection: Collection) -> CollectionRights {
        guard caller.hasAdminRole || !isClosed(to: caller, collection) else { return CollectionRights(collection: collection, parts: [:], rules: []) }
        let relevant = rules(of: caller, on: collection)
        let personal = caller.effectiveRoles.isEmpty ? [] : relevant.filter { $0.role == nil && $0.content.effect == .allow }
        let united =
            caller.effectiveRoles.flatMap { allowances(of: $0, on: collection, relevant) } + personal.map { Self.allowances(of: $0.content) }
        let context = Context(collection: collection, names: collection.fields.map(\.name), caller: caller)
        var parts: [RecordAction: CollectionRights.Part] = [:]
        for action in RecordAction.allCases where action == .view || !collection.isReadOnly {
            let given = united.compactMap { $0[action] }
            guard !given.isEmpty else { continue }
            let denials = relevant.filter { $0.content.effect == .deny && $0.content.actions.contains(action) }.map(\.content)
            parts[action] = Self.part(given, denials, context)
            if action == .view { parts[action]?.leaveOutSecrets(of: collection) }
            // No action reaches deleted rows.
            if action != .create, collection.notDeletedFilter != .always { parts[action]?.filter.narrow(to: collection.notDeletedFilter) }
        }
        return CollectionRights(collection: collection, parts: parts, rules: relevant.map(\.id.rawValue).sorted())
    }

    /// The caller and the collection of one computation.
    private struct Context {
        let collection: Collection
        let names: [String]
        let caller: Caller

        func lacks(_ fields: some Sequence<String>) -> [String] { collection.lacks(fields) }

        /// The filter with the caller's attributes; nil when the caller lacks one.
        func bound(_ filter: Filter) -> Filter? {
            if filter == .always { return filter }
            // It does not matter which attribute is missing: the rule reaches no rows.
            return try? filter.bound(to: caller.filterAttributes)
        }
    }

    /// Rules that apply to this caller and collection.
    func rules(of caller: Caller, on collection: Collection) -> [Rule] {
        rules.filter { rule in
            rule.suspension == nil && isAbout(rule, caller, collection) && !rule.content.isExpired(at: now)
        }
    }

    /// Whether a suspended rule closes the collection to the caller.
    private func isClosed(to caller: Caller, _ collection: Collection) -> Bool {
        rules.contains { $0.suspension != nil && isAbout($0, caller, collection) }
    }

    private func isAbout(_ rule: Rule, _ caller: Caller, _ collection: Collection) -> Bool {
        rule.workspace == caller.workspace.id && rule.source == collection.source && rule.collection == collection.name && rule.concerns(caller)
    }

    /// The rights that one role gives, by its rules or by default.
    func allowances(of role: String, on collection: Collection, _ relevant: [Rule]) -> [[RecordAction: ActionRights]] {
        let own = relevant.filter { $0.role == role && $0.content.effect == .allow }.map(\.content)
        guard own.isEmpty else { return own.map(Self.allowances) }
        return [BuiltInRole(rawValue: role)?.allowances(on: collection) ?? [:]]
    }

    private static func allowances(of rule: RuleContent) -> [RecordAction: ActionRights] {
        let readRights = ActionRights(
            columns: rule.columns.map(Set.init), masked: Set(rule.masked), hidden: Set(rule.hidden), filter: rule.filter
        )
        return Dictionary(uniqueKeysWithValues: rule.actions.map { ($0, readRights) })
    }

    private static func part(_ given: [ActionRights], _ denials: [RuleContent], _ context: Context) -> CollectionRights.Part? {
        guard !denials.contains(where: { $0.columns == nil && $0.filter == .always }) else { return nil }
        // A hidden or masked name that no field has may belong to a renamed field: such an allowing rule gives nothing, and such a denial
        // denies everything.
        guard denials.allSatisfy({ context.lacks($0.columns ?? []).isEmpty }) else { return nil }
        let known = given.filter { context.lacks($0.masked).isEmpty && context.lacks($0.hidden).isEmpty }
        // An allowing rule that needs attributes which this caller lacks reaches no row; a denial that needs them denies everything.
        let reaching = known.compactMap { readRights in context.bound(readRights.filter).map { (readRights, $0) } }
        guard !reaching.isEmpty else { return nil }
        var filters = [united(reaching.map(\.1))]
        for denial in denials where denial.columns == nil {
            guard let denied = context.bound(denial.filter) else { return nil }
            filters.append(.not(denied))
        }
        let (fields, masked, isWhole) = columns(reaching.map(\.0), denied: Set(denials.flatMap { $0.columns ?? [] }), context)
        return CollectionRights.Part(fields: fields, masked: masked, isWhole: isWhole, filter: together(filters))
    }

    private static func columns(_ shown: [ActionRights], denied: Set<String>, _ context: Context) -> (
        fields: [String], masked: Set<String>, isWhole: Bool
    ) {
        if denied.isEmpty, shown.contains(where: \.showsEverything) { return (context.names, [], true) }
        let keys = Set(context.collection.primaryKey)
        let named = context.names.filter { name in !denied.contains(name) && shown.contains { $0.shows(name, key: keys.contains(name)) } }
        // A computed field reveals the fields that it is computed from (C61).
        let sourceColumns = Dictionary(context.collection.fields.map { ($0.name, $0.sourceColumns) }) { first, _ in first }
        let all = Set(named)
        let fields = named.filter { name in all.isSuperset(of: sourceColumns[name, default: []]) }
        let masked = Set(fields.filter { name in shown.allSatisfy { !$0.shows(name, key: keys.contains(name)) || $0.masked.contains(name) } })
        return (fields, masked.union(fields.filter { name in sourceColumns[name, default: []].contains(where: masked.contains) }), false)
    }

    private static func united(_ filters: [Filter]) -> Filter {
        if filters.contains(.always) { return .always }
        return filters.count == 1 ? filters[0] : .any(filters)
    }

    private static func together(_ filters: [Filter]) -> Filter {
        let needed = filters.filter { $0 != .always }
        return needed.count == 1 ? needed[0] : .all(needed)
    }
}

extension Filter {
    fileprivate mutating func narrow(to other: Filter) { self = self == .always ? other : .all([other, self]) }
}

extension Collection {
    /// The names that no field of the collection has, in their order.
    func lacks(_ names: some Sequence<String>) -> [String] { names.filter { field($0) == nil } }
}
