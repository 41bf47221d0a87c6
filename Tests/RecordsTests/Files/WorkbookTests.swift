import Access
import Foundation
import GatehouseTesting
import JSON
import Records
import SQL
import SQLSyntax
import Testing

@Suite("Workbooks are read")
struct WorkbookTests {
    private let records = Records()

    private func guess(_ book: WorkbookFile, sheet: String? = nil) async throws -> ImportGuess {
        var request = ImportRequest(try book.file())
        request.form.sheet = sheet
        return try await records.guess(request, in: .postgresql, .patient)
    }

    private func refused(_ book: WorkbookFile, sheet: String? = nil) async throws -> Refusal {
        try await refusal { _ = try await guess(book, sheet: sheet) }
    }

    private static let header = "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"inlineStr\"><is><t>day</t></is></c></row>"

    @Test("Texts, numbers, truth values and dates by their formats")
    func cells() async throws {
        let rows = """
            \(Self.header)<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" s="1"><v>46203</v></c></row>
            <row><c t="str"><v>two</v></c><c s="2"><v>46203.75</v></c></row><row r="9"><c r="B9" s="3"><v>1.5</v></c></row>
            <row r="10"><c r="A10" t="b"><v>1</v></c><c r="B10" s="1"><v>0.5</v></c></row><row r="11"><c r="B11" s="1"/></row>
            """
        let read = try await guess(WorkbookFile(rows: rows, shared: ["name", "<![CDATA[a & b]]>"]))
        #expect(read.errors.isEmpty, "\(read.errors)")
        #expect(
            read.sample == [
                ["name": "a & b", "day": "2026-06-30"], ["name": "two", "day": "2026-06-30T18:00:00"], ["day": 1.5],
                ["name": true, "day": "12:00:00"],
            ])
        let old = try await guess(
            WorkbookFile(
                rows: "\(Self.header)<row r=\"2\"><c r=\"B2\" s=\"1\"><v>1</v></c></row>", shared: ["name"],
                properties: "<workbookPr date1904=\"1\"/>"))
        #expect(old.sample == [["day": "1904-01-02"]])
        let leap = try await guess(
            WorkbookFile(
                rows: Self.header + [59, 60, 61].map { "<row><c r=\"B1\" s=\"1\"><v>\($0)</v></c></row>" }.joined(), shared: ["name"]))
        #expect(leap.sample == [["day": "1900-02-28"], ["day": 60], ["day": "1900-03-01"]], "1900 had no 29 February")
    }

    @Test("A sheet is named, and an invalid cell is reported with its row and column")
    func wrong() async throws {
        let rows = "\(Self.header)<row r=\"5\"><c r=\"B5\" t=\"e\"><v>#N/A</v></c></row><row r=\"6\"><c r=\"F6\"><v>1</v></c></row>"
        let book = try WorkbookFile(rows: rows, shared: ["name"])
        let read = try await guess(book, sheet: "Data")
        #expect(read.errors.map(\.line) == [5, 6] && read.errors[0].column == "day" && read.errors[0].reason.contains("#N/A"), "\(read.errors)")
        #expect(try await refused(book, sheet: "Other").reason.contains("'Data'"))
        #expect(try await refused(WorkbookFile([("word/document.xml", "<d/>")])).reason.contains("no workbook"))
        #expect(try await refused(WorkbookFile(rows: "<row><c><v>1</v></row>")).reason.contains("XML"))
    }

    @Test("H01 a file that unpacks to far more than its size is refused while it is unpacked")
    func bombs() async throws {
        let book = try WorkbookFile(rows: Self.header + String(repeating: " ", count: 60_000_000), shared: ["name"])
        let size = try FileManager.default.attributesOfItem(atPath: book.path)[.size] as? Int ?? 0
        #expect(size < 300_000, "\(size)")
        #expect(try await refused(book).reason.contains("unpacks to far more"))
        let text = String(repeating: " ", count: 40_000_000)
        #expect(try await refused(WorkbookFile(rows: Self.header, shared: [text, text])).reason.contains("far more"))
        let parts = (0..<10_100).map { ("x\($0)", "") } + [("xl/workbook.xml", WorkbookFile.workbook())]
        #expect(try await refused(WorkbookFile(parts.map { (path: $0.0, text: $0.1) })).reason.contains("parts"))
    }

    @Test("H06 a row may say any number of itself")
    func numbers() async throws {
        let rows = ["9223372036854775807", "-9223372036854775808", "99999999999999999999"].map { "<row r=\"\($0)\"><c r=\"A1\"><v>1</v></c></row>" }
        let read = try await guess(WorkbookFile(rows: Self.header + rows.joined() + "<row><c r=\"A1\"><v>2</v></c></row>", shared: ["name"]))
        #expect(read.sample.count == 4 && read.errors.isEmpty)
    }

    @Test("H01 a cell far to the right takes no memory for the empty ones before it")
    func wide() async throws {
        let far = String(repeating: "<row><c r=\"XFD1\"><v>1</v></c></row>", count: 20_000)
        let read = try await guess(WorkbookFile(rows: Self.header + far, shared: ["name"]))
        #expect(read.rows == 0 && read.errorCount == 20_000 && read.errors.count == 100)
        #expect(try await refused(WorkbookFile(rows: "<row><c r=\"ZZZZZZZZZZZZZZ1\"><v>1</v></c></row>")).reason.contains("columns"))
    }

    @Test(
        "H02 a document type is refused, whatever it declares",
        arguments: [
            "<!DOCTYPE worksheet [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>", "<!DOCTYPE worksheet SYSTEM \"file:///etc/passwd\">",
            "<!DOCTYPE worksheet [<!ENTITY x SYSTEM \"http://127.0.0.1:1/\">]>",
        ])
    func entities(_ start: String) async throws {
        let book = try WorkbookFile(rows: Self.header + "<row><c t=\"str\"><v>&b;</v></c></row>", shared: ["name"], start: start)
        #expect(try await refused(book).reason.contains("document type"))
    }

    @Test("H02 nesting without end is refused")
    func nested() async throws {
        let deep = String(repeating: "<x>", count: 100) + String(repeating: "</x>", count: 100)
        #expect(try await refused(WorkbookFile(rows: Self.header + deep, shared: ["name"])).reason.contains("nested"))
    }
}
