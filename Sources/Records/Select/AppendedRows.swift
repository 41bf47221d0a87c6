import Catalog
import JSON
import SQL

/// The related rows of one page, already serialized as JSON, by the key that leads to them.
struct AppendedRows {
    private let name: String
    private let isToMany: Bool
    private let ownColumns: [Int]
    private var rows: [[SQLValue]: [[UInt8]]] = [:]
    /// The relation and its nested relations, by their paths, of which not all rows fitted.
    let cutRelations: [String]
    /// Fields of the relation, by their paths, in which a value was cut.
    let cutValues: Set<String>

    init(_ appended: RecordRead.Appended, _ connection: any Connection) throws {
        name = appended.name
        isToMany = appended.isToMany
        ownColumns = appended.ownColumns
        let nested = try appended.appended.map { try AppendedRows($0, connection) }
        var found: [[SQLValue]: [[UInt8]]] = [:]
        var cut: Set<String> = []
        var bytes = 0
        let limits = RowLimits(maximumRows: RecordLimits.appendedRows, maximumBytes: RecordLimits.readBytes)
        let summary = try connection.query(appended.statement, limits: limits, columns: { _ in }) { row in
            var writer = JSONWriter()
            let names = try appended.shape.write(row, isOne: false, to: &writer)
            for lookup in nested { lookup.write(row, to: &writer) }
            writer.endObject()
            bytes += writer.bytes.count
            guard bytes <= RecordLimits.answerBytes else { return .stop }
            cut.formUnion(names)
            found[Self.key(row, appended.targetColumns), default: []].append(writer.bytes)
            return .more
        }
        rows = found
        let (name, below) = (appended.name, nested.flatMap(\.cutRelations))
        cutRelations = (summary.isTruncated ? [name] : []) + below.map { "\(name).\($0)" }
        cutValues = Set(cut.union(nested.flatMap(\.cutValues)).map { "\(name).\($0)" })
    }

    private static func key(_ row: any Row, _ columns: [Int]) -> [SQLValue] { columns.map { row.value($0) } }

    /// Writes the relation as a member of the row's object: an object or null for a to-one relation, otherwise an array.
    func write(_ row: any Row, to writer: inout JSONWriter) {
        let related = rows[Self.key(row, ownColumns)] ?? []
        writer.key(name)
        guard isToMany else {
            if let one = related.first { writer.raw(one) } else { writer.null() }
            return
        }
        writer.array { writer in
            for one in related { writer.raw(one) }
        }
    }
}
