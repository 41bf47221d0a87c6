import GatehouseTesting
import Notation
import SQL
import SQLSyntax
import Testing

@testable import SampleCompany
@testable import Server

@Suite("The sample company")
struct SampleCompanyTests {
    /// These and the other figures of scale 1 were counted and hashed in the file that it makes by Python's SQLite, not by this code.
    private static let rows = [22, 164, 82, 8000, 50_000, 114_709, 34_847, 1481]

    @Test(
        "tables that are there are a reason to refuse, unless they are to be replaced; scale 1 is the same rows for ever, which agree with each other"
    )
    func scaleOne() async throws {
        try await StoreEngine.sqlite.withDatabase { database in
            try await database.write(.patient) { try $0.execute("CREATE TABLE orders (mine TEXT)") }
            let refused = await #expect(throws: SampleError.self) { try await SampleCompany().load(into: database) }
            #expect(refused?.code == .exists && refused?.reason.contains("\"orders\"") == true)
            let tables = try await database.reflect(.patient).tables.map(\.name)
            #expect(tables == ["orders"])
            let loaded = try await SampleCompany().load(into: database, replacing: true)
            #expect(loaded.map(\.table) == ["stores", "employees", "products", "customers", "orders", "order_lines", "shipments", "returns"])
            #expect(loaded.map(\.rows) == Self.rows)
            try await database.read(.patient) { connection in
                for (promise, statement) in Self.promises {
                    let broken = try connection.first(statement) { $0.int(0) ?? -1 }
                    #expect(broken == 0, "\(promise)")
                }
                var hash = FNV()
                for table in loaded.map(\.table) { try hash.add(table, connection) }
                #expect(hash.text == "49a99543c0dbd1aa")
            }
        }
    }

    /// Each counts the rows that break it.
    private static let promises: [(String, Statement)] = [
        (
            "an order's total is the sum of its lines",
            """
            SELECT count(*) FROM orders o WHERE CAST(round(total * 100) AS INTEGER)
              <> (SELECT sum(CAST(round(line_total * 100) AS INTEGER)) FROM order_lines l WHERE l.order_id = o.id)
            """
        ),
        ("every order has lines", "SELECT count(*) FROM orders WHERE id NOT IN (SELECT order_id FROM order_lines)"),
        (
            "orders lie within three years",
            "SELECT count(*) FROM orders WHERE ordered_at < '2023-07-01' OR ordered_at >= '2026-07-01' OR \"updatedAt\" >= '2026-07-01'"
        ),
        (
            "parcels leave after the order",
            "SELECT count(*) FROM shipments s JOIN orders o ON o.id = s.order_id WHERE s.shipped_at <= o.ordered_at OR s.shipped_at >= '2026-07-01'"
        ),
        ("parcels arrive by the last day", "SELECT count(*) FROM shipments WHERE delivered_at <= shipped_at OR delivered_at >= '2026-07-01'"),
        (
            "status and parcel agree",
            """
            SELECT count(*) FROM orders o LEFT JOIN shipments s ON s.order_id = o.id WHERE o.channel <> 'store' AND
              ((o.status IN ('delivered', 'returned')) <> (s.delivered_at IS NOT NULL) OR (o.status = 'shipped') <> (s.status IS 'in_transit'))
            """
        ),
        (
            "goods come back after they arrived",
            "SELECT count(*) FROM returns r JOIN shipments s ON s.order_id = r.order_id WHERE r.requested_at <= s.delivered_at OR r.\"updatedAt\" >= '2026-07-01'"
        ),
        (
            "a return is of a line of its order",
            """
            SELECT count(*) FROM returns r JOIN order_lines l ON l.id = r.order_line_id WHERE l.order_id <> r.order_id OR r.quantity > l.quantity
              OR r.refund > l.line_total
            """
        ),
        (
            "customers came before they ordered",
            "SELECT count(*) FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.\"createdAt\" > o.ordered_at"
        ),
        (
            "who sold worked there that day",
            """
            SELECT count(*) FROM orders o JOIN employees e ON e.id = o.employee_id WHERE e.store_id <> o.store_id
              OR e.hired_on > substr(o.ordered_at, 1, 10) OR e.left_on < substr(o.ordered_at, 1, 10)
            """
        ),
        (
            "nothing is sold before it exists",
            """
            SELECT count(*) FROM order_lines l JOIN orders o ON o.id = l.order_id JOIN products p ON p.id = l.product_id
              JOIN stores s ON s.id = o.store_id WHERE p.launched_on > o.ordered_at OR s.opened_on > o.ordered_at
            """
        ),
        ("foreign keys hold", "SELECT count(*) FROM pragma_foreign_key_check"),
    ]

    @Test("a scale out of range is refused", arguments: [0, -1, 1001])
    func scale(_ scale: Int) {
        #expect(throws: SampleError.self) { try SampleCompany(scale: scale) }
    }

    @Test("PostgreSQL gets the same rows, and gives new ids after them")
    func postgreSQL() async throws {
        try await StoreEngine.postgresql.withDatabase { database in
            let loaded = try await SampleCompany().load(into: database)
            #expect(loaded.map(\.rows) == Self.rows)
            let facts = try await database.write(.patient) { connection in
                try connection.first(
                    """
                    WITH made AS (INSERT INTO stores (name, kind, city, region, country, opened_on)
                      VALUES ('New', 'kiosk', 'Turin', 'South', 'Italy', '2026-07-01') RETURNING id)
                    SELECT made.id, (SELECT CAST(sum(total) * 100 AS BIGINT) FROM orders), (SELECT count(*) FROM shipments WHERE delivered_at IS NULL) FROM made
                    """
                ) { [$0.int(0), $0.int(1), $0.int(2)] }
            }
            #expect(facts == [23, 994_243_297, 91])
        }
    }

    @Test("days are counted as the calendar counts them")
    func calendar() {
        // The POSIX formula for seconds since the epoch gives these days.
        for (date, day) in [((1970, 1, 1), 0), ((2000, 2, 29), 11016), ((2023, 7, 1), 19539), ((2024, 2, 29), 19782), ((2026, 6, 30), 20634)] {
            #expect(SampleCalendar.day(date.0, date.1, date.2) == day)
            #expect(SampleCalendar.civil(day) == CivilDate(year: date.0, month: date.1, day: date.2))
        }
        #expect(SampleCalendar.weekday(SampleCalendar.lastDay) == 1, "2026-06-30 is a Tuesday")
    }

    @Test("the random numbers equal those of SplitMix64")
    func random() {
        // First outputs for the seed 1234567, as the reference implementation of S. Vigna prints them.
        var random = SampleRandom(seed: 1_234_567)
        #expect((0..<3).map { _ in random.next() } == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    }
}

/// FNV-1a, 64 bits, over every value of a table's rows in the order of ids: text as UTF-8, each value ended by the byte 0x1F, null as nothing.
private struct FNV {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ table: String, _ connection: any Connection) throws {
        _ = try connection.query("SELECT * FROM \(Identifier(table)) ORDER BY id", limits: .none, columns: { _ in }) { row in
            for index in 0..<row.columnCount {
                if case .double(let value) = row.value(index) {
                    // Amounts with a fraction: as whole cents, so that no way of printing a number matters.
                    add(String(Int64((value * 100).rounded())))
                } else {
                    add(row.text(index) ?? "")
                }
            }
            return .more
        }
    }

    private mutating func add(_ text: String) {
        for byte in text.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
        state = (state ^ 0x1F) &* 0x100_0000_01B3
    }

    var text: String { String(state, radix: 16) }
}
