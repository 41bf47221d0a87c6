import JSON
import Testing

@Suite struct WriterTests {
    private func text(_ body: (inout JSONWriter) -> Void) -> String { JSONFragment(write: body).description }

    @Test("the writer puts the commas")
    func writesCommas() {
        var keys = JSONKeys()
        keys.append("")
        keys.append("na\"me")
        let written = text { writer in
            writer.object { writer in
                writer.key("rows")
                writer.array { writer in
                    for row in 1...2 {
                        writer.array { writer in
                            writer.int(row)
                            writer.null()
                            writer.bool(row == 1)
                            writer.object { _ in }
                            writer.array { _ in }
                        }
                    }
                }
                writer.key(keys, 1)
                writer.string("x")
                writer.key(keys, 0)
                writer.null()
                writer.key("last" as StaticString)
                writer.raw(Array("[1]".utf8))
            }
        }
        #expect(written == #"{"rows":[[1,null,true,{},[]],[2,null,false,{},[]]],"na\"me":"x","":null,"last":[1]}"#)
    }

    @Test("strings are escaped where they must be and nowhere else")
    func escapes() {
        #expect(text { $0.string("a\"b\\c/d\u{7F}é😀\u{2028}") } == "\"a\\\"b\\\\c/d\u{7F}é😀\u{2028}\"")
        #expect(text { $0.string("\u{08}\u{09}\u{0A}\u{0C}\u{0D}\u{00}\u{1F}\u{0B}") } == #""\b\t\n\f\r\u0000\u001f\u000b""#)
        for length in 0..<20 {
            let run = String(repeating: "x", count: length)
            #expect(text { $0.string(run + "\n" + run) } == "\"\(run)\\n\(run)\"")
        }
    }

    static let integers: [(Int64, String)] = [
        (0, "0"), (7, "7"), (-7, "-7"), (10, "10"), (1_234_567_890, "1234567890"), (.max, "9223372036854775807"), (.min, "-9223372036854775808"),
    ]

    @Test("integers are written with all their digits", arguments: integers)
    func writesIntegers(_ value: Int64, _ expected: String) {
        #expect(text { $0.int(value) } == expected)
        #expect(text { $0.number(JSONNumber(value)) } == expected)
    }

    @Test("integers of every width")
    func writesWidths() {
        #expect(text { $0.int(UInt8.max) } == "255")
        #expect(text { $0.int(UInt64.max) } == "18446744073709551615")
        #expect(text { $0.int(Int128.min) } == "-170141183460469231731687303715884105728")
    }

    static let doubles: [(Double, String)] = [
        (0, "0.0"), (-0.0, "-0.0"), (1, "1.0"), (-2.5, "-2.5"), (19.99, "19.99"), (0.1, "0.1"), (0.05, "0.05"), (0.0001, "0.0001"),
        (-0.125, "-0.125"),
        (0.30000000000000004, "0.30000000000000004"), (1e20, "1e+20"), (1e-7, "1e-07"), (.leastNonzeroMagnitude, "5e-324"),
        (123_456.7891, "123456.7891"),
        (1.7976931348623157e308, "1.7976931348623157e+308"), (99_999_999_999.5, "99999999999.5"), (100_000_000_000.25, "100000000000.25"),
        (.infinity, "null"), (-.infinity, "null"), (.nan, "null"),
    ]

    @Test("doubles are written as the shortest text that reads back", arguments: doubles)
    func writesDoubles(_ value: Double, _ expected: String) {
        #expect(text { $0.double(value) } == expected)
    }

    @Test("bytes that are not UTF-8 become U+FFFD, and the rest stays")
    func repairsBytes() {
        func written(_ bytes: [UInt8]) -> String { text { writer in bytes.withUnsafeBytes { writer.string(utf8: $0) } } }
        #expect(written(Array("é\"\n".utf8)) == #""é\"\n""#)
        #expect(written([0x61, 0xFF, 0x22]) == "\"a\u{FFFD}\\\"\"")
        #expect(written([]) == "\"\"")
        #expect(text { $0.string(utf8: UnsafeRawBufferPointer(start: nil, count: 0)) } == "\"\"")
    }

    /// RFC 4648 section 10.
    static let encoded = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ]

    @Test("bytes are written in base64 (RFC 4648 section 10)", arguments: encoded)
    func writesBase64(_ plain: String, _ expected: String) {
        #expect(text { writer in Array(plain.utf8).withUnsafeBytes { writer.base64($0) } } == "\"\(expected)\"")
    }

    @Test("base64 uses + and / for the last two digits")
    func writesBase64Alphabet() {
        #expect(text { writer in ([0xFB, 0xEF, 0xFF] as [UInt8]).withUnsafeBytes { writer.base64($0) } } == "\"++//\"")
    }

    @Test("JSON text inside a JSON string")
    func escapesFragment() {
        let inner = JSONFragment(["a": "x\ny", "b": [1, nil]])
        #expect(inner.description == #"{"a":"x\ny","b":[1,null]}"#)
        #expect(text { $0.string(escaping: inner.bytes) } == #""{\"a\":\"x\\ny\",\"b\":[1,null]}""#)
    }

    @Test("an emptied writer starts again")
    func startsAnew() {
        var writer = JSONWriter()
        writer.array { $0.int(1) }
        writer.removeAll()
        writer.int(2)
        #expect(writer.bytes == Array("2".utf8))
    }
}
