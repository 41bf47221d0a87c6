import Access
import Catalog
import GatehouseTesting
import JSON
import Records
import SQL
import SQLSyntax
import Testing

@Suite("Times of rows")
struct TimeTests {
    @Test("H06 times with a fraction of a second compare and sort in time", arguments: Engine.allCases)
    func fractions(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let moments = [
                "2026-01-01T00:00:00.1Z", "2026-01-01T01:00:00.123456+01:00", "2026-01-01T00:00:00Z", "2025-12-31T23:59:59.999999Z",
                "2026-01-01T00:00:01Z",
            ]
            let rows = JSONValue.array(moments.map { ["moment": .string($0)] })
            _ = try await fixture.records.create(CreateRequest(values: rows), fixture.call("kinds"))
            let cases: [(JSONValue, [Int64])] = [
                (["$gt": "2026-01-01T00:00:00Z", "$lt": "2026-01-01T00:00:01Z"], [1, 2]), (["$gte": "2026-01-01T00:00:00Z"], [1, 2, 3, 5]),
                (["$lt": "2026-01-01T00:00:00Z"], [4]), (["$lte": "2026-01-01T00:00:00Z"], [3, 4]), (["$eq": "2026-01-01T00:00:00.100Z"], [1]),
                (["$eq": "2026-01-01T05:30:00+05:30"], [3]), (["$ne": "2026-01-01T00:00:00Z"], [1, 2, 4, 5]),
                (["$in": ["2026-01-01T00:00:00.123456Z", "2026-01-01 00:00:01"]], [2, 5]), (["$notIn": ["2026-01-01"]], [1, 2, 4, 5]),
                (["$between": ["2025-12-31T23:59:59.999999Z", "2026-01-01T00:00:00.1Z"]], [1, 3, 4]),
            ]
            for (condition, expected) in cases {
                #expect(try await fixture.ids("kinds", filter: ["moment": condition]) == expected, "\(condition)")
            }
            #expect(try await fixture.ids("kinds", sort: ["moment"]) == [4, 3, 1, 2, 5])
            #expect(try await fixture.ids("kinds", sort: ["-moment"]) == [5, 2, 1, 3, 4])
        }
    }

    @Test("H06 server-managed times compare with whole seconds", arguments: Engine.allCases)
    func kept(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            _ = try await fixture.records.create(CreateRequest(values: ["name": "Di"]), fixture.call("customers"))
            let now = RecordsFixture.now
            for (condition, expected) in [(["$gte": .string(now)], [4]), (["$gt": .string(now)], []), (["$lte": .string(now)], [4])]
                as [(JSONValue, [Int64])]
            {
                #expect(try await fixture.ids("customers", filter: ["createdAt": condition]) == expected, "\(condition)")
            }
        }
    }

    @Test("H06 digits beyond the microsecond are refused, not dropped", arguments: Engine.allCases)
    func nanoseconds(_ engine: Engine) async throws {
        try await RecordsFixture.with(engine) { fixture in
            let refused = try await refusal {
                _ = try await fixture.records.create(CreateRequest(values: ["moment": "2026-01-01T00:00:00.123456789Z"]), fixture.call("kinds"))
            }
            #expect(refused.code == .invalidArgument && refused.reason.contains("six digits"), "\(refused)")
            #expect(try await fixture.count("SELECT count(*) FROM kinds") == 0)
            _ = try await fixture.records.create(CreateRequest(values: ["moment": "2026-01-01T00:00:00.123456000Z"]), fixture.call("kinds"))
        }
    }

    @Test(
        "a time without zone is kept and given back as it is, found by it, and one with an offset is refused",
        arguments: [Engine.postgresql, .mariadb])
    func withoutZone(_ engine: Engine) async throws {
        let type: Statement = engine == .postgresql ? "TIMESTAMP" : "DATETIME(6)"
        try await RecordsFixture.with(engine, ["CREATE TABLE shifts (id INTEGER PRIMARY KEY, starts \(type))"]) { fixture in
            // In many zones there is no such time on that day.
            let times = ["2026-03-29T02:30:00", "2026-10-25T02:30:00.250000", "2026-12-31T23:59:59.999999"]
            for (index, time) in times.enumerated() {
                let key = try JSONValue(parsing: String(index + 1))
                let values: JSONValue = ["id": key, "starts": .string(time)]
                _ = try await fixture.records.create(CreateRequest(values: values), fixture.call("shifts"))
                let shown = try JSONValue(parsing: try await fixture.records.get(GetRequest(key: key), fixture.call("shifts")).json.bytes)
                let starts = try #require(shown["data"]?["starts"])
                #expect(starts.string.map { time.hasPrefix($0) && !$0.hasSuffix("Z") } == true, "\(starts)")
                #expect(try await fixture.ids("shifts", filter: ["starts": starts]) == [Int64(index + 1)])
                var same = UpdateRequest(key: key, values: ["starts": starts])
                same.ifMatch = ["starts": starts]
                _ = try await fixture.records.update(same, fixture.call("shifts"))
                let again = try JSONValue(parsing: try await fixture.records.get(GetRequest(key: key), fixture.call("shifts")).json.bytes)
                #expect(again["data"]?["starts"] == starts)
            }
            #expect(try await fixture.ids("shifts", filter: ["starts": ["$dateOn": "2026-03-29"]]) == [1])
            #expect(try await fixture.ids("shifts", filter: ["starts": ["$gt": "2026-03-29 02:30", "$lte": "2026-10-25T02:30:00.25"]]) == [2])
            for time in ["2026-03-29T02:30:00Z", "2026-03-29T02:30:00+02:00", "2026-03-29 02:30:00-01:00", "2026-03-29", "2026-02-30T10:00:00"] {
                let refused = try await refusal {
                    _ = try await fixture.records.create(
                        CreateRequest(values: ["id": 9, "starts": .string(time)]), fixture.call("shifts"))
                }
                #expect(refused.code == .invalidArgument && refused.reason.contains("without an offset"), "\(refused)")
                guard time != "2026-03-29", time.count > 19 else { continue }
                let unfound = try await refusal { _ = try await fixture.ids("shifts", filter: ["starts": ["$gte": .string(time)]]) }
                #expect(unfound.reason.contains("without an offset"), "\(unfound)")
            }
            #expect(try await fixture.count("SELECT count(*) FROM shifts") == 3)
        }
    }

    private static let spelled: [Statement] = [
        "CREATE TABLE visits (id INTEGER PRIMARY KEY, ts TIMESTAMP, due DATE, at TIME)", "CREATE INDEX visits_ts ON visits (ts)",
        """
        INSERT INTO visits (id, ts, due, at) VALUES (1, '2026-01-01 10:00:00', '2026-01-01', '17:05'), (2, '2026-01-01T10:00:00.5Z', '2026-01-02', '17:05:30'),
          (3, '2026-01-01', NULL, NULL), (4, '2026-01-01T10:00:00+02:00', NULL, '09:00:00.250'), (5, '2026-01-01T09:30', NULL, NULL),
          (6, '2026-01-01T23:30:00-14:00', NULL, NULL), (7, 1767225600, NULL, NULL), (8, 'soon', NULL, NULL), (9, NULL, NULL, NULL)
        """,
        "CREATE TABLE stamps (ts DATETIME PRIMARY KEY, word VARCHAR(10))", "INSERT INTO stamps VALUES ('2026-01-01 10:00:00', 'a')",
        "CREATE TABLE strict_times (id INTEGER PRIMARY KEY, word TEXT, \(Identifier("createdAt")) TEXT) STRICT",
    ]

    @Test("H06 on SQLite times of every spelling compare and sort by their meaning, and a displayed time is found again")
    func spellings() async throws {
        try await RecordsFixture.with(.sqlite, Self.spelled) { fixture in
            let cases: [(JSONValue, [Int64])] = [
                (["ts": "2026-01-01T10:00:00Z"], [1]), (["ts": ["$gte": "2026-01-01T00:00:00Z", "$lt": "2026-01-02T00:00:00Z"]], [1, 2, 3, 4, 5]),
                (["ts": ["$gt": "2026-01-01T09:00:00Z"]], [1, 2, 5, 6]), (["ts": ["$lt": "2026-01-01T09:00:00Z"]], [3, 4]),
                (["ts": ["$ne": "2026-01-01T10:00:00Z"]], [2, 3, 4, 5, 6, 7, 8, 9]), (["ts": "2026-01-02T13:30:00Z"], [6]),
                (["ts": 1_767_225_600], [7]),
                (["due": ["$gte": "2026-01-01T12:00:00Z"]], [2]), (["due": ["$lte": "2026-01-01"]], [1]), (["at": "17:05:00"], [1]),
                (["at": ["$gt": "17:05"]], [2]), (["at": "09:00:00.25"], [4]),
            ]
            for (filter, expected) in cases { #expect(try await fixture.ids("visits", filter: filter) == expected, "\(filter)") }
            #expect(try await fixture.ids("visits", sort: ["ts"]) == [3, 4, 5, 1, 2, 6, 7, 8, 9])
            #expect(try await fixture.ids("visits", sort: ["-ts"]) == [6, 2, 1, 5, 4, 3, 8, 7, 9])
            var request = ListRequest()
            (request.fields, request.filter) = (["id", "ts"], ["id": ["$lte": 6]])
            let shown = try JSONValue(parsing: try await fixture.records.list(request, fixture.call("visits")).json.bytes)
            for row in try #require(shown["data"]?.array) {
                let (id, ts) = (try #require(row["id"]?.int), try #require(row["ts"]))
                #expect(try await fixture.ids("visits", filter: ["ts": ts]) == [id], "\(ts)")
            }
            let key = GetRequest(key: "2026-01-01T11:00:00+01:00")
            #expect(
                try await fixture.records.get(key, fixture.call("stamps")).json.description == #"{"data":{"ts":"2026-01-01T10:00:00Z","word":"a"}}"#)
            let strict = CreateRequest(values: ["word": "x"])
            let answer = try await fixture.records.create(strict, fixture.call("strict_times"))
            #expect(answer.json.description == #"{"data":{"id":1,"word":"x","createdAt":"2026-07-01T12:00:00.000000Z"}}"#)
            #expect(try await fixture.ids("strict_times", filter: ["createdAt": ["$gte": "2026-07-01T12:00:00Z"]]) == [1])
        }
    }

    @Test("an index on a column of times serves a filter on SQLite")
    func index() async throws {
        try await RecordsFixture.with(.sqlite, Self.spelled) { fixture in
            let visits = try fixture.call("visits").rights.collection
            for json: JSONValue in [["ts": ["$gt": "2026-01-01T00:00:00Z"]], ["ts": "2026-01-01T00:00:00Z"], ["ts": ["$lt": "2026-01-01T00:00:00Z"]]]
            {
                let filter = try FilterReader { _ in nil }.read(json, on: visits)
                let writer = FilterWriter(dialect: .sqlite, catalog: { _ in nil }, entering: { _ in nil })
                let condition = try writer.condition(filter, on: visits, alias: Identifier("t"))
                let plan = try await fixture.database.read(.patient) { connection in
                    try connection.all("EXPLAIN QUERY PLAN SELECT * FROM visits AS t WHERE \(condition)") { $0.text(3) ?? "" }
                }
                #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH t USING INDEX visits_ts"), "\(plan)")
            }
        }
    }
}
