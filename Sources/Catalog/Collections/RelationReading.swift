import SQL
import SQLSyntax

/// Makes relations of foreign keys and names them after the keys' own columns and tables: alike on every engine, in whatever order keys were made.
///
/// A relation has candidates for its name, the shortest first, and gets the first that no field of the collection and no other relation of it may
/// have. So a name never goes over from one key to another that is also there: where both could have it, neither has.
///
/// - `belongsTo`: `customer` of `customer_id`, `boss_record` of `boss`, `region_store` of `region_id` and `store_id`.
/// - `hasMany`: `orders` for `orders.customer_id` in `customers`, `orders_by_approver` for `orders.approver_id` anywhere.
struct RelationReading {
    private let tables: [String: NamedTable]
    private let stems: [String: ColumnStems]
    private let links: [ForeignKeyLink]

    init(tables: [NamedTable]) {
        self.tables = Dictionary(tables.map { ($0.name, $0) }) { first, _ in first }
        stems = self.tables.mapValues { ColumnStems($0.table.columns.map(\.name)) }
        var seen: Set<ForeignKeyLink> = []
        let columns = self.tables.mapValues { $0.table.columns.map(\.name) }
        links = ForeignKeyLink.all(in: tables).map { $0.ordered(by: columns[$0.from] ?? []) }.filter { seen.insert($0).inserted }
    }

    /// By the name of the collection; each list is sorted by kind and name.
    func relations() -> [String: [Relation]] {
        var unnamed: [String: [Unnamed]] = [:]
        for link in links {
            unnamed[link.from, default: []].append(Unnamed(.belongsTo, link.fields, link.to, link.targetFields, belongsTo(link)))
            unnamed[link.to, default: []].append(Unnamed(.hasMany, link.targetFields, link.from, link.fields, hasMany(link)))
        }
        return Dictionary(uniqueKeysWithValues: unnamed.map { ($0, named($1, in: $0)) })
    }

    /// A relation before its name is chosen.
    private struct Unnamed {
        let kind: Relation.Kind
        let fields: [String]
        let target: String
        let targetFields: [String]
        let candidates: Set<String>
        let order: [String]

        init(_ kind: Relation.Kind, _ fields: [String], _ target: String, _ targetFields: [String], _ candidates: [String]) {
            self.kind = kind
            self.fields = fields
            self.target = target
            self.targetFields = targetFields
            // A dot would divide the name where it stands in a path.
            order = candidates.map { $0.replacing(".", with: "_") }
            self.candidates = Set(order)
        }
    }

    /// A relation of whose candidates none is free has no name, and is left out.
    private func named(_ relations: [Unnamed], in collection: String) -> [Relation] {
        let uses = Dictionary(relations.flatMap { $0.candidates.map { ($0, 1) } }, uniquingKeysWith: +)
        let fields = Set(tables[collection]?.table.columns.map(\.name) ?? [])
        return relations.compactMap { one in
            one.order.first { uses[$0] == 1 && !fields.contains($0) }.map { name in
                Relation(name: name, kind: one.kind, fields: one.fields, target: one.target, targetFields: one.targetFields)
            }
        }.sorted { ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name) }
    }

    private func belongsTo(_ link: ForeignKeyLink) -> [String] {
        guard let own = stems[link.from] else { return [] }
        let long = "\(Self.joined(link.fields))_to_\(link.to)"
        let longer = [long, "\(long)_\(Self.joined(link.targetFields))"].filter { !own.claim($0.replacing(".", with: "_")) }
        return (own.name(of: link.fields).map { [$0] } ?? []) + longer
    }

    private func hasMany(_ link: ForeignKeyLink) -> [String] {
        guard let from = stems[link.from], let to = stems[link.to] else { return [] }
        let short = "\(link.from)_by_\(Self.joined(link.fields.map { from[$0] }))"
        var names = [short, "\(link.from)_by_\(Self.joined(link.fields))_to_\(Self.joined(link.targetFields))"]
        if link.fields.count == 1, let target = tables[link.to]?.table.name, from.isOnlyReference(link.fields[0], to: target) {
            names.insert(link.from, at: 0)
        }
        return names.filter { !to.claim($0.replacing(".", with: "_")) }
    }

    private static func joined(_ names: [String]) -> String { names.joined(separator: "_") }
}
