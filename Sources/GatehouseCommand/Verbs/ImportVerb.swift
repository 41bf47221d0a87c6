import ArgumentParser
import JSON
import Records
import Tools

struct ImportVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Add the rows of a file to a collection.",
        discussion: """
            CSV, JSON Lines or a workbook (xlsx), all rows or none. Look first with --dry-run.
            Example: gatehouse import orders.csv --collection orders --create --dry-run
            """)
    @Argument(help: "The file.") var file: String
    @Option(help: "The collection; it has the name of the file when absent.") var collection: String?
    @Option(help: "The workspace.") var workspace: String?
    @Option(help: "The data source; main unless given.") var source: String?
    @Option(help: "csv, jsonl or xlsx; recognized from the file when absent.") var format: String?
    @Option(help: "Of CSV: comma, semicolon or tab; recognized from the first line when absent.") var separator: String?
    @Option(help: "Of a workbook; the first one unless given.") var sheet: String?
    @Option(name: .customLong("map"), help: "A column and its field, as COLUMN=FIELD; COLUMN= leaves it out. Can be repeated.") var mapping:
        [String] = []
    @Option(name: .customLong("utc-offset"), help: "Of times without one: Z or +02:00.") var utcOffset: String?
    @Flag(help: "Create the collection if it does not exist.") var create = false
    @Flag(name: .customLong("skip-bad-lines"), help: "Leave out rows that cannot be added, and add the others.") var skipBadLines = false
    @Flag(name: .customLong("dry-run"), help: "Read and check, add nothing.") var dryRun = false
    @OptionGroup var state: StateOptions

    func run() async throws {
        let input: ImportedFile
        do { input = try ImportedFile(path: file) } catch { throw Failure.failed("\(file): \(error.reason)") }
        try await Terminal.run(state) { terminal in
            let answer = try await terminal.call("import_rows", arguments(), in: workspace, file: LocalFile(source: input))
            let data = answer["data"] ?? [:]
            guard !terminal.json else { return terminal.show(data) { _ in "" } }
            let (collection, imported) = (data["collection"]?.string ?? "", data["imported"]?.int ?? 0)
            for column in data["columns"]?.array ?? [] {
                print("\(column["column"]?.string ?? "") -> \(column["field"]?.string ?? "(left out)")\(type(of: column, data))")
            }
            for error in data["errors"]?.array ?? [] {
                let location = error["column"]?.string.map { ", \($0)" } ?? ""
                print("line \(error["line"]?.int ?? 0)\(location): \(error["reason"]?.string ?? "")")
            }
            print(dryRun ? "\(data["rows"]?.int ?? 0) rows would go to \(collection)" : "\(imported) rows added to \(collection)")
        }
    }

    /// The type of the field for a column.
    private func type(of column: JSONValue, _ data: JSONValue) -> String {
        let field = data["fields"]?.array?.first { $0["name"] == column["field"] }
        return field?["type"]?.string.map { " (\($0))" } ?? ""
    }

    private func arguments() throws -> JSONObject {
        var fields = JSONObject()
        for pair in mapping {
            guard let sign = pair.lastIndex(of: "=") else { throw Failure.usage("--map \(pair): expected COLUMN=FIELD") }
            let field = String(pair[pair.index(after: sign)...])
            fields[String(pair[..<sign])] = field.isEmpty ? .null : .string(field)
        }
        return JSONObject(given: [
            "collection": collection ?? Self.name(of: file), "dataSource": source, "format": format, "separator": separator, "sheet": sheet,
            "utcOffset": utcOffset, "create": create ? true : nil, "skipBadLines": skipBadLines ? true : nil, "dry_run": dryRun ? true : nil,
            "mapping": mapping.isEmpty ? Optional.none : JSONValue.object(fields),
        ])
    }

    /// `orders` for `/tmp/orders.csv`.
    private static func name(of path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    }
}
