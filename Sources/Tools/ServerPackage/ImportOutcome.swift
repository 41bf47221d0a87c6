import Access
import JSON
import Records

/// The result of an import.
struct ImportOutcome {
    let input: ImportRows.Input
    let report: ImportReport
    /// The collection that was created for the rows; nil for an existing one.
    var made: (fields: [JSONValue], statements: [String])?

    /// Most lines in the text of a refusal.
    private static let namedLines = 20
    private static let reasonLength = 200

    /// - Throws: ``Refusal`` `invalidArgument` with the errors, when they prevented the import.
    func outcome() throws(Refusal) -> ToolOutcome {
        if !input.isDryRun, report.errorCount > 0, !input.skipsBadLines { throw Self.refusal(report.errors, report.errorCount) }
        return .object(rows: report.rows, changed: report.imported, objects: ["\(input.source)/\(input.collection)"]) { writer in
            writer.object("data") { writer in write(to: &writer) }
        }
    }

    static func refusal(_ errors: [LineError], _ count: Int) -> Refusal {
        let named = errors.prefix(namedLines).map { String($0.text.prefix(reasonLength)) }
        let others = count > named.count ? "; and \(count - named.count) more, see dry_run" : ""
        return Refusal(
            .invalidArgument, "nothing was imported, since \(count) line\(count == 1 ? "" : "s") cannot be: \(named.joined(separator: "; "))\(others)"
        )
    }

    private func write(to writer: inout JSONWriter) {
        writer.member("collection", input.collection)
        writer.member("dataSource", input.source)
        writer.member("created", made != nil && !input.isDryRun)
        writer.member("dryRun", input.isDryRun)
        writer.member("rows", report.rows)
        writer.member("imported", report.imported)
        writer.member("errorCount", report.errorCount)
        writer.member("errors", report.errors) { writer, error in
            writer.member("line", error.line)
            writer.member("column", error.column)
            writer.member("reason", String(error.reason.prefix(Self.reasonLength)))
        }
        writer.member("columns", report.columns) { writer, column in
            writer.member("column", column.name)
            writer.member("field", column.field)
        }
        if let made {
            writer.member("fields", .array(made.fields))
            writer.member("ddl", made.statements)
        }
        writer.array("sample") { writer in
            for row in report.sample { writer.value(.object(row)) }
        }
    }
}
