import ArgumentParser
import Foundation
import JSON
import Tools

struct ExportVerb: TerminalVerb {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the rows of a collection to a file.",
        discussion: "Example: gatehouse export orders --format jsonl --filter '{\"status\":\"paid\"}' --output orders.jsonl")
    @Argument(help: "The collection.") var collection: String
    @Option(help: "csv or jsonl.") var format = "csv"
    @Option(help: "Which rows: a filter in JSON, as crud takes it.") var filter: String?
    @Option(help: "Only these fields, separated by commas.") var fields: String?
    @Option(help: "Names of fields, separated by commas, with - in front for descending.") var sort: String?
    @Option(help: "The file; standard output unless given.") var output: String?
    @Option(help: "The workspace.") var workspace: String?
    @Option(help: "The data source; main unless given.") var source: String?
    @Flag(name: .customLong("keep-formulas"), help: "Do not put an apostrophe before text that spreadsheets would run as a formula.")
    var keepFormulas = false
    @OptionGroup var state: StateOptions

    func run(_ terminal: Terminal) async throws {
        let rows = try filter.map { try Terminal.filter($0) }
        let arguments = JSONObject(given: [
            "collection": collection, "format": format, "dataSource": source, "filter": rows, "fields": fields?.names, "sort": sort?.names,
            "keepFormulas": keepFormulas ? true : nil,
        ])
        let handle = try output.map(Self.made) ?? .standardOutput
        let sink = LocalFile(sink: { try handle.write(contentsOf: Data($0)) })
        let answer = try await terminal.call("export_rows", arguments, in: workspace, file: sink)
        Terminal.printError("\(answer["rows"]?.int ?? 0) rows")
    }

    /// Creates or empties a file that only its owner can read.
    private static func made(_ path: String) throws -> FileHandle {
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw Failure.failed("\(path): the file cannot be written") }
        return handle
    }
}
