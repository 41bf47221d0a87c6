import Ask
import GatehouseTesting
import SQL
import SQLSyntax
import Testing

/// Rules of English on a small made-up ferry company: two keys to one table, a key that is not declared, a flag beside its noun, adjectives that
/// choose an order or a column.
@Suite("Questions on a ferry company")
struct FerryQuestionTests {
    @Test(
        "A question gives the rows of its reference",
        arguments: [
            ("Which harbor has the shortest opening time?", "SELECT harbor_name FROM harbors ORDER BY opening_time LIMIT 1"),
            ("What is the shortest opening time of a harbor?", "SELECT min(opening_time) FROM harbors"),
            (
                "Show the name and the launch year of the boat of the youngest skipper",
                "SELECT skipper_name, boat_launch_year FROM skippers ORDER BY age LIMIT 1"
            ),
            ("How much does the most recent repair cost?", "SELECT repair_cost FROM repairs ORDER BY repair_date DESC LIMIT 1"),
            (
                "How many official tongues does Lindvik have?",
                "SELECT count(*) FROM tongues t JOIN harbors h ON h.harbor_code = t.harbor_code WHERE h.harbor_name = 'Lindvik' AND t.is_official = 'T'"
            ),
            (
                "How many trips does the carrier 'North Line' have?",
                "SELECT count(*) FROM trips t JOIN carriers c ON c.carrier_no = t.carrier WHERE c.carrier = 'North Line'"
            ),
            (
                "How many trips depart from the town Moss?",
                "SELECT count(*) FROM trips t JOIN harbors h ON h.harbor_code = t.origin_harbor WHERE h.town = 'Moss'"
            ),
            (
                "How many trips arrive in the town Moss?",
                "SELECT count(*) FROM trips t JOIN harbors h ON h.harbor_code = t.destination_harbor WHERE h.town = 'Moss'"
            ),
            ("How many trips have not gone through any repair?", "SELECT count(*) FROM trips WHERE trip_no NOT IN (SELECT trip_no FROM repairs)"),
            (
                "Find the longest delay for each kind of trip. List the longest delay and the trip kind.",
                "SELECT trip_kind, max(delay) FROM trips GROUP BY trip_kind"
            ),
            (
                "List the number of different trip kinds and delays in the trips table",
                "SELECT count(DISTINCT trip_kind), count(DISTINCT delay) FROM trips"
            ),
            ("Which vessels are unsold?", "SELECT vessel FROM vessels WHERE sold_on IS NULL"),
            ("How many vessels have been sold?", "SELECT count(*) FROM vessels WHERE sold_on IS NOT NULL"),
            ("What is the smallest delay and its trip kind?", "SELECT delay, trip_kind FROM trips ORDER BY delay LIMIT 1"),
            (
                "List the tongues of the harbor with the shortest opening time",
                "SELECT t.tongue FROM tongues t JOIN harbors h ON h.harbor_code = t.harbor_code WHERE h.opening_time = 5.0"
            ),
            (
                "Which official tongues are used in Lindvik?",
                "SELECT t.tongue FROM tongues t WHERE t.harbor_code = 'LIN' AND t.is_official = 'T'"
            ),
            (
                "List the names of the skippers and their ages ordered by their launch year",
                "SELECT skipper_name, age FROM skippers ORDER BY boat_launch_year"
            ),
        ])
    func patterns(question: String, reference: String) async throws {
        try await Self.withFerries { database, index in
            let reading = await Reading.probed(question, index, on: database)
            let printed = reading.status == .answered ? reading.statement?.printed(for: .sqlite) : nil
            let sql = try #require(printed, "\(question): \(reading.reason ?? "")")
            let isRight = try await ResultRows(reference, on: database, .patient).agree(with: ResultRows(sql, on: database, .patient))
            #expect(isRight, "\(question): \(sql)")
        }
    }

