import SQL

/// Makes relations of foreign keys, named by what the keys themselves say, so that the order in which an engine tells them does not matter.
///
/// `belongsTo` is named after its columns without `_id`; where a field or another relation has that name, after the whole column names and the target.
/// `hasMany` is named after the table that refers here, with the `belongsTo` name behind it where that table has several keys to here.
struct RelationReading {
    let tables: [NamedTable]

    /// By collection, each list sorted by name: those that lead out before those that lead back.
    func relations() -> [String: [Relation]] {
        let links = tables.flatMap(links(from:))
        let fields = Dictionary(tables.map { ($0.name, Set($0.table.columns.map(\.name))) }) { first, _ in first }
        var out: [String: [Relation]] = [:]
        var taken = fields
        let forward = named(links, in: \.from, taken) { link in
            [link.base, "\(link.columns)_\(link.to)", "\(link.columns)_\(link.to)_\(link.target)"]
        }
        for (link, name) in forward {
            taken[link.from, default: []].insert(name)
            out[link.from, default: []].append(
                Relation(name: name, kind: .belongsTo, fields: link.fields, target: link.to, targetFields: link.targetFields))
        }
        let back = named(links, in: \.to, taken) { link in
            [link.from, "\(link.from)_\(link.base)", "\(link.from)_\(link.columns)", "\(link.from)_\(link.columns)_\(link.target)"]
        }
        for (link, name) in back {
            out[link.to, default: []].append(
                Relation(name: name, kind: .hasMany, fields: link.targetFields, target: link.from, targetFields: link.fields))
        }
        return out.mapValues { list in
            list.filter { $0.kind == .belongsTo }.sorted { $0.name < $1.name } + list.filter { $0.kind == .hasMany }.sorted { $0.name < $1.name }
        }
    }

    /// Gives each link the first of its names that nothing else in its collection has; what no name is left for is no relation.
    /// - Parameters:
    ///   - place: the collection that the relation is in.
    ///   - names: of a link, from the shortest to the most exact, as many for each.
    private func named(
        _ links: [Link], in place: KeyPath<Link, String>, _ taken: [String: Set<String>], _ names: (Link) -> [String]
    ) -> [(Link, String)] {
        var out: [(Link, String)] = []
        var taken = taken
        var left = links.map { (link: $0, names: names($0)) }
        while let count = left.first?.names.count, count > 0 {
            let uses = Dictionary(left.map { ([$0.link[keyPath: place], $0.names[0]], 1) }, uniquingKeysWith: +)
            let free = left.map { entry in
                uses[[entry.link[keyPath: place], entry.names[0]]] == 1
                    && taken[entry.link[keyPath: place]]?.contains(entry.names[0]) != true
            }
            for (entry, isFree) in zip(left, free) where isFree { out.append((entry.link, entry.names[0])) }
            // A name that two would have is nobody's: neither relation may take the other's place when one of them goes.
            for entry in left { taken[entry.link[keyPath: place], default: []].insert(entry.names[0]) }
            left = zip(left, free).filter { !$0.1 }.map { ($0.0.link, Array($0.0.names.dropFirst())) }
        }
        return out
    }

    /// A foreign key between two tables that are both known.
    private struct Link {
        let from: String
        let fields: [String]
        let to: String
        let targetFields: [String]

        /// The columns without `_id`.
        var base: String { fields.map(Self.stem).joined(separator: "_") }
        var columns: String { fields.joined(separator: "_") }
        var target: String { targetFields.joined(separator: "_") }

        private static func stem(_ column: String) -> String {
            for suffix in ["_id", "Id", "ID"] where column.hasSuffix(suffix) && column.count > suffix.count {
                return String(column.dropLast(suffix.count))
            }
            return column
        }
    }

    private func links(from named: NamedTable) -> [Link] {
        var seen: Set<[[String]]> = []
        return named.table.foreignKeys.compactMap { key in
            guard let target = tables.first(where: { $0.table.schema == key.referencedSchema && $0.table.name == key.referencedTable }) else {
                return nil
            }
            let targetFields = key.referencedColumns.isEmpty ? target.table.primaryKey : key.referencedColumns
            guard !key.columns.isEmpty, key.columns.count == targetFields.count else { return nil }
            // Engines allow the same key twice.
            let pairs = zip(key.columns, targetFields).sorted { $0 < $1 }
            guard seen.insert([pairs.map(\.0), [target.name], pairs.map(\.1)]).inserted else { return nil }
            return Link(from: named.name, fields: key.columns, to: target.name, targetFields: targetFields)
        }
    }
}
