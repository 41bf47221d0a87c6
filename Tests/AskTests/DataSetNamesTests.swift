import Foundation
import GatehouseTesting
import SQL
import Testing

/// The engine contains no names of the data sets on which it was developed.
@Suite("Names of data sets")
struct DataSetNamesTests {
    private static let environment = ProcessInfo.processInfo.environment

    /// The development data, which are no part of this repository: beside the clone, or where GATEHOUSE_SHARED_DATA says.
    private static let data: URL = {
        if let path = environment["GATEHOUSE_SHARED_DATA"] { return URL(fileURLWithPath: path) }
        return root.deletingLastPathComponent().appendingPathComponent("shared/data")
    }()
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let databases = data.appendingPathComponent("nl2sql-dev/databases")
    private static let dictionary = URL(fileURLWithPath: "/usr/share/wordnet")
    private static let isThere =
        FileManager.default.fileExists(atPath: databases.path) && FileManager.default.fileExists(atPath: dictionary.path)

    private static let isComplete = environment["GATEHOUSE_TESTS_COMPLETE"] != nil

    /// Short forms that schemas use everywhere, and words of English or Swift that a dictionary of nouns, verbs, adjectives and adverbs lacks.
    private static let reviewed: Set<String> = [
        "acct", "checkin", "cust", "datetime", "dept", "firstname", "fname", "init", "lastname", "lname", "login", "else", "from", "with", "rhode",
    ]

    @Test(
        "No source file of the engine has a table, column or value of the development databases that is no word of English",
        .enabled(if: DataSetNamesTests.isThere || DataSetNamesTests.isComplete, "the development data or WordNet is not there"))
    func names() async throws {
        try #require(Self.isThere, "\(Self.databases.path) and \(Self.dictionary.path) are needed: scripts/setup --tests installs the latter")
        let english = try Self.english()
        let names = try await Self.names().subtracting(Self.reviewed).filter { !Self.isEnglish($0, english) }
        #expect(names.count > 1_000)
        let folder = Self.root.appendingPathComponent("Sources/Ask")
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            let found = Self.words(of: text).intersection(names)
            #expect(found.isEmpty, "\(path): \(found.sorted())")
        }
    }

    private static func english() throws -> Set<String> {
        var out: Set<String> = []
        for kind in ["noun", "verb", "adj", "adv"] {
            for line in try String(contentsOf: dictionary.appendingPathComponent("index.\(kind)"), encoding: .isoLatin1).split(separator: "\n")
            where line.first != " " { out.insert(String(line.prefix { $0 != " " })) }
            let exceptions = try String(contentsOf: dictionary.appendingPathComponent("\(kind).exc"), encoding: .isoLatin1)
            out.formUnion(exceptions.split(whereSeparator: \.isWhitespace).map(String.init))
        }
        return out
    }

    private static func isEnglish(_ word: String, _ english: Set<String>) -> Bool {
        if english.contains(word) { return true }
        return [("s", ""), ("es", ""), ("ies", "y"), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e")].contains { ending, replacement in
            word.hasSuffix(ending) && english.contains(word.dropLast(ending.count) + replacement)
        }
    }

    /// Identifiers and words in lowercase, each also by its parts between underscores.
    private static func words(of text: String) -> Set<String> {
        var out: Set<String> = []
        for word in text.lowercased().split(whereSeparator: { !($0.isASCII && ($0.isLetter || $0.isNumber)) && $0 != "_" }) {
            for part in [word] + word.split(separator: "_") where part.count >= 4 && part.contains(where: \.isLetter) { out.insert(String(part)) }
        }
        return out
    }

    private static func names() async throws -> Set<String> {
        var out: Set<String> = []
        let bounds = CallBounds.patient
        for file in try FileManager.default.contentsOfDirectory(at: databases, includingPropertiesForKeys: nil) where file.pathExtension == "sqlite" {
            let database = try SQLiteDatabase(
                path: file.path, options: SQLiteOptions(access: .readOnly, usesWriteAheadLog: false, readers: 1, guardedReaders: 1))
            for table in try await database.reflect(bounds).tables {
                out.formUnion(words(of: table.name))
                for column in table.columns {
                    out.formUnion(words(of: column.name))
                    let values = try await database.read(bounds) { connection in
                        try connection.all(
                            "SELECT DISTINCT \(Identifier(column.name)) FROM \(Identifier(table.name)) WHERE typeof(\(Identifier(column.name))) = 'text' LIMIT 5000"
                        ) { $0.text(0) ?? "" }
                    }
                    for value in values { out.formUnion(words(of: value)) }
                }
            }
            await database.close()
        }
        return out
    }
}
