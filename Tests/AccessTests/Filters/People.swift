import Catalog
import GatehouseTesting
import JSON
import SQL
import SQLSyntax
import Testing

/// A few rows with every kind of null, in plain Swift and in a database.
struct Person: Sendable {
    var id: Int64
    var name: String?
    var tier: String?
    var active: Bool?
    var balance: Double?
    var born: String?
    var seen: String?
    var ref: String?
    var city: Int64?

    static let all = [
        Person(
            id: 1, name: "Ann", tier: "gold", active: true, balance: 10.25, born: "1990-01-31", seen: "2026-01-02T03:04:05Z", ref: uuid(1), city: 1),
        Person(
            id: 2, name: "Bob", tier: "silver", active: false, balance: -3, born: "2000-02-29", seen: "2026-01-02T23:59:59Z", ref: uuid(2), city: 1),
        Person(id: 3, name: "100% Joe_y!", tier: nil, active: nil, balance: 0, born: nil, seen: nil, ref: nil, city: 2),
        Person(id: 4, name: "", tier: "gold", active: true, balance: nil, born: "1985-12-01", seen: "2025-06-30T00:00:00Z", ref: nil, city: nil),
        Person(id: 5, name: nil, tier: "", active: false, balance: 10.5, born: "1990-02-01", seen: "2026-03-01T12:00:00Z", ref: uuid(5), city: 3),
        Person(id: 6, name: "annette", tier: "bronze", active: true, balance: 1_000_000.75, born: nil, seen: nil, ref: nil, city: 2),
    ]

    static func uuid(_ number: Int) -> String { "00000000-0000-4000-8000-00000000000\(number)" }
}

struct City: Sendable {
    var id: Int64
    var name: String
    var country: String?
    static let all = [
        City(id: 1, name: "Bern", country: "CH"), City(id: 2, name: "Graz", country: "AT"), City(id: 3, name: "Nowhere", country: nil),
        City(id: 4, name: "Empty", country: "CH"),
    ]
}

extension DataEngine {
    /// Runs `body` with people and cities in a database, and the catalogue that the engine itself reports.
    func withPeople(_ body: (any Database, SourceCatalog) async throws -> Void) async throws {
        try await withDatabase { database in
            try await database.setUp { connection in
                try connection.execute("CREATE TABLE cities (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country VARCHAR(2))")
                let isMySQL = connection.dialect == .mysql
                let time: Statement = isMySQL ? "TIMESTAMP NULL" : connection.dialect == .postgresql ? "TIMESTAMPTZ" : "TIMESTAMP"
                try connection.execute(
                    """
                    CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, tier VARCHAR(20), active BOOLEAN, balance NUMERIC(12,2), born DATE,
                    seen \(time), ref UUID, city_id INTEGER REFERENCES cities (id))
                    """)
                for city in City.all { try connection.execute("INSERT INTO cities VALUES (\(city.id), \(city.name), \(city.country))") }
                for row in Person.all {
                    let seen = isMySQL ? row.seen?.replacing("T", with: " ").replacing("Z", with: "") : row.seen
                    try connection.execute(
                        """
                        INSERT INTO people VALUES (\(row.id), \(row.name), \(row.tier), \(row.active), \(row.balance), \(row.born), \(seen),
                        \(row.ref), \(row.city))
                        """)
                }
            }
            let schema = try await database.reflect(.patient)
            let collections = SchemaReading.collections(of: schema, source: "main", dialect: database.dialect)
            try await body(database, SourceCatalog(source: "main", dialect: database.dialect, collections: collections))
        }
    }
}

extension SourceCatalog {
    /// The ids of the people that match a filter, according to the database.
    func people(
        where json: String, in database: any Database, entering: (@Sendable (Relation) -> FilterWriter.RelatedCollection?)? = nil
    ) async throws -> [Int64] {
        let people = try #require(self["people"])
        let filter = try FilterReader { self[$0.target] }.read(JSONValue(parsing: json), on: people)
        return try await ids(filter, in: database, entering: entering)
    }

    func ids(_ filter: Filter, in database: any Database, entering: (@Sendable (Relation) -> FilterWriter.RelatedCollection?)? = nil) async throws
        -> [Int64]
    {
        let people = try #require(self["people"])
        let writer = FilterWriter(
            dialect: dialect, catalog: { self[$0] }, entering: entering ?? { self[$0.target].map { FilterWriter.RelatedCollection(collection: $0) } })
        let alias = Identifier("t")
        let condition = try writer.condition(filter, on: people, alias: alias)
        return try await database.read(.patient) { connection in
            try connection.all("SELECT \(alias).id FROM \(people.reference(as: alias)) WHERE \(condition) ORDER BY 1") { $0.int(0) ?? 0 }
        }
    }
}