    @Test(
        "What cannot be decided or expressed is not answered",
        arguments: [
            "How many trips depart from the town Moss and have the destination town Lier?", "How many trips have the harbor town Moss?",
            "Which harbors have no trips?",
            "What are the kinds of the trips of the most common carrier and their repair dates?",
        ])
    func declined(question: String) async throws {
        try await Self.withFerries { database, index in
            let reading = await Reading.probed(question, index, on: database)
            #expect(reading.status != .answered, "\(question): \(reading.interpretation)")
        }
    }

    private static func withFerries(_ body: (any Database, SourceIndex) async throws -> Void) async throws {
        let folder = try TemporaryDirectory()
        let database = try SQLiteDatabase(path: folder.path(of: "ferries.sqlite"))
        try await database.write(.patient) { connection in
            for statement in script { try connection.execute(Statement(verbatim: statement)) }
        }
        try await body(database, SourceReader.whole(database, .patient))
    }

    private static let script = [
        "CREATE TABLE carriers (carrier_no INTEGER PRIMARY KEY, carrier TEXT, nation TEXT)",
        "CREATE TABLE harbors (harbor_code TEXT PRIMARY KEY, harbor_name TEXT, town TEXT, nation TEXT, opening_time REAL)",
        """
        CREATE TABLE trips (trip_no INTEGER PRIMARY KEY, carrier INTEGER, origin_harbor TEXT REFERENCES harbors(harbor_code),
          destination_harbor TEXT REFERENCES harbors(harbor_code), trip_kind TEXT, delay INTEGER)
        """,
        "CREATE TABLE skippers (skipper_id INTEGER PRIMARY KEY, skipper_name TEXT, age INTEGER, boat TEXT, boat_launch_year INTEGER)",
        "CREATE TABLE repairs (repair_id INTEGER PRIMARY KEY, trip_no INTEGER REFERENCES trips(trip_no), repair_date TEXT, repair_cost REAL)",
        """
        CREATE TABLE tongues (harbor_code TEXT REFERENCES harbors(harbor_code), tongue TEXT, is_official TEXT, share_of_people REAL,
          PRIMARY KEY (harbor_code, tongue))
        """,
        "INSERT INTO carriers VALUES (1, 'North Line', 'Norway'), (2, 'Fjord Boats', 'Norway'), (3, 'Belt Ferries', 'Denmark')",
        """
        INSERT INTO harbors VALUES ('LIN', 'Lindvik', 'Lier', 'Norway', 6.5), ('MOS', 'Mossehavn', 'Moss', 'Norway', 5.0),
          ('HOR', 'Horten Pier', 'Horten', 'Norway', 7.25), ('AAR', 'Aarsund', 'Moss', 'Denmark', 8.0)
        """,
        """
        INSERT INTO trips VALUES (10, 1, 'LIN', 'MOS', 'night', 5), (11, 1, 'MOS', 'LIN', 'day', 0), (12, 2, 'MOS', 'HOR', 'day', 12),
          (13, 3, 'AAR', 'MOS', 'night', 3), (14, 3, 'HOR', 'LIN', 'day', 3)
        """,
        """
        INSERT INTO skippers VALUES (1, 'Ole Dahl', 61, 'Terna', 1999), (2, 'Siri Moe', 33, 'Havlys', 2004), (3, 'Per Lie', 47, 'Skarv', 2012)
        """,
        """
        INSERT INTO repairs VALUES (1, 10, '2025-01-10', 900), (2, 10, '2025-04-02', 120), (3, 12, '2025-02-01', 455.5)
        """,
        "CREATE TABLE vessels (vessel_id INTEGER PRIMARY KEY, vessel TEXT, sold_on DATE)",
        "INSERT INTO vessels VALUES (1, 'Terna', '2024-05-06'), (2, 'Havlys', NULL), (3, 'Skarv', NULL)",
        """
        INSERT INTO tongues VALUES ('LIN', 'Bokmaal', 'T', 80), ('LIN', 'Nynorsk', 'T', 12), ('LIN', 'Sami', 'F', 8), ('MOS', 'Bokmaal', 'T', 95),
          ('MOS', 'Dansk', 'F', 3)
        """,
    ]
}
