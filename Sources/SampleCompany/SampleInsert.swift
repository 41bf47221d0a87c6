import SQL

/// Collects rows of one table and sends them in chunks of one size, so that the engine prepares few statements.
struct SampleInsert {
    static let chunk = 40

    private let head: Statement
    private var waiting: [Statement] = []

    /// - Parameter head: `INSERT INTO table (columns) VALUES `.
    init(_ head: Statement) { self.head = head }

    var count: Int { waiting.count }

    mutating func add(_ row: Statement) { waiting.append(row) }

    /// Sends every complete chunk; with `all`, also the remaining rows.
    mutating func flush(to connection: any Connection, all: Bool = false) throws {
        var sent = 0
        while waiting.count - sent >= (all ? 1 : Self.chunk) {
            let end = min(sent + Self.chunk, waiting.count)
            try connection.execute(head + Statement.joined(waiting[sent..<end], by: ", "))
            sent = end
        }
        waiting.removeFirst(sent)
    }
}

/// An amount in cents, stored as an exact decimal.
struct Cents: SQLValueConvertible {
    let count: Int
    init(_ count: Int) { self.count = count }

    var sqlValue: SQLValue {
        let rest = count % 100
        return .decimal("\(count / 100).\(rest < 10 ? "0" : "")\(rest)")
    }
}
