import Access
import JSON
import SQL
import Store

/// Checks every row of a file as an import would, without adding any.
struct ImportCheck: Sendable {
    let request: ImportRequest
    let call: RecordCall
    let now: Timestamp

    /// Blocks while the file is read.
    /// - Throws: ``Refusal``, ``ImportError``, or a `DatabaseError` when the call's time is used up.
    func run() throws -> ImportReport {
        let reader = try request.reader()
        let columns = try ImportColumns(reader, request, call)
        var report = ImportReport()
        report.columns = columns.report
        var count = 0
        while let line = try reader.next() {
            count += 1
            if count % 256 == 0, let refusal = call.bounds.refusal { throw refusal }
            switch line {
            case .bad(let error): report.add(error)
            case .row(let number, let cells): check(cells, number, columns, &report)
            }
        }
        return report
    }

    private func check(_ cells: [JSONValue?], _ line: Int, _ columns: ImportColumns, _ report: inout ImportReport) {
        do throws(LineError) {
            let values = try columns.values(cells, line: line)
            do throws(Refusal) {
                _ = try RecordValues(
                    .object(values), argument: ImportColumns.argument, action: .create, whitelist: [], blacklist: [], now: now, generates: false, call
                )
            } catch {
                throw columns.error(error, line: line)
            }
            report.rows += 1
            if report.sample.count < ImportReport.sampleRows { report.sample.append(values) }
        } catch {
            report.add(error)
        }
    }
}

extension ImportRequest {
    /// A reader at the first row, which also knows the columns in the mapping.
    func reader() throws -> any LineReader { try file.rows(form, further: mapping.keys.sorted()) }
}
