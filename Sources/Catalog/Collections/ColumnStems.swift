/// The words that the columns of one table contribute to the names of relations. They depend on the table's columns only, not on which of them are
/// keys.
struct ColumnStems {
    private let columns: Set<String>
    private let stems: [String: String]
    /// Number of columns that could give their own relation a name.
    private let claims: [String: Int]

    init(_ columns: [String]) {
        let short = columns.map { ($0, Self.withoutSuffix($0)) }
        let uses = Dictionary((columns + short.compactMap(\.1)).map { ($0, 1) }, uniquingKeysWith: +)
        // `customer` for `customer_id`, unless another column has this name or would get this stem.
        let stems = Dictionary(short.map { column, stem in (column, stem.flatMap { uses[$0] == 1 ? $0 : nil } ?? column) }) { first, _ in first }
        self.stems = stems
        self.columns = Set(columns)
        claims = Dictionary(columns.map { (Self.name(of: [$0], stems), 1) }, uniquingKeysWith: +)
    }

    /// The column without `_id`, or the whole column.
    subscript(column: String) -> String { stems[column] ?? column }

    /// The name of a relation by these columns: the columns without `_id`, otherwise with `_record` appended, because the fields have their
    /// own names. Nil when a field or another column's relation has the name or could have it.
    func name(of fields: [String]) -> String? {
        let name = Self.name(of: fields, stems)
        return !columns.contains(name) && claims[name, default: 0] == (fields.count == 1 ? 1 : 0) ? name : nil
    }

    /// Whether the name is that of a field, or of the relation that a column has or could have.
    func reserves(_ name: String) -> Bool { columns.contains(name) || claims[name] != nil }

    /// Whether this is the only column that is named after a table: `customer_id` for `customers`.
    func isOnlyReference(_ column: String, to table: String) -> Bool {
        columns.filter { Self.withoutSuffix($0).map { Self.isSingular($0, of: table) } ?? false } == [column] && stems[column] != column
    }

    private static func name(of fields: [String], _ stems: [String: String]) -> String {
        let parts = fields.map { stems[$0] ?? $0 }
        return parts.joined(separator: "_").replacing(".", with: "_") + (parts == fields ? "_record" : "")
    }

    private static func withoutSuffix(_ column: String) -> String? {
        for suffix in ["_id", "Id", "ID"] where column.hasSuffix(suffix) && column.count > suffix.count {
            return String(column.dropLast(suffix.count))
        }
        return nil
    }

    private static func isSingular(_ name: String, of table: String) -> Bool {
        let (name, table) = (name.lowercased(), table.lowercased())
        return [name, name + "s", name + "es"].contains(table) || (name.hasSuffix("y") && table == name.dropLast() + "ies")
    }
}
