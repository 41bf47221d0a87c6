package import SQL
import SQLSyntax

/// A fictional coffee roaster with three years of trade up to 2026-06-30: the rows are the same on every machine and in every version.
///
/// At scale 1 it has exactly 50,000 orders; at scale N it has N times the customers and orders.
package struct SampleCompany: Sendable {
    /// Range: 1...1,000.
    package let scale: Int

    /// - Throws: ``SampleError`` when the scale is out of range.
    package init(scale: Int = 1) throws(SampleError) {
        guard (1...1000).contains(scale) else { throw SampleError(code: .scale, reason: "scale: expected 1 to 1000, found \(scale)") }
        self.scale = scale
    }

    /// Creates the tables and fills them in one transaction.
    /// - Parameter replacing: whether to drop tables with the same names first; otherwise they cause a refusal.
    /// - Returns: rows by table, in the order of loading.
    /// - Throws: ``SampleError``, `DatabaseError`.
    @discardableResult
    package func load(into database: any Database, replacing: Bool = false) async throws -> [(table: String, rows: Int)] {
        let scale = scale
        let bounds = CallBounds.within(.seconds(120 * scale))
        if !replacing {
            let present = Set(try await database.reflect(bounds).tables.map(\.name)).intersection(SampleSchema.tables)
            if let first = present.min() {
                throw SampleError(code: .exists, reason: "the table \"\(first)\" exists already: choose an empty database, or say to replace it")
            }
        }
        return try await database.write(bounds) { connection in
            if replacing { for statement in SampleSchema.drop(connection.dialect) { try connection.execute(statement) } }
            for statement in SampleSchema.create(connection.dialect) { try connection.execute(statement) }
            let calendar = SampleCalendar()
            let staff = try SampleStaff(calendar: calendar, connection: connection)
            let customers = try SampleCustomers(scale: scale, calendar: calendar, connection: connection)
            let trade = try SampleTrade(scale: scale, staff: staff, customers: customers, calendar: calendar, connection: connection)
            for statement in SampleSchema.indexes { try connection.execute(statement) }
            let rows = staff.rows + [customers.count] + trade.rows
            if connection.dialect == .postgresql { try Self.moveSequences(connection) }
            return Array(zip(SampleSchema.tables, rows)).map { (table: $0.0, rows: $0.1) }
        }
    }

    /// Sets the sequences of PostgreSQL's identity columns, because the rows were inserted with their ids.
    private static func moveSequences(_ connection: any Connection) throws {
        for table in SampleSchema.tables {
            _ = try connection.first("SELECT setval(pg_get_serial_sequence(\(table), 'id'), (SELECT max(id) FROM \(Identifier(table))))") {
                $0.int(0)
            }
        }
    }
}
