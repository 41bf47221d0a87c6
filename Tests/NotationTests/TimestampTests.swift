import Testing

@testable import Notation

@Suite("Timestamps")
struct TimestampTests {
    /// Text as this type writes it, and microseconds since 1970.
    static let exact: [(String, Int64)] = [
        ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.999999Z", -1), ("2038-01-19T03:14:08Z", 2_147_483_648_000_000),
        ("2000-02-29T12:00:00Z", 951_825_600_000_000), ("2024-02-29T23:59:59.500000Z", 1_709_251_199_500_000),
        ("1900-03-01T00:00:00Z", -2_203_891_200_000_000), ("0000-01-01T00:00:00Z", -62_167_219_200_000_000),
        ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
    ]

    @Test("Text and microseconds are made from each other", arguments: exact)
    func roundTrip(text: String, microseconds: Int64) {
        #expect(Timestamp(rfc3339: text)?.microseconds == microseconds)
        #expect(Timestamp(microseconds: microseconds).rfc3339 == text)
    }

    @Test(
        "Zones, cases, long fractions and leap seconds are read",
        arguments: [
            ("1985-04-12T23:20:50.52Z", "1985-04-12T23:20:50.520000Z"), ("1996-12-19T16:39:57-08:00", "1996-12-20T00:39:57Z"),
            ("1990-12-31T23:59:60Z", "1991-01-01T00:00:00Z"), ("1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00Z"),
            ("1937-01-01T12:00:27.87+00:20", "1937-01-01T11:40:27.870000Z"), ("2024-01-01t00:00:00.123456789z", "2024-01-01T00:00:00.123456Z"),
        ])
    func reads(text: String, utc: String) { #expect(Timestamp(rfc3339: text)?.rfc3339 == utc) }

    @Test(
        "A text that is not a date-time is refused",
        arguments: [
            "", "2024-01-01", "2024-01-01T00:00:00", "2024-01-01 00:00:00Z", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-13-01T00:00:00Z",
            "2024-04-31T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01T12:00:60Z", "2024-01-01T00:00:00.Z",
            "2024-01-01T00:00:00+1:00", "2024-01-01T00:00:00Zx", "+2024-01-01T00:00:00Z", "0000-01-01T00:00:00+01:00", "２024-01-01T00:00:00Z",
        ])
    func refuses(text: String) { #expect(Timestamp(rfc3339: text) == nil) }

    @Test("Leap years follow the Gregorian rule", arguments: [(1900, 28), (2000, 29), (2023, 28), (2024, 29), (2100, 28), (2400, 29)])
    func leapYears(year: Int, days: Int) {
        #expect(CivilDate(year: year, month: 2, day: days) != nil)
        #expect(CivilDate(year: year, month: 2, day: days + 1) == nil)
    }

    @Test("Every day from 0000 to 9999 has the number after the day before it")
    func everyDay() {
        var number = CivilDate(year: 0, month: 1, day: 1)?.daysSince1970 ?? 0
        var wrong = 0
        for year in 0...9999 {
            for month in 1...12 {
                for day in 1...31 {
                    guard let date = CivilDate(year: year, month: month, day: day) else { continue }
                    if date.daysSince1970 != number || CivilDate(daysSince1970: number) != date { wrong += 1 }
                    number += 1
                }
            }
        }
        #expect(wrong == 0)
        #expect(number == 2_932_897)  // 10000-01-01
    }

    @Test("Sums stay between the earliest and the latest moment")
    func sums() {
        #expect((Timestamp(microseconds: 0) + .milliseconds(1_500)).rfc3339 == "1970-01-01T00:00:01.500000Z")
        #expect((Timestamp(microseconds: 0) - .seconds(1)).rfc3339 == "1969-12-31T23:59:59Z")
        #expect(Timestamp.latest + .seconds(Int64.max / 2) == .latest)
        #expect(Timestamp.earliest - .seconds(Int64.max / 2) == .earliest)
    }

    @Test(
        "Dates of HTTP as in RFC 9110 section 5.6.7 and RFC 9111",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_798_761_599, "Thu, 31 Dec 2026 23:59:59 GMT"),
        ])
    func datesOfHTTP(seconds: Int64, text: String) { #expect(Timestamp(microseconds: seconds * 1_000_000).httpDate == text) }
}
