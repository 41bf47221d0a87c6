import Access
import Catalog
import JSON
import Records
import SQL
import Store

/// `import_rows`: imports the rows of a file into an existing collection or a new one.
struct ImportRows: Tool {
    struct Input: ToolArguments {
        var collection = ""
        var source = DataSource.mainName
        var upload: String?
        var text: String?
        var format: FileFormat?
        var separator: ImportForm.Separator?
        var sheet: String?
        var mapping: JSONValue?
        var offset: String?
        var creates = false
        var skipsBadLines = false
        var isDryRun = false
    }

    let domains: Domains

    let name = "import_rows"
    let access = ToolAccess(.server, scope: .one(.write(.record)), audience: .members, effect: .writes, secrets: .none)
    let length = ToolLength.mayBeLong
    let patience: Duration? = StoredFiles.patience
    let title = "Import rows from a file"
    let description = """
        Adds the rows of a CSV file, JSON Lines or a workbook (xlsx) to a collection, all or none. Give the file as text, or the upload of \
        uploads_create. Look first with dry_run: it shows fields, guessed types, the first rows, and what is wrong in which line. Columns go to the field \
        of their name or title. create makes a collection that is not there yet, with fields of types in which each value stays as it is.
        """
    let arguments: [Argument<Input>] = [
        .text("collection", \.collection, "The collection's name.").required.naming(in: "dataSource"),
        .text("dataSource", \.source, "main when absent."),
        .text("upload", \.upload, "upload of uploads_create, once the whole file is sent."),
        .text("text", \.text, "The file itself: CSV or JSON Lines."),
        .choice("format", \.format, "Told by the file when absent."),
        .choice("separator", \.separator, "Of CSV; told by the first line when absent."),
        .text("sheet", \.sheet, "Of a workbook; the first one when absent."),
        .object("mapping", \.mapping, "Fields by columns: {\"Customer name\":\"name\",\"Notes\":null}; null leaves a column out."),
        .text("utcOffset", \.offset, "Of times without one, for fields with zone: Z or +02:00."),
        .flag("create", \.creates, "true: make the collection if it is not there."),
        .flag("skipBadLines", \.skipsBadLines, "true: add the other rows where some cannot be added."),
        .flag("dry_run", \.isDryRun, "true: read and check, add nothing."),
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        var request = ImportRequest(try await file(input, call))
        (request.form.format, request.form.separator, request.form.sheet) = (input.format, input.separator, input.sheet)
        request.mapping = try Self.mapping(input.mapping)
        request.offset = try Self.offset(input.offset)
        (request.skipsBadLines, request.isDryRun) = (input.skipsBadLines, input.isDryRun)
        let target = try await domains.target(input.source, call)
        if input.creates, target.contents[input.collection] == nil {
            return try await ImportedCollection(domains: domains, call: call, input: input, dialect: target.open.database.dialect).make(request)
        }
        let notes = try await input.isDryRun ? nil : domains.changeNotes(call, on: target)
        let report = try await domains.records.importRows(request, target.records(input.collection, call, domains, notes: notes))
        return try ImportOutcome(input: input, report: report).outcome()
    }

    private func file(_ input: Input, _ call: ToolCall) async throws -> ImportedFile {
        if let file = call.context.localFile?.source { return file }
        switch (input.upload, input.text) {
        case (nil, let text?): return ImportedFile(text: text)
        case (let upload?, nil):
            // An upload of another account is not found.
            guard let file = try await domains.files.find(upload, .upload), file.workspace == call.caller.workspace.id,
                file.owner == call.caller.accountKey
            else { throw Refusal(.notFound, "argument 'upload': unknown or expired upload; create one with uploads_create") }
            guard file.isWhole else {
                throw Refusal(.conflict, "argument 'upload': \(file.written) of \(file.size) bytes have come; send the rest first")
            }
            return try await domains.files.spooled(file)
        default: throw Refusal(.invalidArgument, "expected one of the arguments 'text' and 'upload'")
        }
    }

    private static func mapping(_ value: JSONValue?) throws(Refusal) -> [String: String?] {
        var mapping: [String: String?] = [:]
        for (column, field) in value?.object ?? [:] {
            guard field.isNull || field.string != nil else {
                throw Refusal(.invalidArgument, "argument 'mapping': '\(column.prefix(60))': expected the name of a field, or null")
            }
            mapping.updateValue(field.string, forKey: column)
        }
        return mapping
    }

    private static func offset(_ text: String?) throws(Refusal) -> String? {
        guard let text else { return nil }
        guard text == "Z" || (text.utf8.count == 6 && !text.hasSuffix("Z")), Timestamp(rfc3339: "2026-01-01T00:00:00" + text) != nil else {
            throw Refusal(.invalidArgument, "argument 'utcOffset': expected Z, or an offset such as +02:00")
        }
        return text
    }
}
