import JSON
import Testing

@Suite struct NumberTests {
    static let exact = [
        "9007199254740993", "-9007199254740993", "9223372036854775808", "-9223372036854775809", "18446744073709551615",
        "0.1000000000000000055511151231257827",
        "1.0", "1E400", "-0", "-0.0", "1e-400", "100000000000000000000000000000000000000001", "12345678901234567", "123456789012345678",
        "1234567890123456789",
    ]

    @Test("a number keeps every digit it was written with", arguments: exact)
    func keepsText(_ text: String) throws {
        #expect(try JSONValue(parsing: text).description == text)
        #expect(JSONNumber(text: text)?.text == text)
    }

    static let equal: [(String, String)] = [
        ("1", "1.0"), ("1", "10e-1"), ("100", "1E+2"), ("0", "-0"), ("0", "0e99999999999999999999"), ("0.5", "5e-1"), ("1.50", "1.5"),
        ("9223372036854775808", "9223372036854775808.0"),
    ]

    @Test("numbers are equal, and have equal hashes, by value", arguments: equal)
    func equates(_ left: String, _ right: String) throws {
        let (left, right) = (try #require(JSONNumber(text: left)), try #require(JSONNumber(text: right)))
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(!(left < right) && !(right < left))
    }

    static let ordered: [(String, String)] = [
        ("9007199254740992", "9007199254740993"), ("9007199254740992.0", "9007199254740993.0"), ("-1", "1"), ("0.1", "0.10000000000000000001"),
        ("-1e400", "1e400"), ("1e-400", "1"), ("-2.5", "-2"), ("1e30", "1e31"),
    ]

    @Test("numbers are compared exactly", arguments: ordered)
    func compares(_ less: String, _ more: String) throws {
        let (less, more) = (try #require(JSONNumber(text: less)), try #require(JSONNumber(text: more)))
        #expect(less < more && !(more < less) && less != more)
    }

    static let integers: [(String, Int64?)] = [
        ("42", 42), ("42.0", 42), ("4.2e1", 42), ("420e-1", 42), ("42.5", nil), ("-0", 0), ("1e18", 1_000_000_000_000_000_000), ("1e19", nil),
        ("9223372036854775807", .max), ("-9223372036854775808", .min), ("9223372036854775808", nil), ("-9223372036854775808.0", .min),
        ("1e999999999999999999999", nil), ("1e-999999999999999999999", nil), ("0e5", 0),
    ]

    @Test("an integer is given only when it is exact", arguments: integers)
    func givesIntegers(_ text: String, _ expected: Int64?) throws {
        #expect(try JSONValue(parsing: text).int == expected)
    }

    @Test("doubles are the nearest, and none beyond their range")
    func givesDoubles() throws {
        #expect(try JSONValue(parsing: "0.1").double == 0.1)
        #expect(try JSONValue(parsing: "9007199254740993").double == 9_007_199_254_740_992)
        #expect(try JSONValue(parsing: "1e400").double == nil)
        #expect(try JSONValue(parsing: "-1e400").number?.double == -.infinity)
        #expect(try JSONValue(parsing: "1e-400").double == 0)
        #expect(JSONNumber(Double.nan) == nil && JSONNumber(-Double.infinity) == nil)
        #expect(JSONNumber(0.25)?.text == "0.25" && JSONNumber(3.0)?.int == 3)
    }

    @Test("text that is no JSON number makes none", arguments: ["", " 1", "1 ", "+1", "01", "1.", ".1", "1e", "nan", "0x1", "1,5", "--1", "1e1.5"])
    func refusesText(_ text: String) {
        #expect(JSONNumber(text: text) == nil)
    }

    @Test("G10 numbers of 300,000 digits are read, compared and turned into doubles")
    func boundsLongNumbers() throws {
        let digits = String(repeating: "7", count: 300_000)
        let long = try #require(JSONNumber(text: digits)), longer = try #require(JSONNumber(text: digits + ".5"))
        #expect(long.int == nil && long.double == .infinity && long != longer)
        #expect(JSONNumber(text: "0." + digits)?.double == 0.7777777777777778)
    }
}
