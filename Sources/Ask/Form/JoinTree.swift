/// The tables of one query and the joins between them.
struct JoinTree: Hashable, Sendable {
    var tables: [Int]
    /// In the order in which tables are added. Each edge connects one new table.
    var edges: [JoinGraph.Edge]

    /// The smallest tree over the tables, grown from the first. Nil if they do not connect.
    static func over(_ needed: [Int], in graph: JoinGraph, preference: (JoinGraph.Edge) -> Double = { _ in 0 }) -> JoinTree? {
        guard let root = needed.first else { return nil }
        var tree = JoinTree(tables: [root], edges: [])
        var open = Array(needed.dropFirst())
        while !open.isEmpty {
            let paths = open.compactMap { goal in graph.path(from: Set(tree.tables), to: goal, preference: preference).map { (goal, $0) } }
            // Of equally near tables, the one that the words prefer comes first, because the others may join through it.
            let ranked = paths.map { (goal: $0.0, path: $0.1, cost: graph.cost(of: $0.1, preference: preference)) }
            guard let next = ranked.min(by: { ($0.path.count, $0.cost) < ($1.path.count, $1.cost) }), paths.count == open.count else { return nil }
            for edge in next.path {
                let added = tree.tables.contains(edge.from.table) ? edge.to.table : edge.from.table
                guard !tree.tables.contains(added) else { continue }
                tree.tables.append(added)
                tree.edges.append(edge)
            }
            open.removeAll { tree.tables.contains($0) }
        }
        return tree
    }

    /// Whether one row of the table can occur in several rows of the join.
    func multiplies(_ table: Int) -> Bool {
        var seen: Set<Int> = [table]
        var open = [table]
        while let next = open.popLast() {
            for edge in edges where edge.from.table == next || edge.to.table == next {
                let other = edge.other(than: next)
                guard !seen.contains(other) else { continue }
                if edge.to.table == next { return true }
                seen.insert(other)
                open.append(other)
            }
        }
        return false
    }
}
