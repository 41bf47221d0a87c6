/// What the sheets of a workbook share: names, texts and cell formats.
final class Workbook {
    private(set) var index = WorkbookIndex()
    private(set) var targets = WorkbookTargets()
    private(set) var formats = CellFormats()
    private(set) var texts = SharedTexts()
    private let budget: UnpackBudget
    private let file: ImportedFile

    /// - Throws: ``ImportError``.
    init(_ file: ImportedFile) throws {
        (self.file, budget) = (file, UnpackBudget(size: file.size))
        let archive = try Archive(file, budget)
        while let path = try archive.next() {
            switch path {
            case "xl/workbook.xml": try XMLReader.read(archive, into: index)
            case "xl/_rels/workbook.xml.rels": try XMLReader.read(archive, into: targets)
            case "xl/styles.xml": try XMLReader.read(archive, into: formats)
            case "xl/sharedStrings.xml": try XMLReader.read(archive, into: texts)
            default: continue
            }
        }
        guard !index.sheets.isEmpty else { throw ImportError("the file is no workbook with sheets (.xlsx)") }
    }

    /// Opens the archive at the bytes of a sheet.
    /// - Parameter name: nil for the first sheet.
    func open(_ name: String?) throws -> Archive {
        guard let sheet = name.map({ name in index.sheets.first { $0.name == name } }) ?? index.sheets.first else {
            let names = index.sheets.prefix(20).map { "'\($0.name.prefix(40))'" }.joined(separator: ", ")
            throw ImportError("the workbook has no sheet '\((name ?? "").prefix(40))': it has \(names)")
        }
        guard let target = targets.paths[sheet.id] else { throw ImportError("the workbook does not say where its sheet is") }
        let path = target.hasPrefix("/") ? String(target.dropFirst()) : "xl/" + target
        let archive = try Archive(file, budget)
        while let entry = try archive.next() { if entry == path { return archive } }
        throw ImportError("a sheet of the workbook is missing")
    }
}

/// `xl/workbook.xml`: the sheets in order.
final class WorkbookIndex: XMLContent {
    private(set) var sheets: [(name: String, id: String)] = []
    /// Whether days are counted from 1904, as in old Macintosh files.
    private(set) var countsFrom1904 = false

    func begin(_ name: String, _ attributes: XMLAttributes) throws {
        switch name {
        case "sheet" where sheets.count < ImportLimits.archiveEntries:
            // Both `sheetId` and `r:id` are named id; the second one refers to the part.
            sheets.append((attributes["name"] ?? "", attributes["id"] ?? ""))
        case "workbookPr": countsFrom1904 = ["1", "true"].contains(attributes["date1904"])
        default: return
        }
    }

    func end(_ name: String) {}
    func add(_ text: [UInt8]) {}
}

/// `xl/_rels/workbook.xml.rels`: the paths of the parts.
final class WorkbookTargets: XMLContent {
    private(set) var paths: [String: String] = [:]

    func begin(_ name: String, _ attributes: XMLAttributes) throws {
        guard name == "Relationship", paths.count < ImportLimits.archiveEntries, let id = attributes["Id"], let path = attributes["Target"] else {
            return
        }
        paths[id] = path
    }

    func end(_ name: String) {}
    func add(_ text: [UInt8]) {}
}

/// `xl/sharedStrings.xml`: the texts that cells refer to by number, stored in one buffer.
final class SharedTexts: XMLContent {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    private var isText = false
    /// Whether the parser is inside phonetic text, which is not part of the value.
    private var isPhonetic = false

    subscript(number: Int) -> String? {
        guard ends.indices.contains(number) else { return nil }
        return String(decoding: bytes[(number == 0 ? 0 : ends[number - 1])..<ends[number]], as: UTF8.self)
    }

    func begin(_ name: String, _ attributes: XMLAttributes) throws {
        if name == "t" { isText = true }
        if name == "rPh" { isPhonetic = true }
    }

    func end(_ name: String) throws {
        switch name {
        case "t": isText = false
        case "rPh": isPhonetic = false
        case "si":
            ends.append(bytes.count)
            try check()
        default: return
        }
    }

    func add(_ text: [UInt8]) throws {
        guard isText, !isPhonetic else { return }
        bytes.append(contentsOf: text)
        try check()
    }

    private func check() throws {
        guard bytes.count + ends.count * ImportLimits.sharedTextCost <= ImportLimits.sharedBytes else {
            throw ImportError("the workbook shares more than \(ImportLimits.sharedBytes / 1_048_576) MB of text: save the sheet as CSV")
        }
    }
}
