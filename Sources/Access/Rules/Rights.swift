package import Catalog
import SQL
package import Store

/// Computes rights from roles and rules: a pure function, so that it can be tested as a table.
///
/// A role's allowing rules on a collection replace its defaults there. Allowances of several roles are united: rows by OR, a column is shown
/// if any role shows it and masked only if all that show it mask it. Denials of any role are taken away from the union.
package struct Rights: Sendable {
    let rules: [Rule]
    let now: Timestamp

    /// - Parameters:
    ///   - rules: of the caller's workspace; others are ignored.
    ///   - now: rules that expire by then do not count.
    package init(rules: [Rule], now: Timestamp) {
        self.rules = rules
        self.now = now
    }

    /// What the caller may do with the collection.
    package func of(_ caller: Caller, on collection: Collection) -> CollectionRights {
        let relevant = rules(of: caller, on: collection)
        let attributes = caller.filterAttributes
        var parts: [RecordAction: CollectionRights.Part] = [:]
        let united = caller.effectiveRoles.flatMap { allowances(of: $0, on: collection, relevant) }
        for action in RecordAction.allCases where action == .view || !collection.isReadOnly {
            let given = united.compactMap { $0[action] }
            let denials = relevant.filter { $0.content.effect == .deny && $0.content.actions.contains(action) }.map(\.content)
            parts[action] = part(given, denials, collection, attributes)
        }
        return CollectionRights(collection: collection, parts: parts, rules: relevant.map(\.id.rawValue).sorted())
    }

    /// Rules that count for this caller here.
    func rules(of caller: Caller, on collection: Collection) -> [Rule] {
        rules.filter { rule in
            rule.workspace == caller.workspace.id && rule.source == collection.source && rule.collection == collection.name
                && caller.effectiveRoles.contains(rule.role) && !rule.content.isExpired(at: now)
        }
    }

    /// Allowances of one role: of its rules, or by default.
    func allowances(of role: String, on collection: Collection, _ relevant: [Rule]) -> [[RecordAction: Allowance]] {
        let own = relevant.filter { $0.role == role && $0.content.effect == .allow }.map(\.content)
        guard own.isEmpty else { return own.map(Self.allowances) }
        return [BuiltInRole(rawValue: role)?.allowances(on: collection) ?? [:]]
    }

    private static func allowances(of rule: RuleContent) -> [RecordAction: Allowance] {
        let allowance = Allowance(
            columns: rule.columns.map(Set.init), masked: Set(rule.masked), hidden: Set(rule.hidden), filter: rule.filter
        )
        return Dictionary(uniqueKeysWithValues: rule.actions.map { ($0, allowance) })
    }

    private func part(
        _ given: [Allowance], _ denials: [RuleContent], _ collection: Collection, _ attributes: [String: SQLValue]
    ) -> CollectionRights.Part? {
        guard !denials.contains(where: { $0.columns == nil && $0.filter == .always }) else { return nil }
        // An allowance whose attributes this caller lacks reaches no row; one of a denial that lacks them denies all.
        let reaching = given.compactMap { allowance in (try? allowance.filter.bound(to: attributes)).map { (allowance, $0) } }
        guard !reaching.isEmpty else { return nil }
        var filters = [Self.united(reaching.map(\.1))]
        for denial in denials where denial.columns == nil {
            guard let denied = try? denial.filter.bound(to: attributes) else { return nil }
            filters.append(.not(denied))
        }
        let deniedColumns = Set(denials.flatMap { $0.columns ?? [] })
        let shown = reaching.map(\.0)
        let fields = collection.fields.map(\.name).filter { name in
            !deniedColumns.contains(name) && shown.contains { $0.shows(name, key: collection.primaryKey.contains(name)) }
        }
        let masked = fields.filter { name in
            shown.allSatisfy { !$0.shows(name, key: collection.primaryKey.contains(name)) || $0.masked.contains(name) }
        }
        return CollectionRights.Part(fields: fields, masked: Set(masked), filter: Self.together(filters))
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
