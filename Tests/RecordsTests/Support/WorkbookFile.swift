import CArchive
import Foundation
import GatehouseTesting
import Records

/// A workbook of a test's own, made part by part.
struct WorkbookFile {
    let directory: TemporaryDirectory
    let path: String

    /// - Parameter parts: by their paths, in this order.
    init(_ parts: [(path: String, text: String)]) throws {
        directory = try TemporaryDirectory()
        path = directory.path(of: "book.xlsx")
        let archive = archive_write_new()
        archive_write_set_format_zip(archive)
        guard archive_write_open_filename(archive, path) == ARCHIVE_OK else { throw CocoaError(.fileWriteUnknown) }
        for part in parts {
            let entry = archive_entry_new()
            archive_entry_set_pathname(entry, part.path)
            archive_entry_set_filetype(entry, 0o100000)
            archive_entry_set_perm(entry, 0o600)
            archive_entry_set_size(entry, Int64(part.text.utf8.count))
            guard archive_write_header(archive, entry) == ARCHIVE_OK else { throw CocoaError(.fileWriteUnknown) }
            let bytes = Array(part.text.utf8)
            _ = bytes.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
            archive_entry_free(entry)
        }
        archive_write_close(archive)
        archive_write_free(archive)
    }

    /// A workbook with one sheet.
    /// - Parameters:
    ///   - rows: what stands in `sheetData`.
    ///   - shared: texts that cells name by their number.
    init(rows: String, shared: [String] = [], styles: String = Self.styles, start: String = "", properties: String = "") throws {
        let texts = shared.map { "<si><t>\($0)</t></si>" }.joined()
        try self.init([
            ("xl/worksheets/sheet1.xml", "\(start)<worksheet xmlns=\"\(Self.main)\"><sheetData>\(rows)</sheetData></worksheet>"),
            ("xl/workbook.xml", Self.workbook(properties)), ("xl/_rels/workbook.xml.rels", Self.relations), ("xl/styles.xml", styles),
            ("xl/sharedStrings.xml", "<sst xmlns=\"\(Self.main)\">\(texts)</sst>"),
        ])
    }

    func file() throws -> ImportedFile { try ImportedFile(path: path) }

    static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

    static func workbook(_ properties: String = "") -> String {
        """
        <workbook xmlns="\(main)" xmlns:r="\(office)">\(properties)<sheets><sheet name="Data" sheetId="7" r:id="rId3"/></sheets></workbook>
        """
    }

    static let relations = """
        <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId3" Type="worksheet" \
        Target="worksheets/sheet1.xml"/></Relationships>
        """

    /// Style 0 shows numbers, 1 a date, 2 a date and time of a format of its own, 3 hours that are counted.
    static let styles = """
        <styleSheet xmlns="\(main)"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="165" \
        formatCode="[h]:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>\
        <xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>
        """
}
