import Catalog
import JSON
import SQL

/// The related rows of one page, already written as JSON, by the key that leads to them.
struct AppendedRows {
    let name: String
    private let key: JSONKey
    private let kind: Relation.Kind
    private let ownColumns: [Int]
    private var rows: [[SQLValue]: [[UInt8]]] = [:]
    /// Not all related rows fitted.
    let isTruncated: Bool

    init(_ appended: RecordRead.Appended, _ connection: any Connection) throws {
        name = appended.name
        key = JSONKey(appended.name)
        kind = appended.kind
        ownColumns = appended.ownColumns
        var found: [[SQLValue]: [[UInt8]]] = [:]
        let limits = RowLimits(maximumRows: RecordLimits.appendedRows, maximumBytes: RecordLimits.answerBytes)
        let summary = try connection.query(appended.statement, limits: limits, columns: { _ in }) { row in
            var writer = JSONWriter()
            writer.beginObject()
            appended.shape.write(row, to: &writer)
            writer.endObject()
            found[appended.targetColumns.map(row.value), default: []].append(writer.bytes)
            return .more
        }
        rows = found
        isTruncated = summary.isTruncated
    }

    /// Writes the relation as a member of the row's object: an object or null to one, an array to many.
    func write(_ row: any Row, to writer: inout JSONWriter) {
        let related = rows[ownColumns.map(row.value)] ?? []
        writer.key(key)
        switch kind {
        case .belongsTo:
            if let one = related.first { writer.raw(one) } else { writer.null() }
        case .hasMany:
            writer.array { writer in
                for one in related { writer.raw(one) }
            }
        }
    }
}
