import Catalog
import JSON
import SQL

/// The related rows of one page, already serialized as JSON, by the key that leads to them.
struct AppendedRows {
    private struct RelatedRow {
        /// Without the closing brace if further rows follow inside.
        let json: [UInt8]
        /// The key that leads to the related rows of this row, for a relation that is followed recursively.
        let next: [SQLValue]?
    }

    /// Most rows one inside another, for a relation that is followed recursively: a JSON text nests at most 64 levels.
    private static let maximumLevels = 24

    private let name: String
    private let isToMany: Bool
    private let omitsEmpty: Bool
    private let ownColumns: [Int]
    private var rows: [[SQLValue]: [RelatedRow]] = [:]
    /// The relation and its nested relations, by their paths, of which not all rows fitted.
    let cutRelations: Set<String>
    /// Fields of the relation, by their paths, in which a value was cut.
    let cutValues: Set<String>

    init(_ appended: RecordRead.Appended, _ connection: any Connection) throws {
        name = appended.name
        isToMany = appended.isToMany
        omitsEmpty = appended.omitsEmpty
        ownColumns = appended.ownColumns
        let nested = try appended.appended.map { try AppendedRows($0, connection) }
        var found: [[SQLValue]: [RelatedRow]] = [:]
        var cut: Set<String> = []
        var cutBelow = Set(nested.flatMap(\.cutRelations))
        var bytes = 0
        let limits = RowLimits(maximumRows: RecordLimits.appendedRows, maximumBytes: RecordLimits.readBytes)
        let summary = try connection.query(appended.statement, limits: limits, columns: { _ in }) { row in
            var writer = JSONWriter()
            let names = try appended.shape.write(row, isOne: false, to: &writer)
            for lookup in nested { cutBelow.formUnion(lookup.write(row, to: &writer)) }
            let next = appended.nextColumns.map { Self.key(row, $0) }
            if next == nil { writer.endObject() }
            bytes += writer.bytes.count
            guard bytes <= RecordLimits.answerBytes else { return .stop }
            cut.formUnion(names)
            found[Self.key(row, appended.targetColumns), default: []].append(RelatedRow(json: writer.bytes, next: next))
            return .more
        }
        rows = found
        let name = appended.name
        cutRelations = Set((summary.isTruncated ? [name] : []) + cutBelow.map { "\(name).\($0)" })
        cutValues = Set(cut.union(nested.flatMap(\.cutValues)).map { "\(name).\($0)" })
    }

    private static func key(_ row: any Row, _ columns: [Int]) -> [SQLValue] { columns.map { row.value($0) } }

    /// Writes the relation as a member of the row's object: an object or null for a to-one relation, otherwise an array.
    /// - Returns: the name of the relation if rows were left out, because they nest too deep or are too many.
    func write(_ row: any Row, to writer: inout JSONWriter) -> Set<String> {
        var bytes = RecordLimits.answerBytes
        return write(from: Self.key(row, ownColumns), inside: [], &bytes, to: &writer) ? [] : [name]
    }

    /// - Parameters:
    ///   - outer: the keys that led to the rows around, which are not written again inside themselves.
    ///   - bytes: what may still be written of related rows. Where the key of a relation is not unique, a row is written inside each row with the
    ///     key, so that a few rows would grow with each level to a power of their number.
    /// - Returns: false if rows were left out.
    private func write(from key: [SQLValue], inside outer: [[SQLValue]], _ bytes: inout Int, to writer: inout JSONWriter) -> Bool {
        let all = outer.contains(key) ? [] : rows[key] ?? []
        let related = outer.count < Self.maximumLevels ? all : []
        var isWhole = related.count == all.count
        guard !omitsEmpty || !related.isEmpty else { return isWhole }
        writer.key(name)
        guard isToMany else {
            if let one = related.first { isWhole = write(one, inside: outer + [key], &bytes, to: &writer) && isWhole } else { writer.null() }
            return isWhole
        }
        writer.array { writer in
            for one in related {
                guard one.json.count <= bytes else {
                    isWhole = false
                    break
                }
                bytes -= one.json.count
                isWhole = write(one, inside: outer + [key], &bytes, to: &writer) && isWhole
            }
        }
        return isWhole
    }

    private func write(_ one: RelatedRow, inside outer: [[SQLValue]], _ bytes: inout Int, to writer: inout JSONWriter) -> Bool {
        guard let next = one.next else {
            writer.raw(one.json)
            return true
        }
        if one.json.count > 1 { writer.raw(one.json) } else { writer.beginObject() }
        let isWhole = write(from: next, inside: outer, &bytes, to: &writer)
        writer.endObject()
        return isWhole
    }
}
