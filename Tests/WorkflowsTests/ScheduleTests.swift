import Access
import JSON
import Notation
import Testing

@testable import Workflows

@Suite("Schedules")
struct ScheduleTests {
    private func next(_ cron: String, after time: String, in zone: String = "UTC") throws -> String? {
        let start = try #require(Timestamp(rfc3339: time))
        let rules = try ZoneRules(named: zone, argument: "timezone")
        return try CronExpression(cron, argument: "repeat").next(after: start, in: rules)?.rfc3339
    }

    @Test(
        "The next time of an expression in UTC",
        arguments: [
            ("*/15 * * * *", "2026-06-01T10:07:00Z", "2026-06-01T10:15:00Z"), ("0 9 * * 1-5", "2026-06-05T09:00:00Z", "2026-06-08T09:00:00Z"),
            ("0 9 * * mon-fri", "2026-06-05T09:00:00Z", "2026-06-08T09:00:00Z"), ("30 23 31 * *", "2026-04-01T00:00:00Z", "2026-05-31T23:30:00Z"),
            ("0 0 29 2 *", "2026-01-01T00:00:00Z", "2028-02-29T00:00:00Z"), ("0 0 13 * 5", "2026-06-01T00:00:00Z", "2026-06-05T00:00:00Z"),
            ("5 0 * * 7", "2026-06-06T12:00:00Z", "2026-06-07T00:05:00Z"), ("0 12 1 jan,jul *", "2026-02-01T00:00:00Z", "2026-07-01T12:00:00Z"),
            ("20 0 6 * * *", "2026-06-01T06:00:19Z", "2026-06-01T06:00:20Z"), ("59 23 31 12 *", "2026-12-31T23:59:00Z", "2027-12-31T23:59:00Z"),
        ])
    func utc(cron: String, after: String, expected: String) throws {
        #expect(try next(cron, after: after) == expected)
    }

    /// 2026: the clocks of Vienna go forward on 29 March at 01:00Z and back on 25 October at 01:00Z.
    @Test(
        "A time that the clocks skip is the moment of the jump, one that they show twice counts once",
        arguments: [
            ("30 2 * * *", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"), ("30 2 * * *", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"),
            ("30 2 * * *", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00Z"), ("30 2 * * *", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"),
            ("0 9 * * *", "2026-03-28T12:00:00Z", "2026-03-29T07:00:00Z"), ("0 9 * * *", "2026-10-25T12:00:00Z", "2026-10-26T08:00:00Z"),
            ("0 0 * * *", "2040-07-01T12:00:00Z", "2040-07-01T22:00:00Z"), ("0 0 * * *", "2040-01-01T12:00:00Z", "2040-01-01T23:00:00Z"),
        ])
    func vienna(cron: String, after: String, expected: String) throws {
        #expect(try next(cron, after: after, in: "Europe/Vienna") == expected)
    }

    @Test("Zones of the south and of whole days count too")
    func others() throws {
        // Sydney is at +11:00 in January and +10:00 in July; Apia at +13:00.
        #expect(try next("0 6 * * *", after: "2026-01-10T00:00:00Z", in: "Australia/Sydney") == "2026-01-10T19:00:00Z")
        #expect(try next("0 6 * * *", after: "2026-07-10T00:00:00Z", in: "Australia/Sydney") == "2026-07-10T20:00:00Z")
        #expect(try next("0 6 * * *", after: "2026-07-10T00:00:00Z", in: "Pacific/Apia") == "2026-07-10T17:00:00Z")
    }

    @Test("The rule of a TZ string gives the offset of any year")
    func posix() throws {
        let vienna = try #require(PosixZone("CET-1CEST,M3.5.0,M10.5.0/3"))
        #expect(vienna.offset(at: 1_774_745_999) == 3_600 && vienna.offset(at: 1_774_746_000) == 7_200)
        #expect(PosixZone("<+03>-3")?.offset(at: 0) == 10_800 && PosixZone("EST5EDT,M3.2.0,M11.1.0")?.offset(at: 1_780_000_000) == -14_400)
        #expect(PosixZone("") == nil && PosixZone("CET-1CEST") == nil && PosixZone("X1") == nil)
    }

    @Test(
        "An invalid schedule is refused with the expected format",
        arguments: [
            (["repeat": "every day"], "is not a cron expression"), (["repeat": "61 * * * *"], "minute '61'"),
            (["repeat": "0 9 * * 9"], "weekday '9'"), (["repeat": "* 0 9 * * *"], "seconds"), (["repeat": "0 0 30 2 *"], "never matches"),
            (["repeat": "0 9 * * *", "timezone": "Mars/Olympus"], "is not a time zone"),
            (["repeat": "0 9 * * *", "timezone": "../../etc/passwd"], "is not a time zone"), ([:], "expected repeat"),
            (["repeat": "0 9 * * *", "startsOn": "tomorrow"], "expected a time with a zone"), (["every": "1h"], "'every' is not used here"),
        ] as [(JSONObject, String)])
    func refused(config: JSONObject, words: String) {
        let error = #expect(throws: Refusal.self) { _ = try Schedule(config) }
        #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
    }

    @Test("A schedule begins and ends at its configured times")
    func bounds() throws {
        let schedule = try Schedule(["repeat": "0 * * * *", "startsOn": "2030-01-01T12:00:00Z", "endsOn": "2030-01-01T13:30:00Z"])
        let times = ["2029-06-01T00:00:00Z", "2030-01-01T12:00:00Z", "2030-01-01T13:00:00Z"].map { Timestamp(rfc3339: $0).flatMap(schedule.next) }
        #expect(times.map { $0?.rfc3339 } == ["2030-01-01T12:00:00Z", "2030-01-01T13:00:00Z", nil])
        let once = try Schedule(["startsOn": "2030-01-01T12:00:00Z"])
        #expect(once.next(after: .now)?.rfc3339 == "2030-01-01T12:00:00Z" && Timestamp(rfc3339: "2030-01-01T12:00:00Z").flatMap(once.next) == nil)
    }
}
