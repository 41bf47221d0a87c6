import Access
import Catalog
import JSON
import SQL
import SQLSyntax

/// A prepared read: the statement for the rows, what reads their relations, and the shape of the result. It has no effects.
struct RecordRead: Sendable {
    let statement: Statement
    let shape: RowShape
    let appended: [RelatedRead]

    /// A complete statement without relations.
    init(statement: Statement, shape: RowShape) {
        self.statement = statement
        self.shape = shape
        appended = []
    }

    /// - Parameters:
    ///   - tail: the SQL after FROM: conditions, order, limits.
    init(_ plan: RecordPlan, tail: Statement, _ call: RecordCall) throws {
        guard !plan.projection.appends.isEmpty else {
            statement = plan.head + tail
            shape = plan.shape
            appended = []
            return
        }
        var shape = plan.shape
        appended = try plan.projection.appends.map { try RelatedRead($0, of: call.collection, &shape) }
        statement = "SELECT \(shape.selected(from: RecordCall.alias)) FROM \(call.collection.reference(as: RecordCall.alias))\(tail)"
        self.shape = shape
    }
}

extension RecordRead {
    /// Writes each row as a JSON value, into an array or after a key.
    /// - Parameter isOne: whether the result has only one row.
    func write(_ connection: any Connection, maximumRows: Int, isOne: Bool = false, to writer: inout JSONWriter) throws -> RecordSummary {
        guard appended.isEmpty else { return try writeWithRelated(connection, maximumRows: maximumRows, isOne: isOne, to: &writer) }
        let limits = RowLimits(maximumRows: maximumRows, maximumBytes: RecordLimits.readBytes)
        var rows = 0
        var cut: Set<String> = []
        var current = JSONWriter(reservingCapacity: JSONWriter.quickCapacity)
        let summary = try connection.query(statement, limits: limits, columns: { _ in }) { row in
            current.removeAll()
            let names = try shape.write(row, isOne: isOne, to: &current)
            current.endObject()
            guard rows == 0 || writer.bytes.count + current.bytes.count <= RecordLimits.answerBytes else { return .stop }
            if !names.isEmpty { cut.formUnion(names) }
            writer.raw(current.bytes)
            rows += 1
            return .more
        }
        return RecordSummary(rows: rows, isTruncated: summary.isTruncated, cutValues: cut)
    }

    /// Reads the rows first, then their related rows, and then writes each row with them.
    private func writeWithRelated(
        _ connection: any Connection, maximumRows: Int, isOne: Bool, to writer: inout JSONWriter
    ) throws -> RecordSummary {
        let limits = RowLimits(maximumRows: maximumRows, maximumBytes: RecordLimits.readBytes)
        var read: [(row: ReadRow, cut: [String])] = []
        let keys = appended.map(\.ownColumns)
        var bytes = writer.bytes.count
        let summary = try connection.query(statement, limits: limits, columns: { _ in }) { row in
            let next = try ReadRow.read(row, shape, isOne: isOne, next: keys)
            bytes += next.row.json.count
            guard read.isEmpty || bytes <= RecordLimits.answerBytes else { return .stop }
            read.append(next)
            return .more
        }
        var cut = AppendedCut()
        let related = try appended.enumerated().map { index, appended in
            try AppendedRows(appended, of: read.lazy.map { $0.row.keys[index] }, connection, &cut)
        }
        var rows = 0
        var current = JSONWriter(reservingCapacity: JSONWriter.quickCapacity)
        for (row, names) in read {
            var after = cut
            current.removeAll()
            row.begin(&current)
            after.end = current.bytes.count + RecordLimits.answerBytes
            for (related, key) in zip(related, row.keys) { related.write(key, to: &current, &after) }
            current.endObject()
            guard rows == 0 || writer.bytes.count + current.bytes.count <= RecordLimits.answerBytes else { break }
            writer.raw(current.bytes)
            cut = after
            cut.values.formUnion(names)
            rows += 1
        }
        return RecordSummary(
            rows: rows, isTruncated: summary.isTruncated || rows < read.count, cutRelations: cut.relations.sorted(), cutValues: cut.values)
    }
}

/// The facts about a finished read.
struct RecordSummary: Hashable, Sendable {
    let rows: Int
    var isTruncated: Bool
    /// Relations of which not all rows fitted.
    var cutRelations: [String] = []
    /// Fields, and fields of relations, in which a value was cut.
    var cutValues: Set<String> = []
    /// The cursor for the rows that did not fit.
    var nextCursor: String?
    /// See ``AllowedActions``; nil when they were not requested.
    var allowedActions: [UInt8]?

    /// Writes members of `meta` about omitted rows and cut values.
    func write(to writer: inout JSONWriter) {
        if isTruncated {
            writer.key("truncated")
            writer.bool(true)
        }
        if !cutRelations.isEmpty {
            writer.key("truncatedAppends")
            writer.array { writer in
                for name in cutRelations { writer.string(name) }
            }
        }
        if !cutValues.isEmpty {
            writer.key("truncatedValues")
            writer.array { writer in
                for name in cutValues.sorted() { writer.string(name) }
            }
        }
        if let nextCursor {
            writer.key("nextCursor")
            writer.string(nextCursor)
        }
        if let allowedActions {
            writer.key("allowedActions")
            writer.raw(allowedActions)
        }
    }

    /// - Throws: ``Refusal`` `limited` when not even the first of the rows fitted.
    func checkFirstFits() throws(Refusal) {
        guard isTruncated, rows == 0 else { return }
        throw Refusal(.limited, "one row alone is larger than \(RecordLimits.readBytes / 1024 / 1024) MB: ask for fewer fields")
    }

    /// Writes `meta` if something was omitted or cut.
    func writeMeta(to writer: inout JSONWriter) {
        guard isTruncated || !cutRelations.isEmpty || !cutValues.isEmpty || allowedActions != nil else { return }
        writer.key("meta")
        writer.object { write(to: &$0) }
    }
}
