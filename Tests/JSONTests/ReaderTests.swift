import JSON
import Testing

@Suite struct ReaderTests {
    static let accepted: [(String, JSONValue)] = [
        ("null", .null), (" true ", true), ("\t\r\nfalse\n", false), ("0", 0), ("-1", -1), ("\"\"", ""), ("[]", []), ("{}", [:]),
        ("[1, [2,\n3]]", [1, [2, 3]]), (#"{"b":1,"a":{"":null}}"#, ["b": 1, "a": ["": nil]]),
        (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{08}\u{0C}\n\r\t")),
        (#""\u0041\u00e9\u20AC\uD834\uDD1E\u0000""#, .string("Aé€𝄞\0")),
        (#""plain 😀 text, longer than eight \" and \n then""#, .string("plain 😀 text, longer than eight \" and \n then")),
        ("\"\u{7F}\"", .string("\u{7F}")), ("\"\u{2028}\"", .string("\u{2028}")), ("\"\u{FFFF}\"", .string("\u{FFFF}")),
        ("9223372036854775807", 9_223_372_036_854_775_807), ("-9223372036854775808", -9_223_372_036_854_775_808),
        ("9007199254740993", 9_007_199_254_740_993), ("1.5", 1.5), ("1E2", 100), ("1e-2", 0.01), ("-0.5e+1", -5),
    ]

    @Test("accepts everything that RFC 8259 permits", arguments: accepted)
    func reads(_ text: String, _ expected: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == expected)
    }

    static let malformed = [
        "", " ", "nul", "nulll", "True", "NaN", "Infinity", "-Infinity", "-", "+1", "01", "-01", "1.", ".5", "1.e1", "1e", "1e+", "0x10", "1_000",
        "1 2",
        "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1 2]", "[1]]", "[1],", "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}",
        "{a:1}", "{1:1}", "{'a':1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{\"a\":}", "{,}", "{}x", "{null:1}", "[}", "{]",
        "\"", "\"a", "'a'", "\"\\\"", "\"\\", "\"\\a\"", "\"\\'\"", "\"\\x41\"", "\"\\u\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\u+123\"",
        "\"a\nb\"", "\"a\tb\"", "\"\u{0}\"", "\"\u{1F}\"", "\"longer than eight bytes \u{1F}\"",
        "\"\\uD800\"", "\"\\uDC00\"", "\"\\uD800\\uD800\"", "\"\\uD800\\n\"", "\"\\uD800a\"", "\"\\uDC00\\uD800\"", "\"\\uD800\\u12\"", "\"\\uD83",
        "\u{FEFF}1", "1\u{FEFF}", "\u{A0}1", "\u{0C}1", "// a\n1", "/* a */1", "1;", "\0", "1\0", "[1\u{0B}]",
    ]

    @Test("refuses everything that RFC 8259 does not permit", arguments: malformed)
    func refuses(_ text: String) {
        #expect(code(text) == .malformed)
    }

    static let invalidUTF8: [[UInt8]] = [
        [0x80], [0xC0, 0xAF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xE2, 0x82], [0xFF],
        [0xFE],
    ]

    @Test("refuses invalid UTF-8 in a string, with and without escapes, and outside", arguments: invalidUTF8)
    func refusesInvalidUTF8(_ bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        for text in [[quote] + bytes + [quote], Array("\"\\n".utf8) + bytes + [quote], bytes, [quote] + bytes] {
            #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        }
    }

    static let duplicates = [
        #"{"a":1,"a":1}"#, #"{"method":"ping","x":2,"method":"tools/call"}"#, #"{"a":1,"\u0061":2}"#, #"[{"b":{"":1,"":2}}]"#,
        "{\"\u{E9}\":1,\"e\u{301}\":2}",
        "{" + (0..<50).map { "\"k\($0)\":0," }.joined() + "\"k3\":1}",
    ]

    @Test("B11 a key that appears twice is refused, however it is written", arguments: duplicates)
    func refusesDuplicates(_ text: String) {
        #expect(code(text) == .duplicateKey)
    }

    @Test("B12 64 levels are read, 65 are refused", arguments: ["[", "{\"a\":"])
    func limitsDepth(_ open: String) throws {
        let close = open == "[" ? "]" : "}"
        func nested(_ depth: Int) -> String {
            String(repeating: open, count: depth - 1) + (open == "[" ? "[]" : "{}") + String(repeating: close, count: depth - 1)
        }
        #expect(throws: Never.self) { try JSONValue(parsing: nested(64)) }
        #expect(code(nested(65)) == .tooDeep)
        #expect(code(String(repeating: open, count: 100_000)) == .tooDeep)
        #expect(throws: Never.self) { try JSONValue(parsing: "[" + String(repeating: "[[]],", count: 100) + "0]") }
    }

    @Test("a text over the size limit is refused before it is read")
    func limitsSize() throws {
        let limits = JSONLimits(maximumByteCount: 4)
        #expect(try JSONValue(parsing: "1234", limits: limits) == 1234)
        #expect(code("{{{{{", limits: limits) == .tooLarge)
        #expect(JSONLimits.default == JSONLimits(maximumByteCount: 1_048_576, maximumDepth: 64))
    }

    @Test("G10 100,000 keys are read by hashing, and one repeated among them is found")
    func readsManyKeys() throws {
        let keys = (0..<100_000).map { "\"\($0)\":0" }
        let text = "{" + keys.joined(separator: ",") + "}"
        let limits = JSONLimits(maximumByteCount: 4_000_000)
        #expect(try JSONValue(parsing: text, limits: limits).object?.count == 100_000)
        #expect(code("{" + keys.joined(separator: ",") + ",\"77\":1}", limits: limits) == .duplicateKey)
    }

    @Test("G10 30 combining marks in a row are read, 31 are refused: comparing them takes quadratic time")
    func limitsCombiningMarks() throws {
        let marks = String(repeating: "\u{301}\u{323}", count: 15)
        #expect(try JSONValue(parsing: "\"a\(marks)a\(marks)\"") == .string("a\(marks)a\(marks)"))
        #expect(code("\"a\(marks)\u{301}\"") == .malformed)
        #expect(code("{\"\(marks)\\u0301\":1}") == .malformed)
        #expect(code("[\"\(String(repeating: marks, count: 10_000))\"]") == .malformed)
    }

    @Test("an error contains the position and nothing of the text")
    func locatesErrors() {
        #expect(error(#"{"secret":"x",}"#) == JSONError(code: .malformed, offset: 14, reason: "expected a key"))
        #expect(error(#"{"a":1, "a":2}"#)?.offset == 8)
        #expect(error("[01]")?.offset == 3)
        #expect(error(#""ab\q""#)?.offset == 3)
    }

    @Test("all ways in read the same")
    func readsAllForms() throws {
        let text = #"{"a":[1,"é"]}"#
        let bytes = Array(text.utf8)
        let expected: JSONValue = ["a": [1, "é"]]
        #expect(try JSONValue(parsing: text) == expected)
        #expect(try JSONValue(parsing: bytes) == expected)
        #expect(try JSONValue(parsing: ([0x20, 0x7B] + bytes)[2...]) == expected)
        #expect(try bytes.withUnsafeBytes { buffer throws(JSONError) in try JSONValue(parsing: buffer) } == expected)
        #expect(throws: JSONError.self) { try JSONValue(parsing: UnsafeRawBufferPointer(start: nil, count: 0)) }
    }

    private func error(_ text: String, limits: JSONLimits = .default) -> JSONError? {
        do {
            _ = try JSONValue(parsing: text, limits: limits)
            return nil
        } catch { return error }
    }

    private func code(_ text: String, limits: JSONLimits = .default) -> JSONError.Code? { error(text, limits: limits)?.code }
}
