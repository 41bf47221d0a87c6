import JSON
import SQL

/// The related rows of the rows of a result, read level by level: one statement for each relation, whatever the number of rows.
struct AppendedRows {
    /// Most levels of objects and arrays inside a row of the result, because many readers take a JSON text of at most 64 levels.
    static let maximumNesting = 48

    private let read: RelatedRead
    /// The names of the relations that lead here, separated by dots.
    private let path: String
    private var rows: [[SQLValue]: [ReadRow]] = [:]
    private var nested: [AppendedRows] = []

    /// - Parameters:
    ///   - keys: of the rows to which the relation belongs.
    ///   - outer: the path to these rows, with a dot at its end; empty for rows of the result.
    init(
        _ read: RelatedRead, of keys: some Sequence<[SQLValue]?>, inside outer: String = "", _ connection: any Connection, _ cut: inout AppendedCut
    ) throws {
        self.read = read
        path = outer + read.name
        let all = try readRows(Self.distinct(keys), connection, &cut)
        for (index, next) in read.appended.enumerated() {
            nested.append(try AppendedRows(next, of: all.lazy.map { $0.keys[index] }, inside: "\(path).", connection, &cut))
        }
    }

    private static func distinct(_ keys: some Sequence<[SQLValue]?>, besides known: Set<[SQLValue]> = []) -> [[SQLValue]] {
        var known = known
        return keys.compactMap { key in key.flatMap { known.insert($0).inserted ? $0 : nil } }
    }

    /// Reads the rows of the keys, and for a relation that is followed recursively those of the keys found in them, one statement a level.
    private mutating func readRows(_ first: [[SQLValue]], _ connection: any Connection, _ cut: inout AppendedCut) throws -> [ReadRow] {
        var (all, keys): ([ReadRow], [[SQLValue]]) = ([], first)
        var known = Set(first)
        // One level more than can be written, so that the result can say whether there is one.
        for _ in 0...Self.maximumNesting where !keys.isEmpty {
            var found: [ReadRow] = []
            let limits = RowLimits(maximumRows: RecordLimits.appendedRows - all.count, maximumBytes: RecordLimits.readBytes)
            let summary = try read.read(keys, connection, limits: limits) { row, key, names in
                guard cut.take(row.json.count) else { return .stop }
                cut.values.formUnion(names.map { "\(path).\($0)" })
                rows[key, default: []].append(row)
                found.append(row)
                return .more
            }
            all += found
            if summary.isTruncated {
                cut.relations.insert(path)
                break
            }
            // The key of the recursion is the last one.
            keys = read.isRecursive ? Self.distinct(found.lazy.map { $0.keys[$0.keys.count - 1] }, besides: known) : []
            known.formUnion(keys)
        }
        return all
    }

    /// Writes the relation as a member of a row's object: an object or null for a to-one relation, otherwise an array.
    /// - Parameters:
    ///   - outer: the keys that led to the rows around, which are not written again inside themselves.
    ///   - nesting: number of levels of JSON around, inside the row of the result.
    func write(_ key: [SQLValue]?, inside outer: [[SQLValue]] = [], nesting around: Int = 0, to writer: inout JSONWriter, _ cut: inout AppendedCut) {
        let all = key.flatMap { outer.contains($0) ? nil : rows[$0] } ?? []
        let nesting = around + (read.isToMany ? 2 : 1)
        let related = nesting <= Self.maximumNesting ? all : []
        if related.count < all.count { cut.relations.insert(path) }
        guard !read.omitsEmpty || !related.isEmpty else { return }
        writer.key(read.name)
        if read.isToMany { writer.beginArray() }
        var written = 0
        let known = read.isRecursive ? outer + [key ?? []] : []
        for one in read.isToMany ? related[...] : related.prefix(1) {
            guard writer.bytes.count <= cut.end else {
                cut.relations.insert(path)
                break
            }
            write(one, inside: known, nesting: nesting, to: &writer, &cut)
            written += 1
        }
        if read.isToMany { writer.endArray() } else if written == 0 { writer.null() }
    }

    private func write(_ one: ReadRow, inside outer: [[SQLValue]], nesting: Int, to writer: inout JSONWriter, _ cut: inout AppendedCut) {
        one.begin(&writer)
        for (next, key) in zip(nested, one.keys) { next.write(key, nesting: nesting, to: &writer, &cut) }
        if read.isRecursive { write(one.keys[nested.count], inside: outer, nesting: nesting, to: &writer, &cut) }
        writer.endObject()
    }
}

/// What of the related rows does not fit into a result, and what is left of its limits.
struct AppendedCut {
    /// Relations, by their paths, of which not all rows are written.
    var relations: Set<String> = []
    /// Fields of relations, by their paths, in which a value was cut.
    var values: Set<String> = []
    /// Length of the text beyond which no further related row is written. Unit: bytes.
    var end = RecordLimits.answerBytes
    /// How much more of related rows may be read: all that two results can contain. Unit: bytes of JSON.
    private var left = 2 * RecordLimits.answerBytes

    /// - Returns: false if that much may not be read any more.
    mutating func take(_ bytes: Int) -> Bool {
        left -= bytes
        return left >= 0
    }
}
