import Access
import Catalog
package import JSON
import Notation
import SQL
import SQLSyntax

/// A request for the history of one row.
package struct HistoryRequest: Hashable, Sendable {
    /// `filterByTk`.
    package var key: JSONValue
    /// Starts at 1; the newest entries are on the first page.
    package var page = 1
    /// Number of entries to skip, instead of a page.
    package var offset: Int?
    /// Range: 1...1,000. Unit: entries.
    package var pageSize = 20

    package init(key: JSONValue) { self.key = key }
}

extension Records {
    /// Most entries of one row that are read.
    private static let maximumEntries = 1_000_000

    /// The history of a row that the caller may view, newest first:
    /// `{"data":[{"action","at","userId","user","before","after"}],"meta":{…}}`.
    ///
    /// A caller that may see all rows also sees the history of destroyed ones. Fields that are hidden from the caller, or masked, are
    /// omitted, and so are entries that only change such fields; an update lists only the fields that differ. The author is omitted if the
    /// row hides it. A caller that may see only some rows sees the history since the last change of a field that its rule uses.
    /// - Parameter cursor: makes the cursor for the entries that did not fit, from the number of entries before them.
    package func history(
        _ request: HistoryRequest, _ call: RecordCall, cursor: @escaping @Sendable (Int) throws -> String = { String($0) }
    ) async throws -> RecordResult {
        try call.require(.view)
        guard call.collection.keepsHistory, let table = HistoryTable.reference(beside: call.collection) else {
            throw Refusal(.invalidArgument, "\(call.collection.name) keeps no history; collections_apply with history true begins one")
        }
        guard request.key.array == nil else { throw Refusal(.invalidArgument, "filterByTk: expected the primary key of one row") }
        let key = try RecordKey(request.key, call)
        let rule = try call.rule(.view)
        let seesAll = [Filter.always, call.collection.notDeletedFilter].contains(call.rights.filter(.view))
        let view = HistoryView(call)
        let (pageSize, offset) = (request.pageSize, request.offset ?? (request.page - 1) * request.pageSize)
        return try await read(call, isSmall: true) { connection in
            let stored = try Self.storedKey(key, rule, call, connection)
            var writer = JSONWriter(reservingCapacity: 1024)
            writer.beginObject()
            writer.key("data")
            writer.beginArray()
            // Entries of which the caller may see nothing are not counted on any page.
            var (rows, passed, hasNext) = (0, 0, false)
            if let key = stored ?? (seesAll ? key.keys.first : nil) {
                let entries = try Self.entries(of: key, in: table, isWhole: seesAll, call)
                var entry = JSONWriter(reservingCapacity: 1024)
                var span = seesAll ? nil : VisibleSpan(of: try Self.row(key, call, connection), call.rights.filter(.view))
                _ = try connection.query(
                    entries, limits: RowLimits(maximumRows: Self.maximumEntries, maximumBytes: .max), columns: { _ in }
                ) { row in
                    entry.removeAll()
                    if span?.hasEnded == true { return .stop }
                    guard try view.write(row, within: &span, to: &entry) else { return .more }
                    guard passed == offset else {
                        passed += 1
                        return .more
                    }
                    guard rows < pageSize, rows == 0 || writer.bytes.count + entry.bytes.count <= RecordLimits.answerBytes else {
                        hasNext = true
                        return .stop
                    }
                    rows += 1
                    writer.raw(entry.bytes)
                    return .more
                }
            }
            writer.endArray()
            // A complete page has a next page; otherwise the cursor continues where this one stopped.
            let nextCursor = hasNext && (rows < pageSize || request.offset != nil) ? try cursor(offset + rows) : nil
            writer.key("meta")
            writer.object { writer in
                if request.offset == nil {
                    writer.key("page")
                    writer.int(request.page)
                }
                writer.key("pageSize")
                writer.int(pageSize)
                writer.key("hasNext")
                writer.bool(hasNext)
                guard let nextCursor else { return }
                if rows < pageSize {
                    writer.key("truncated")
                    writer.bool(true)
                }
                writer.key("nextCursor")
                writer.string(nextCursor)
            }
            writer.endObject()
            return RecordResult(writer, rows: rows)
        }
    }

    /// The key as stored in the row; nil when there is no row that the caller may view.
    private static func storedKey(_ key: RecordKey, _ rule: Statement?, _ call: RecordCall, _ connection: any Connection) throws -> [SQLValue]? {
        var conditions = Conditions()
        conditions.add(key.condition(call.dialect))
        conditions.add(rule)
        let columns = Statement.joined(call.collection.primaryKey.map { "\(RecordCall.alias).\(Identifier($0))" }, by: ", ")
        return try connection.first("SELECT \(columns) FROM \(call.collection.reference(as: RecordCall.alias))\(conditions.clause) LIMIT 1") { row in
            (0..<row.columnCount).map(row.value)
        }
    }

    /// The row in the form of an entry for a change made now.
    private static func row(_ key: [SQLValue], _ call: RecordCall, _ connection: any Connection) throws -> JSONObject? {
        let image = try RowHistory(call, at: .now)?.images(of: [key], connection).values.first
        return try HistoryView.image(image.map { String(decoding: $0, as: UTF8.self) })
    }

    /// The entries of a row, with the columns of ``HistoryView``.
    /// - Parameter isWhole: whether to include earlier, destroyed rows with the same key, which may have been hidden from the caller.
    private static func entries(of key: [SQLValue], in table: Statement, isWhole: Bool, _ call: RecordCall) throws -> Statement {
        let columns = Statement.joined(HistoryView.columns.map { "h.\(Identifier($0))" }, by: ", ")
        let own = try same(key, "h", call)
        let entries: Statement = "SELECT \(columns) FROM \(table) AS h WHERE \(own)"
        guard !isWhole else { return entries + " ORDER BY h.id DESC" }
        func began(_ action: RecordAction, _ sign: EngineOperator) -> Statement {
            "(b.action \(EngineOperator.equal) \(action.rawValue) AND b.id \(sign) h.id)"
        }
        let later: Statement = "\(try same(key, "b", call)) AND (\(began(.destroy, .greaterOrEqual)) OR \(began(.create, .greater)))"
        return entries + " AND NOT EXISTS (SELECT 1 FROM \(table) AS b WHERE \(later)) ORDER BY h.id DESC"
    }

    private static func same(_ key: [SQLValue], _ alias: Statement, _ call: RecordCall) throws -> Statement {
        let values = [("collection", call.collection.name), ("rowKey", try RowHistory.text(of: key, call.collection))]
        let conditions = values.map { name, text -> Statement in
            let column: Statement = "\(alias).\(Identifier(name))"
            // MySQL also compares bytes, because its collations treat different texts as equal.
            return call.dialect == .mysql ? "\(column) = \(text) AND BINARY \(column) = BINARY \(text)" : "\(column) \(EngineOperator.equal) \(text)"
        }
        return Statement.joined(conditions, by: " AND ")
    }
}
