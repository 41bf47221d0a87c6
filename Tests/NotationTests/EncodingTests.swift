import Notation
import Testing

@Suite("Hexadecimal digits, percent escapes, written dates")
struct EncodingTests {
    @Test("Hexadecimal digits as in RFC 4648 section 10, in lowercase, read in both cases")
    func hexadecimal() {
        #expect(Hexadecimal.encode(Array("foobar".utf8)) == "666f6f626172")
        #expect(Hexadecimal.decode("666F6f626172".utf8) == Array("foobar".utf8))
        #expect(Hexadecimal.encode(0x0123_4567_89AB_CDEF as UInt64) == "0123456789abcdef" && Hexadecimal.encode(0 as UInt64) == "0000000000000000")
        for text in ["6", "6g", "g6", " 66", "0x66", "６６"] { #expect(Hexadecimal.decode(text.utf8) == nil, "\(text)") }
        #expect(Hexadecimal.decode("".utf8) == [])
    }

    @Test("Escapes of RFC 3986 round-trip, and broken ones are refused")
    func percent() {
        let text = "a b+c/ü%&=\u{0}~"
        let escaped = PercentEncoding.encode(text)
        #expect(escaped == "a%20b%2Bc%2F%C3%BC%25%26%3D%00~")
        #expect(PercentEncoding.decode(escaped.utf8) == Array(text.utf8) && PercentEncoding.decodeForm(escaped.utf8) == text)
        #expect(PercentEncoding.encode("/a b", keeping: "/") == "/a%20b")
        #expect(PercentEncoding.decodeForm("a+b".utf8) == "a b" && PercentEncoding.decode("a+b".utf8) == Array("a+b".utf8))
        for broken in ["%", "%4", "%4g", "%%41", "a%"] { #expect(PercentEncoding.decode(broken.utf8) == nil, "\(broken)") }
        #expect(PercentEncoding.decodeForm("%FF".utf8) == nil, "no UTF-8")
    }

    @Test("base64url as in RFC 4648 section 10, without padding, one text a value")
    func base64URL() {
        for (plain, text) in [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
        ] {
            #expect(Base64URL.encode(Array(plain.utf8)) == text && Base64URL.decode(text.utf8) == Array(plain.utf8))
        }
        for text in ["Zg==", "Zh", "Z", "Zm9v+", "Zm 9"] { #expect(Base64URL.decode(text.utf8) == nil, "\(text)") }
    }

    @Test("Dates are written as they are read, months and weekdays counted")
    func dates() throws {
        for text in ["0000-01-01", "2024-02-29", "9999-12-31"] { #expect(CivilDate(text)?.text == text) }
        for text in ["2023-02-29", "2024-1-01", "2024-01-01T", "24-01-01", "2024/01/01", "２024-01-0"] { #expect(CivilDate(text) == nil, "\(text)") }
        #expect(CivilDate(firstOfMonth: 2024 * 12 + 11).text == "2024-12-01")
        // 2026-06-30 is a Tuesday, 1969-12-31 was a Wednesday.
        #expect(CivilDate.weekday(ofDay: try #require(CivilDate("2026-06-30")).daysSince1970) == 1 && CivilDate.weekday(ofDay: -1) == 2)
        #expect(CivilDate.daysSince1970(2024, 2, 30) == CivilDate.daysSince1970(2024, 3, 1))
    }
}
