import Access
import Catalog
import JSON
import SQL

/// Which part of a list is asked for, and what is said of the rest.
struct PageOfRows: Sendable {
    let page: Int
    /// Unit: rows.
    let size: Int
    /// Without pages: rows from the first on.
    let isPlain: Bool
    /// Whether all rows are counted.
    let isCounted: Bool

    init(_ request: ListRequest, _ call: RecordCall) throws(Refusal) {
        isPlain = !request.paginate
        guard (1...1_000_000_000).contains(request.page) else {
            throw Refusal(.invalidArgument, "page: expected a number from 1 on, found \(request.page)")
        }
        guard (1...ListRequest.maximumPageSize).contains(request.pageSize) else {
            throw Refusal(.invalidArgument, "pageSize: expected 1 to \(ListRequest.maximumPageSize), found \(request.pageSize)")
        }
        page = isPlain ? 1 : request.page
        size = isPlain ? ListRequest.maximumPageSize : request.pageSize
        isCounted = !isPlain && (call.collection.estimatedRows ?? 0) <= Records.countedRows
    }

    /// One row more than is given where the answer must know whether there is one.
    var clause: Statement {
        let rows = Int64(isCounted ? size : size + 1)
        let offset = Int64(page - 1) * Int64(size)
        return offset == 0 ? " LIMIT \(rows)" : " LIMIT \(rows) OFFSET \(offset)"
    }

    func writeMeta(_ summary: RecordSummary, count: Int64?, to writer: inout JSONWriter) {
        guard !isPlain else { return summary.writeMeta(to: &writer) }
        // With one row more than the page asked for, only a page cut before its end is truncated.
        let isCut = summary.isTruncated && summary.rows < size
        writer.key("meta")
        writer.object { writer in
            if let count {
                writer.key("count")
                writer.int(count)
            } else {
                writer.key("hasNext")
                writer.bool(summary.isTruncated)
            }
            writer.key("page")
            writer.int(page)
            writer.key("pageSize")
            writer.int(size)
            if let count {
                writer.key("totalPage")
                writer.int((count + Int64(size) - 1) / Int64(size))
            }
            RecordSummary(rows: summary.rows, isTruncated: isCut, cutRelations: summary.cutRelations).write(to: &writer)
        }
    }
}
