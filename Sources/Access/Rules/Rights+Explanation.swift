import Catalog
import JSON
import Store

extension Rights {
    /// Explains a caller's rights on a collection, one sentence per line.
    /// - Parameter revealing: for administrators: also names fields that are hidden from the caller.
    func explained(_ caller: Caller, on collection: Collection, revealing: Bool) -> [String] {
        let qualifiedName = "\(collection.source)/\(collection.name)"
        guard !caller.effectiveRoles.isEmpty else { return ["no role in workspace '\(caller.workspace.name)': nothing is allowed"] }
        let relevant = rules(of: caller, on: collection)
        var lines = caller.effectiveRoles.map { role in
            let own = relevant.filter { $0.role == role && $0.content.effect == .allow }
            return own.isEmpty
                ? defaults(of: role, on: collection, qualifiedName) : "role '\(role)': its rules on \(qualifiedName) replace its defaults"
        }
        if caller.roles.isEmpty { lines.insert("an operator of the server acts with role 'admin'", at: 0) }
        let rights = of(caller, on: collection)
        let known = revealing ? nil : Set(rights.readable).subtracting(rights.masked)
        lines += relevant.map { Self.sentence($0, knowing: known) }
        lines += relevant.compactMap { Self.loss($0, on: collection, revealing: revealing) }
        let expired = self.rules.filter { $0.concerns(caller) && $0.content.isExpired(at: now) }
        lines += expired.map { "rule \($0.id.rawValue) has expired and does not count" }
        lines += rights.isEmpty ? ["together: nothing is allowed"] : rights.actions.map { Self.result($0, rights, knowing: known) }
        return lines
    }

    private func defaults(of role: String, on collection: Collection, _ qualifiedName: String) -> String {
        switch BuiltInRole(rawValue: role) {
        case .admin: "role 'admin': every action on every collection by default"
        case .reader: "role 'reader': views every collection by default"
        case .member where BuiltInRole.member.allowances(on: collection).isEmpty:
            "role 'member': nothing on \(qualifiedName) by default (only collections of 'main' with a field createdById)"
        case .member: "role 'member': creates, and views, updates and destroys its own records by default"
        case nil: "role '\(role)': nothing without a rule, and there is none on \(qualifiedName)"
        }
    }

    /// - Parameter known: the fields that may be named; nil for all.
    private static func sentence(_ rule: Rule, knowing known: Set<String>?) -> String {
        let content = rule.content
        let whose = rule.role.map { "of role '\($0)'" } ?? "for you"
        var out = "rule \(rule.id.rawValue) \(whose): \(content.effect == .allow ? "allows" : "denies") "
        out += content.actions.sorted().map(\.rawValue).joined(separator: ", ")
        if let columns = content.columns, known == nil { out += "; columns \(columns.joined(separator: ", "))" }
        if !content.masked.isEmpty, known == nil { out += "; masks \(content.masked.joined(separator: ", "))" }
        if !content.hidden.isEmpty, known == nil { out += "; hides \(content.hidden.joined(separator: ", "))" }
        if content.filter != .always { out += "; \(rows(content.filter, knowing: known))" }
        if let expires = content.expires { out += "; until \(expires.rfc3339)" }
        return out
    }

    /// A sentence about missing fields that a rule hides or masks by these names.
    private static func loss(_ rule: Rule, on collection: Collection, revealing: Bool) -> String? {
        let content = rule.content
        let lost = collection.lacks(content.masked + content.hidden + (content.effect == .deny ? content.columns ?? [] : []))
        guard !lost.isEmpty else { return nil }
        let what = revealing ? ": \(lost.joined(separator: ", "))" : ""
        let so = content.effect == .allow ? "gives nothing" : "denies everything"
        return "rule \(rule.id.rawValue) keeps back fields that \(collection.name) does not have\(what); it \(so) until it is set again"
    }

    private static func rows(_ filter: Filter, knowing known: Set<String>?) -> String {
        if let known, !filter.fields.isSubset(of: known) { return "only some rows" }
        return "rows where \(filter.json.description)"
    }

    private static func result(_ action: RecordAction, _ rights: CollectionRights, knowing known: Set<String>?) -> String {
        let fields = action == .view ? rights.readable : rights.writable(action)
        var out = "together: \(action.rawValue)"
        if action != .destroy {
            out += fields.count == rights.collection.fields.count ? ", every column" : ", columns \(fields.joined(separator: ", "))"
        }
        if action == .view, !rights.masked.isEmpty { out += ", masked \(rights.masked.sorted().joined(separator: ", "))" }
        let filter = rights.filter(action)
        return out + (filter == .always ? ", every row" : ", " + rows(filter, knowing: known))
    }
}

extension Filter {
    /// The fields of the collection itself that the condition uses; a relation counts as the fields of its key.
    package var fields: Set<String> {
        switch self {
        case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.fields) }
        case .not(let inner): inner.fields
        case .related(let path, _): Set(path.prefix(1))
        case .compare(let path, _): [path.relations.first ?? path.field]
        }
    }
}
