import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import Testing

@Suite("Days in zones")
struct ZoneTests {
    /// Moments around midnight in UTC, the same as clock times without a zone, and days.
    private static func moments(_ engine: Engine) -> [Statement] {
        let (moment, clock): (Statement, Statement) =
            switch engine {
            case .sqlite: ("TIMESTAMP", "TEXT")
            case .postgresql: ("TIMESTAMPTZ", "TIMESTAMP")
            case .mariadb: ("TIMESTAMP NULL", "DATETIME")
            }
        let rows = [(1, "2026-03-31 15:59:59"), (2, "2026-03-31 16:00:00"), (3, "2026-04-01 15:59:59"), (4, "2026-04-01 16:00:00")]
        let zone = engine == .mariadb ? "" : "Z"
        return ["CREATE TABLE moments (id INTEGER PRIMARY KEY, at \(moment), wall \(clock), day DATE)"]
            + rows.map { id, time -> Statement in
                "INSERT INTO moments VALUES (\(Int64(id)), \(time + zone), \(time), \(String(time.prefix(10))))"
            } + ["INSERT INTO moments VALUES (5, NULL, NULL, NULL)"]
    }

    private static func ids(_ fixture: RecordsFixture, _ filter: JSONValue, zone: String) async throws -> [Int64] {
        var request = ListRequest()
        (request.filter, request.fields) = (filter, ["id"])
        let call = try fixture.call("moments", zone: try #require(CalendarZone(zone)))
        return try JSONValue(parsing: try await fixture.records.list(request, call).json.bytes)["data"]?.array?.compactMap { $0["id"]?.int } ?? []
    }

    @Test(
        "a day begins and ends when it does in the zone of the call; days and times without a zone are the same everywhere",
        arguments: Engine.allCases)
    func days(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine, Self.moments(engine)) { fixture in
            for (filter, zone, expected) in [
                (["at": ["$dateOn": "2026-04-01"]], "UTC", [3, 4]), (["at": ["$dateOn": "2026-04-01"]], "+08:00", [2, 3]),
                (["at": ["$dateOn": "2026-04-01"]], "Asia/Shanghai", [2, 3]), (["at": ["$dateNotOn": "2026-04-01"]], "+0800", [1, 4, 5]),
                (["at": ["$dateBefore": "2026-04-01"]], "+08:00", [1]), (["at": ["$dateNotBefore": "2026-04"]], "+08:00", [2, 3, 4]),
                (["at": ["$dateAfter": "2026-04-01"]], "+08:00", [4]),
                (["at": ["$dateBetween": ["2026-03-31", "2026-04-01"]]], "+08:00", [1, 2, 3]),
                (["at": ["$dateOn": "2026-Q1"]], "+08:00", [1]), (["at": ["$dateOn": "2026W14"]], "+08:00", [1, 2, 3, 4]),
                (["at": ["$dateOn": "2026-03-31"]], "America/New_York", [1, 2]), (["day": ["$dateOn": "2026-04-01"]], "+08:00", [3, 4]),
            ] as [(JSONValue, String, [Int64])] {
                let found = try await Self.ids(fixture, filter, zone: zone)
                #expect(found == expected, "\(filter) \(zone)")
            }
            guard engine != .sqlite else { return }
            #expect(try await Self.ids(fixture, ["wall": ["$dateOn": "2026-04-01"]], zone: "+08:00") == [3, 4])
        }
    }

    @Test("rows are grouped by a date format, in the zone of the call", arguments: Engine.allCases)
    func formats(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine, Self.moments(engine)) { fixture in
            func groups(_ field: String, _ format: JSONValue, zone: String = "UTC") async throws -> [String] {
                var request = QueryRequest()
                request.measures = [["field": "*", "aggregation": "count", "alias": "n"]]
                request.dimensions = [["field": .string(field), "alias": "d", "format": format]]
                request.filter = ["id": ["$lt": 5]]
                let call = try fixture.call("moments", zone: try #require(CalendarZone(zone)))
                let answer = try JSONValue(parsing: try await fixture.records.query(request, call).json.bytes)
                return answer["data"]?.array?.map { "\($0["d"]?.string ?? "∅") \($0["n"]?.int ?? 0)" } ?? []
            }
            let months = try await groups("at", "YYYY-MM")
            #expect(months == ["2026-03 2", "2026-04 2"])
            #expect(try await groups("at", "YYYY-MM", zone: "+08:00") == ["2026-03 1", "2026-04 3"])
            #expect(try await groups("at", "YYYY-MM-DDTHH:mm", zone: "-00:30").first == "2026-03-31T15:29 1")
            #expect(try await groups("day", "DD/MM/YYYY", zone: "+08:00") == ["01/04/2026 2", "31/03/2026 2"])
            for (field, format) in [("id", "YYYY"), ("at", "Month"), ("at", "%Y"), ("at", ""), ("at", 1)] as [(String, JSONValue)] {
                #expect(try await refusal { _ = try await groups(field, format) }.code == .invalidArgument)
            }
            guard engine != .postgresql else {
                #expect(try await groups("at", "YYYY-MM", zone: "Asia/Shanghai") == ["2026-03 1", "2026-04 3"])
                return
            }
            #expect(try await refusal { _ = try await groups("at", "YYYY", zone: "Asia/Shanghai") }.code == .invalidArgument)
        }
    }

    @Test(
        "what is no zone is none", arguments: ["", "+8", "08:00", "+19:00", "+08:60", "+1:234", "Mars/Olympus", "../../etc/passwd", "/etc/localtime"])
    func zones(text: String) {
        #expect(CalendarZone(text) == nil)
    }
}
