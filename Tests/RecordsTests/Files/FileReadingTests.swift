import Access
import Catalog
import Foundation
import GatehouseTesting
import JSON
import Records
import SQL
import SQLSyntax
import Testing

@Suite("Files with rows are read")
struct FileReadingTests {
    private let records = Records()

    private func guess(_ text: String, in dialect: Dialect = .postgresql, _ change: (inout ImportRequest) -> Void = { _ in }) async throws
        -> ImportGuess
    {
        var request = ImportRequest(ImportedFile(text: text))
        change(&request)
        return try await records.guess(request, in: dialect, .patient)
    }

    private func types(_ text: String, in dialect: Dialect = .postgresql) async throws -> [String] {
        try await guess(text, in: dialect).fields.compactMap { $0["type"]?.string }
    }

    @Test("H03 separators, quotes, line ends and a byte order mark", arguments: [",", ";", "\t"])
    func forms(_ separator: String) async throws {
        for end in ["\n", "\r\n", "\r"] {
            let text =
                "\u{FEFF}a\(separator)\"b c\"\(separator)d\(end)\"1\(separator)2\"\(separator)\"x\(end)y \"\"z\"\"\"\(separator)\(end)\(end)3\(separator)\"\"\(separator)u\"v"
            let read = try await guess(text)
            #expect(read.errors.isEmpty && read.rows == 2, "\(read)")
            #expect(read.columns.map(\.name) == ["a", "b c", "d"])
            #expect(read.sample == [["a": .string("1\(separator)2"), "b c": .string("x\(end)y \"z\"")], ["a": "3", "b c": "", "d": "u\"v"]])
        }
    }

    @Test("H03 an error is reported with its line")
    func wrong() async throws {
        let ragged = try await guess("a,b\n1,2\n\"x\ny\",2,3\n1\n\"q\"r,2\n1,2\n")
        #expect(ragged.rows == 2 && ragged.errors.map(\.line) == [3, 5, 6], "\(ragged.errors)")
        let cases: [(String, String)] = [
            ("a,b\n1,2\n3,\"open\nmore\n", "line 3: "), ("a\n1\n2\u{0}\n", "line 3: "), ("", "no line"), ("\n\n", "no line"),
        ]
        for (text, words) in cases {
            let refused = try await refusal { _ = try await guess(text) }
            #expect(refused.code == .invalidArgument && refused.reason.contains(words), "\(refused)")
        }
        let long = "a,b\n1,\"" + String(repeating: "x", count: 1_100_000) + "\n"
        #expect(try await refusal { _ = try await guess(long) }.reason.contains("line 2: a row is longer than 1 MB"))
        let lines = try await guess("{\"a\":1}\n[1]\n{\"a\":1,\"a\":2}\n{\"a\":\n{\"a\":2}\n")
        #expect(lines.rows == 2 && lines.errors.map(\.line) == [2, 3, 4])
    }

    @Test("H03 other encodings are refused with their line")
    func encodings() async throws {
        let directory = try TemporaryFile(bytes: Array("name\nZo".utf8) + [0xEB] + Array("\nAda\n".utf8))
        let request = ImportRequest(try ImportedFile(path: directory.path))
        let read = try await records.guess(request, in: .sqlite, .patient)
        #expect(read.rows == 1 && read.errors.map(\.line) == [2] && read.errors[0].reason.contains("UTF-8"))
        let wide = try TemporaryFile(bytes: [0xFF, 0xFE, 0x61, 0, 0x0A, 0])
        let file = try ImportedFile(path: wide.path)
        #expect(try await refusal { _ = try await records.guess(ImportRequest(file), in: .sqlite, .patient) }.reason.contains("UTF-16"))
    }

    @Test("H06 the chosen types store each value unchanged")
    func guessed() async throws {
        #expect(
            try await types(
                "b,i,z,d,e,day,bad,at,local,word,none\ntrue,9007199254740993,007,1.50,1e5,2026-02-28,2026-02-30,2026-06-30T17:05:00+02:00,2026-06-30 17:05:00,x,\nFALSE,-1,1,12,2,2026-03-01,2026-03-01,2026-06-30T17:05:00Z,2026-06-30T17:05:00.5,1,\n"
            ) == ["boolean", "bigInt", "text", "decimal", "double", "dateOnly", "text", "datetimeTz", "datetimeNoTz", "text", "text"])
        #expect(try await types("n\n1e400\n") == ["text"])
        #expect(try await types("n\n9223372036854775808\n") == ["decimal"])
        #expect(try await types("n\n9223372036854775808\n", in: .sqlite) == ["text"])
        #expect(try await types("n\n0.12345678901234567\n", in: .sqlite) == ["text"])
        #expect(try await types("n\n9007199254740993\n1e5\n") == ["text"])
        #expect(try await types("n\n-0\n") == ["text"])
        #expect(try await types("n\n2026-06-30T17:05:00.1234567Z\n") == ["text"])
        #expect(try await types("{\"t\":\"5\",\"n\":5,\"o\":{\"a\":1},\"b\":true}\n") == ["text", "bigInt", "json", "boolean"])
        let field = try await guess("price\n12.345\n1\n").fields[0]
        #expect(field["scale"] == 3 && field["precision"] == 38)
    }

    @Test("H05 names of columns become names of fields, each once")
    func names() async throws {
        let header = "id,,Name,name,createdAt,2nd,\"a\"\"; DROP TABLE x; --\",\u{202E}evil\u{202C},Größe,\u{200F},SELECT"
        let read = try await guess(header + "\n" + String(repeating: ",", count: 10) + "\n")
        let fields = read.columns.compactMap(\.field)
        #expect(
            fields == ["file_id", "column_2", "Name", "name_2", "file_createdAt", "n2nd", "a_DROP_TABLE_x", "evil", "Gr_e", "column_10", "SELECT"],
            "\(fields)")
        #expect(read.columns.map(\.name)[7] == "evil" && read.columns.map(\.name)[3] == "name_2")
        let many = (0..<10_000).map { "c\($0)" }.joined(separator: ",")
        #expect(try await refusal { _ = try await guess(many + "\n") }.reason.contains("10000 columns"))
        let few = try await guess(many + "\n") { request in
            for number in 100..<10_000 { request.mapping.updateValue(nil, forKey: "c\(number)") }
        }
        #expect(few.fields.count == 100)
        #expect(try await refusal { _ = try await guess(String(repeating: ",", count: 20_000) + "\n") }.code == .invalidArgument)
    }
}

/// A file of a test's own.
struct TemporaryFile {
    private let directory: TemporaryDirectory
    let path: String

    init(bytes: [UInt8]) throws {
        directory = try TemporaryDirectory()
        path = directory.path(of: "file.csv")
        guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { throw CocoaError(.fileWriteUnknown) }
    }
}
