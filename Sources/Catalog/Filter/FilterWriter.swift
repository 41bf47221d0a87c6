package import SQL
package import SQLSyntax

/// Writes a ``Filter`` as the SQL condition of a WHERE clause: quoted names, bound values, relations as EXISTS.
///
/// In a caller's filter, a comparison that is true for null is also true if a relation leads to no row, as in an outer join. Attributes
/// must already be replaced (``Filter/bound(to:)``). `$not` is true whenever its condition is not true, so also for null.
package struct FilterWriter: Sendable {
    /// A collection that a filter enters through a relation: the fields that can be named, and the condition on its rows.
    package struct RelatedCollection: Sendable {
        package let collection: Collection
        package let filter: Filter
        /// The join table of a `belongsToMany`, and the condition on its rows.
        package let join: Join?

        package init(collection: Collection, filter: Filter = .always, join: Join? = nil) {
            self.collection = collection
            self.filter = filter
            self.join = join
        }
    }

    /// A join table on the way to related rows.
    package struct Join: Sendable {
        package let collection: Collection
        package let filter: Filter
        package init(collection: Collection, filter: Filter = .always) {
            self.collection = collection
            self.filter = filter
        }
    }

    let operands: OperandWriter
    private let entering: @Sendable (Relation) -> RelatedCollection?
    private let catalog: @Sendable (String) -> Collection?

    /// - Parameters:
    ///   - catalog: every collection of the source, for rules, which see all of them.
    ///   - entering: the target of a relation with the rights of the caller; nil when the caller may not enter it.
    package init(
        dialect: Dialect, catalog: @escaping @Sendable (String) -> Collection?, entering: @escaping @Sendable (Relation) -> RelatedCollection?
    ) {
        operands = OperandWriter(dialect: dialect)
        self.catalog = catalog
        self.entering = entering
    }

    /// A condition of a caller: it enters each relation with the caller's rights, and only rows that the caller may view count.
    /// - Parameter alias: of the collection in the outer query; not of the form `r1` or `j1`, which mean related rows here.
    package func condition(_ filter: Filter, on collection: Collection, alias: Identifier) throws(CatalogError) -> Statement {
        try write(filter, Context(collection: collection, alias: alias, depth: 0, isRule: false))
    }

    /// The condition of a rule, which enters relations whatever the caller's rights are.
    package func rule(_ filter: Filter, on collection: Collection, alias: Identifier) throws(CatalogError) -> Statement {
        try writeRule(filter, Context(collection: collection, alias: alias, depth: 0, isRule: true))
    }

    /// Writes a rule. If that fails, for example because a column was renamed, the collection is closed. The caller does not see the rule's
    /// content.
    private func writeRule(_ filter: Filter, _ context: Context) throws(CatalogError) -> Statement {
        do { return try write(filter, context) } catch {
            throw CatalogError(
                .brokenRule,
                "a rule on '\(context.collection.name)' no longer fits the data source, so that it is closed to you; ask an administrator of the workspace",
                detail: error.reason)
        }
    }

    /// The position of a condition in the query.
    private struct Context {
        let collection: Collection
        let alias: Identifier
        let depth: Int
        let isRule: Bool
    }

    private func write(_ filter: Filter, _ context: Context) throws(CatalogError) -> Statement {
        switch filter {
        case .all(let parts): try joined(parts, context, by: " AND ", empty: "1 = 1")
        case .any(let parts): try joined(parts, context, by: " OR ", empty: "1 = 0")
        case .not(let inner): "((\(try write(inner, context))) IS NOT TRUE)"
        case .compare(let path, let comparison): try compare(path, comparison, context)
        case .related(let path, let inner): try exists(path[...], inner, context)
        }
    }

    private func joined(_ parts: [Filter], _ context: Context, by separator: Statement, empty: Statement) throws(CatalogError) -> Statement {
        guard let first = parts.first else { return empty }
        if parts.count == 1 { return try write(first, context) }
        var written: [Statement] = []
        for part in parts { written.append(try write(part, context)) }
        return "(\(Statement.joined(written, by: separator)))"
    }

    private func compare(_ path: FieldPath, _ comparison: Comparison, _ context: Context) throws(CatalogError) -> Statement {
        guard path.relations.isEmpty else { return try exists(path.relations[...], .compare(FieldPath(field: path.field), comparison), context) }
        guard let field = context.collection.field(path.field) else {
            throw invalid("filter: unknown field '\(excerpt(path.field))' of collection '\(context.collection.name)'")
        }
        // A stored rule with an offset still means that time in UTC.
        if !context.isRule, field.hasNoZone(in: operands.dialect) { try checkOffsets(comparison, field) }
        return try operands.write(comparison, field, column: "\(context.alias).\(Identifier(field.name))")
    }

    /// Refuses a time with an offset for a column without a zone, because it would have to be converted.
    private func checkOffsets(_ comparison: Comparison, _ field: Field) throws(CatalogError) {
        for case .value(.text(let text)) in comparison.operands where DatabaseText.hasOffset(text) {
            throw invalid("filter: field '\(field.name)' has no time zone; expected a time without an offset such as 2026-03-31T14:30:00")
        }
    }

    private func exists(_ path: ArraySlice<String>, _ inner: Filter, _ context: Context) throws(CatalogError) -> Statement {
        guard let name = path.first else { return try write(inner, context) }
        guard let relation = context.collection.relation(name), let hop = hop(through: relation, context) else {
            throw invalid("filter: unknown relation '\(excerpt(name))' of collection '\(context.collection.name)'")
        }
        let there = Context(
            collection: hop.collection, alias: Identifier("r\(context.depth + 1)"), depth: context.depth + 1, isRule: context.isRule)
        var from: Statement = hop.collection.reference(as: there.alias)
        var conditions: [Statement]
        if let through = relation.through, let join = hop.join {
            let between = Context(
                collection: join.collection, alias: Identifier("j\(context.depth + 1)"), depth: there.depth, isRule: context.isRule)
            conditions = Self.equal(context, relation.fields, between, through.fields)
            from = "\(from), \(join.collection.reference(as: between.alias))"
            conditions += Self.equal(there, relation.targetFields, between, through.targetFields)
            try add(join.filter, of: through.collection, between, to: &conditions)
        } else {
            conditions = Self.equal(there, relation.targetFields, context, relation.fields)
        }
        try add(hop.filter, of: relation.target, there, to: &conditions)
        let reached = conditions
        let rest = path.dropFirst()
        if rest.isEmpty {
            if inner != .always { conditions.append(try write(inner, there)) }
        } else {
            conditions.append(try exists(rest, inner, there))
        }
        let found: Statement = "EXISTS (SELECT 1 FROM \(from) WHERE \(Statement.joined(conditions, by: " AND ")))"
        // Rules apply only to existing rows.
        guard !context.isRule, inner.holdsWithoutRow else { return found }
        return "(\(found) OR NOT EXISTS (SELECT 1 FROM \(from) WHERE \(Statement.joined(reached, by: " AND "))))"
    }

    /// Adds the condition on the rows of a collection that the path passes.
    private func add(_ filter: Filter, of name: String, _ context: Context, to conditions: inout [Statement]) throws(CatalogError) {
        guard filter != .always else { return }
        guard let whole = catalog(name) else { throw invalid("filter: unknown collection '\(excerpt(name))'") }
        conditions.append(try writeRule(filter, Context(collection: whole, alias: context.alias, depth: context.depth, isRule: true)))
    }

    private static func equal(_ left: Context, _ fields: [String], _ right: Context, _ others: [String]) -> [Statement] {
        zip(fields, others).map { field, other in
            let equal = Field.equal(left.collection.field(field), right.collection.field(other))
            return "\(left.alias).\(Identifier(field)) \(equal) \(right.alias).\(Identifier(other))"
        }
    }

    /// Nil when the caller may not enter the relation or its join table.
    private func hop(through relation: Relation, _ context: Context) -> RelatedCollection? {
        let hop = context.isRule ? catalog(relation.target).map { RelatedCollection(collection: $0, join: join(of: relation)) } : entering(relation)
        return relation.through != nil && hop?.join == nil ? nil : hop
    }

    private func join(of relation: Relation) -> Join? { relation.through.flatMap { catalog($0.collection) }.map { Join(collection: $0) } }
}
