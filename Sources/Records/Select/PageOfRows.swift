import Access
import Catalog
import JSON
import SQL

/// The requested page of a list, and what is reported about the rest.
struct PageOfRows: Sendable {
    /// Nil for a list without pages, or one that goes on at an offset.
    let page: Int?
    /// Unit: rows.
    let size: Int
    /// Rows before the first.
    let offset: Int64
    /// Whether all rows are counted.
    let isCounted: Bool

    init(_ request: ListRequest, _ call: RecordCall) throws(Refusal) {
        guard (1...1_000_000_000).contains(request.page) else {
            throw Refusal(.invalidArgument, "page: expected a number from 1 on, found \(request.page)")
        }
        guard (1...ListRequest.maximumPageSize).contains(request.pageSize) else {
            throw Refusal(.invalidArgument, "pageSize: expected 1 to \(ListRequest.maximumPageSize), found \(request.pageSize)")
        }
        size = request.paginate ? request.pageSize : ListRequest.maximumPageSize
        page = request.paginate && request.offset == nil ? request.page : nil
        offset = request.offset.map(Int64.init) ?? page.map { Int64($0 - 1) * Int64(request.pageSize) } ?? 0
        isCounted = page != nil && (call.collection.estimatedRows ?? 0) <= Records.countedRows
    }

    /// One row more than is given where the answer must know whether there is one.
    var clause: Statement {
        let rows = Int64(isCounted ? size : size + 1)
        return offset == 0 ? " LIMIT \(rows)" : " LIMIT \(rows) OFFSET \(offset)"
    }

    /// - Parameter cursor: makes what leads to the rows from an offset on.
    func writeMeta(_ summary: RecordSummary, count: Int64?, cursor: (Int) throws -> String, to writer: inout JSONWriter) throws {
        var summary = summary
        // With one row more than the page asked for, only a page cut before its end is truncated.
        let isCut = summary.isTruncated && summary.rows < size
        // A page that is whole has a next page; all else goes on where it stopped.
        if summary.isTruncated, isCut || page == nil { summary.nextCursor = try cursor(Int(offset) + summary.rows) }
        guard let page else { return summary.writeMeta(to: &writer) }
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
            summary.isTruncated = isCut
            summary.write(to: &writer)
        }
    }
}
