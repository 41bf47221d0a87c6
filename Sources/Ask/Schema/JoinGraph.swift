/// The possible joins between tables, with their columns.
package struct JoinGraph: Sendable {
    package struct Edge: Hashable, Sendable {
        /// The referencing column.
        package var from: ColumnID
        /// The referenced column, usually a key.
        package var to: ColumnID
        package var isDeclared: Bool

        func other(than table: Int) -> Int { from.table == table ? to.table : from.table }
    }

    /// Additional cost of a path through a table that both neighbours reference. Unit: joins.
    private static let turnCost = 0.3

    package private(set) var edges: [Edge]
    private var byTable: [Int: [Int]] = [:]

    package init(_ edges: [Edge]) {
        self.edges = edges
        for (number, edge) in edges.enumerated() {
            byTable[edge.from.table, default: []].append(number)
            if edge.to.table != edge.from.table { byTable[edge.to.table, default: []].append(number) }
        }
    }

    func edges(at table: Int) -> [Edge] { (byTable[table] ?? []).map { edges[$0] } }

    /// The shortest path from any table in `start` to `goal`, as edges in order. Nil if there is none. Inferred edges count double.
    /// - Parameter preference: the bonus of an edge that the question's words name.
    func path(from start: Set<Int>, to goal: Int, avoiding closed: Set<Int> = [], preference: (Edge) -> Double = { _ in 0 }) -> [Edge]? {
        if start.contains(goal) { return [] }
        var cost: [Int: Double] = [:]
        var way: [Int: (edge: Edge, before: Int)] = [:]
        for table in start { cost[table] = 0 }
        var open = start
        while let next = open.min(by: { (cost[$0] ?? 0, $0) < (cost[$1] ?? 0, $1) }) {
            open.remove(next)
            if next == goal { break }
            for edge in edges(at: next) {
                let other = edge.other(than: next)
                guard other != next, !closed.contains(other) || other == goal else { continue }
                // Two tables that reference a third are less related than two tables that a third references.
                let turn = edge.to.table == next && way[next]?.edge.to.table == next ? Self.turnCost : 0
                let sum = (cost[next] ?? 0) + self.cost(of: [edge], preference: preference) + turn
                if sum < (cost[other] ?? .infinity) - 1e-9 {
                    cost[other] = sum
                    way[other] = (edge, next)
                    open.insert(other)
                }
            }
        }
        guard way[goal] != nil else { return nil }
        var out: [Edge] = []
        var table = goal
        while let step = way[table], out.count < 12 {
            out.insert(step.edge, at: 0)
            table = step.before
            if start.contains(table) { return out }
        }
        return nil
    }

    func cost(of path: [Edge], preference: (Edge) -> Double) -> Double {
        path.reduce(0) { $0 + ($1.isDeclared ? 1 : 1.6) - preference($1) }
    }

    /// The number of joins between two tables. Nil if they do not connect.
    func distance(_ left: Int, _ right: Int) -> Int? { path(from: [left], to: right)?.count }

    /// The columns to which a column can be joined.
    func partners(of column: ColumnID) -> [ColumnID] {
        edges(at: column.table).compactMap { $0.from == column ? $0.to : $0.to == column ? $0.from : nil }
    }
}
