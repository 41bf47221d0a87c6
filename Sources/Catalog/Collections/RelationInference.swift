import SQL

/// Derives relations from foreign keys and names them after the keys' columns and tables. The names do not depend on the engine or on the
/// order of the keys.
///
/// A relation has candidates for its name, the shortest first. It gets the first candidate that no field of the collection and no other
/// relation of it can have. If two relations could have a name, neither gets it.
///
/// - `belongsTo`: `customer` for `customer_id`, `boss_record` for `boss`, `region_store` for `region_id` and `store_id`.
/// - `hasMany`: `orders` for `orders.customer_id` in `customers`, `orders_by_approver` for `orders.approver_id` anywhere.
/// - `belongsToMany`: `tags` in `posts`, `posts` in `tags` for the join table `posts_tags`, or `tags_through_posts_tags`. A relation of the
///   two other kinds takes precedence over the short name.
struct RelationInference {
    private let tables: [String: NamedTable]
    private let stems: [String: ColumnStems]
    private let links: [ForeignKeyLink]
    private let joins: [JoinTable]

    init(tables: [NamedTable]) {
        self.tables = Dictionary(tables.map { ($0.name, $0) }) { first, _ in first }
        stems = self.tables.mapValues { ColumnStems($0.table.columns.map(\.name)) }
        var seen: Set<ForeignKeyLink> = []
        let columns = self.tables.mapValues { $0.table.columns.map(\.name) }
        links = ForeignKeyLink.all(in: tables).map { $0.ordered(by: columns[$0.from] ?? []) }.filter { seen.insert($0).inserted }
        joins = JoinTable.all(among: self.tables, links)
    }

    /// Relations by the name of the collection; each list is sorted by kind and name.
    func relations() -> [String: [Relation]] {
        var unnamed: [String: [UnnamedRelation]] = [:]
        for link in links {
            unnamed[link.from, default: []].append(UnnamedRelation(.belongsTo, link.fields, link.to, link.targetFields, belongsTo(link)))
            unnamed[link.to, default: []].append(UnnamedRelation(.hasMany, link.targetFields, link.from, link.fields, hasMany(link)))
        }
        var found = Dictionary(uniqueKeysWithValues: unnamed.map { ($0, named($1, in: $0, besides: [])) })
        var throughJoinTables: [String: [UnnamedRelation]] = [:]
        for join in joins {
            for (own, other) in [(join.first, join.second), (join.second, join.first)] {
                let through = Relation.Through(collection: join.table, fields: own.fields, targetFields: other.fields)
                throughJoinTables[own.to, default: []].append(
                    UnnamedRelation(.belongsToMany, own.targetFields, other.to, other.targetFields, belongsToMany(own, other), through: through))
            }
        }
        for (collection, relations) in throughJoinTables {
            // Names that relations of the other kinds have, or could have, are not available.
            let taken = Set((unnamed[collection] ?? []).flatMap(\.candidates))
            found[collection, default: []] += named(relations, in: collection, besides: taken)
        }
        return found
    }

    /// A relation before its name is chosen.
    private struct UnnamedRelation {
        let kind: Relation.Kind
        let fields: [String]
        let target: String
        let targetFields: [String]
        let candidates: Set<String>
        let order: [String]
        let through: Relation.Through?

        init(
            _ kind: Relation.Kind, _ fields: [String], _ target: String, _ targetFields: [String], _ candidates: [String],
            through: Relation.Through? = nil
        ) {
            self.kind = kind
            self.fields = fields
            self.target = target
            self.targetFields = targetFields
            self.through = through
            // A dot separates the names in a path.
            order = candidates.map { $0.replacing(".", with: "_") }
            self.candidates = Set(order)
        }
    }

    /// Names the relations. A relation without a free candidate is omitted.
    /// - Parameter taken: names that relations of other kinds have or could have.
    private func named(_ relations: [UnnamedRelation], in collection: String, besides taken: Set<String>) -> [Relation] {
        let uses = Dictionary(relations.flatMap { $0.candidates.map { ($0, 1) } }, uniquingKeysWith: +)
        let fields = Set(tables[collection]?.table.columns.map(\.name) ?? [])
        return relations.compactMap { relation in
            relation.order.first { uses[$0] == 1 && !fields.contains($0) && !taken.contains($0) }.map { name in
                Relation(
                    name: name, kind: relation.kind, fields: relation.fields, target: relation.target, targetFields: relation.targetFields,
                    through: relation.through)
            }
        }.sorted { ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name) }
    }

    private func belongsTo(_ link: ForeignKeyLink) -> [String] {
        guard let own = stems[link.from] else { return [] }
        let long = "\(Self.underscored(link.fields))_to_\(link.to)"
        let longer = [long, "\(long)_\(Self.underscored(link.targetFields))"].filter { !own.reserves($0.replacing(".", with: "_")) }
        return (own.name(of: link.fields).map { [$0] } ?? []) + longer
    }

    private func hasMany(_ link: ForeignKeyLink) -> [String] {
        guard let from = stems[link.from], let to = stems[link.to] else { return [] }
        let short = "\(link.from)_by_\(Self.underscored(link.fields.map { from[$0] }))"
        var names = [short, "\(link.from)_by_\(Self.underscored(link.fields))_to_\(Self.underscored(link.targetFields))"]
        if link.fields.count == 1, let target = tables[link.to]?.table.name, from.isOnlyReference(link.fields[0], to: target) {
            names.insert(link.from, at: 0)
        }
        return names.filter { !to.reserves($0.replacing(".", with: "_")) }
    }

    /// - Parameters:
    ///   - own: the key of the join table that refers to the collection.
    ///   - other: its key that refers to the related one.
    private func belongsToMany(_ own: ForeignKeyLink, _ other: ForeignKeyLink) -> [String] {
        guard let to = stems[own.to] else { return [] }
        let long = "\(other.to)_through_\(own.from)"
        // For a join of a table with itself, both directions have the same short name, so neither gets it.
        let names = [other.to, long, "\(long)_by_\(Self.underscored(other.fields))"]
        return names.filter { !to.reserves($0.replacing(".", with: "_")) }
    }

    private static func underscored(_ names: [String]) -> String { names.joined(separator: "_") }
}
