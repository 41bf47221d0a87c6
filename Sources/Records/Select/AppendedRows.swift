import Catalog
import JSON
import SQL

/// The related rows of one page, already written as JSON, by the key that leads to them.
struct AppendedRows {
    let name: String
    private let kind: Relation.Kind
    private let ownColumns: [Int]
    private var rows: [[SQLValue]: [[UInt8]]] = [:]
    /// Not all related rows fitted.
    let isTruncated: Bool
    /// Fields of the relation, with its name in front, of which some value was cut.
    let cutValues: Set<String>

    init(_ appended: RecordRead.Appended, _ connection: any Connection) throws {
        name = appended.name
        kind = appended.kind
        ownColumns = appended.ownColumns
        var found: [[SQLValue]: [[UInt8]]] = [:]
        var cut: Set<String> = []
        var bytes = 0
        let limits = RowLimits(maximumRows: RecordLimits.appendedRows, maximumBytes: RecordLimits.readBytes)
        let summary = try connection.query(appended.statement, limits: limits, columns: { _ in }) { row in
            var writer = JSONWriter()
            let names = try appended.shape.write(row, isOne: false, to: &writer)
            writer.endObject()
            bytes += writer.bytes.count
            guard bytes <= RecordLimits.answerBytes else { return .stop }
            cut.formUnion(names.map { "\(appended.name).\($0)" })
            found[Self.key(row, appended.targetColumns), default: []].append(writer.bytes)
            return .more
        }
        rows = found
        isTruncated = summary.isTruncated
        cutValues = cut
    }

    private static func key(_ row: any Row, _ columns: [Int]) -> [SQLValue] { columns.map { row.value($0) } }

    /// Writes the relation as a member of the row's object: an object or null to one, an array to many.
    func write(_ row: any Row, to writer: inout JSONWriter) {
        let related = rows[Self.key(row, ownColumns)] ?? []
        writer.key(name)
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
