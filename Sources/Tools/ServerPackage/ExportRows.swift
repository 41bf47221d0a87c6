import Access
import Catalog
import JSON
import Records

/// `export_rows`: exports all rows of a collection that the caller may see, as a file with a link that expires.
struct ExportRows: Tool {
    struct Input: ToolArguments {
        var collection = ""
        var source = DataSource.mainName
        var format = ExportRequest.Format.csv
        var filter: JSONValue?
        var fields: [String] = []
        var sort: [String] = []
        var keepsFormulas = false
    }

    let domains: Domains

    let name = "export_rows"
    let access = ToolAccess(.server, scope: .one(.read(.record)), audience: .members, effect: .reads, secrets: .shown)
    let length = ToolLength.mayBeLong
    let patience: Duration? = StoredFiles.patience
    let title = "Export rows to a file"
    let description = """
        Writes all rows that you may see, or those of a filter, into a file and gives a link to it: whoever has the link can fetch the rows as they are \
        at this moment, for an hour. For some rows to look at use crud.
        """
    let arguments: [Argument<Input>] = [
        .text("collection", \.collection, "The collection's name.").required.naming(in: "dataSource"),
        .text("dataSource", \.source, "main when absent."),
        .choice("format", \.format, "csv when absent; jsonl has one JSON object a line."),
        .object("filter", \.filter, "Which rows, as in crud."), .texts("fields", \.fields, "Only these fields."),
        .texts("sort", \.sort, "Field names, - in front for descending."),
        .flag(
            "keepFormulas", \.keepsFormulas,
            "true: text of csv that spreadsheets run as a formula stays as it is, without an apostrophe in front."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        var request = ExportRequest()
        (request.format, request.filter) = (input.format, input.filter)
        (request.fields, request.sort, request.keepsFormulas) = (input.fields, input.sort, input.keepsFormulas)
        let records = try await domains.target(input.source, call).records(input.collection, call, domains)
        let objects = ["\(input.source)/\(input.collection)"]
        if let sink = call.context.localFile?.sink {
            let rows = try await domains.records.export(request, records, sink)
            return .object(rows: rows, objects: objects) { writer in writer.member("rows", rows) }
        }
        let spool = try SpoolFile()
        let rows = try await domains.records.export(request, records) { try spool.write($0) }
        let kept = try await domains.files.keep(
            spool, name: "\(input.collection).\(input.format.rawValue)", owner: call.caller.accountKey, in: call.caller.workspace.id)
        return .object(rows: rows, objects: objects) { writer in
            writer.member("rows", rows)
            writer.member("format", input.format.rawValue)
            kept.file.writeLink(kept.name, in: "file-exports", call, to: &writer)
        }
    }
}
