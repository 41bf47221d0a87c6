import Access
import Catalog
import JSON

/// Maps the columns of a file to fields, and converts their cells.
struct ImportColumns: Sendable {
    private struct Column {
        let name: String
        /// Index in a row of the file.
        let index: Int
        let value: CellValue
        /// Whether a cell without a value becomes NULL, so that all rows have the same fields; otherwise the field gets its default.
        let isNullWhenAbsent: Bool
    }

    /// In the order of the file.
    let report: [ImportReport.Column]
    private let columns: [Column]

    /// - Throws: ``Refusal`` `invalidArgument` for a column without a field, a field with two columns, or a mapping of an unknown column.
    init(_ reader: any LineReader, _ request: ImportRequest, _ call: RecordCall) throws {
        let unknown = request.mapping.keys.filter { !reader.columns.contains($0) }.sorted()
        guard unknown.isEmpty else {
            throw Refusal(
                .invalidArgument, "mapping: the file has no column '\(unknown[0].prefix(60))'; it has \(Self.list(reader.columns))")
        }
        let writable = Set(call.rights.writable(.create))
        var columns: [Column] = []
        var taken: [String: String] = [:]
        report = try reader.columns.enumerated().map { index, name in
            guard let field = try Self.field(of: name, request, writable, call) else { return ImportReport.Column(name: name, field: nil) }
            if let other = taken.updateValue(name, forKey: field.name) {
                throw Refusal(
                    .invalidArgument, "mapping: the columns '\(other.prefix(60))' and '\(name.prefix(60))' both go to \(field.name); map one to null")
            }
            columns.append(
                Column(
                    name: name, index: index, value: CellValue(field: field, isUntyped: reader.isUntyped, offset: request.offset),
                    isNullWhenAbsent: field.isNullable && !field.hasDefault))
            return ImportReport.Column(name: name, field: field.name)
        }
        guard !columns.isEmpty else {
            throw Refusal(.invalidArgument, "mapping: no column of the file goes to a field of \(call.collection.name)")
        }
        self.columns = columns
    }

    /// The field of a column; nil for an omitted column.
    private static func field(of name: String, _ request: ImportRequest, _ writable: Set<String>, _ call: RecordCall) throws -> Field? {
        let isMapped = request.mapping[name] != nil
        if let mapped = request.mapping[name] {
            guard let mapped else { return nil }
            return try field(mapped, isMapped: true, writable, call, column: name)
        }
        let fields = call.collection.fields.filter { writable.contains($0.name) || call.rights.readable.contains($0.name) }
        let lowercased = name.lowercased()
        let found =
            fields.first { $0.name == name } ?? fields.first { $0.definition?.title == name }
            ?? fields.first { $0.name.lowercased() == lowercased } ?? fields.first { $0.definition?.title?.lowercased() == lowercased }
        return try field(found?.name ?? name, isMapped: isMapped, writable, call, column: name)
    }

    private static func field(_ name: String, isMapped: Bool, _ writable: Set<String>, _ call: RecordCall, column: String) throws -> Field? {
        guard let field = call.collection.field(name), writable.contains(name) || call.rights.readable.contains(name) else {
            let refusal = call.unknown(name, argument: "column", for: .written(.create))
            throw Refusal(refusal.code, "\(refusal.reason); say in mapping where it goes, or null to leave it out")
        }
        // An exported file has columns that the server fills; they are ignored.
        if field.isGenerated, !isMapped { return nil }
        guard !field.isGenerated else { throw Refusal(.forbidden, "mapping: \(name) is managed by the server and cannot be set") }
        guard !field.isSecret else {
            throw Refusal(
                .invalidArgument, "column '\(column.prefix(60))': a password is set with crud, since its hash takes time; map the column to null")
        }
        guard writable.contains(name) else { throw Refusal(.forbidden, "column '\(column.prefix(60))': no right to set \(name)") }
        return field
    }

    /// The row in the form that `crud` accepts.
    /// - Throws: ``LineError`` for a cell that cannot be read.
    func values(_ cells: [JSONValue?], line: Int) throws(LineError) -> JSONObject {
        var object = JSONObject()
        for column in columns {
            guard let cell = cells[column.index] else {
                if column.isNullWhenAbsent { object[column.value.field.name] = .null }
                continue
            }
            do throws(Refusal) {
                object[column.value.field.name] = try column.value.read(cell)
            } catch {
                throw LineError(line: line, column: column.name, error.reason)
            }
        }
        return object
    }

    /// The error for a refusal of `crud`, with the column whose field it names.
    func error(_ refusal: Refusal, line: Int) -> LineError {
        for column in columns {
            let start = "\(Self.argument).\(column.value.field.name): "
            if refusal.reason.hasPrefix(start) { return LineError(line: line, column: column.name, String(refusal.reason.dropFirst(start.count))) }
        }
        let reason = refusal.reason.hasPrefix("\(Self.argument): ") ? String(refusal.reason.dropFirst(Self.argument.count + 2)) : refusal.reason
        return LineError(line: line, reason)
    }

    /// The argument name for the values of a row.
    static let argument = "values"

    private static func list(_ names: [String]) -> String {
        names.prefix(20).map { "'\($0.prefix(60))'" }.joined(separator: ", ") + (names.count > 20 ? " and others" : "")
    }
}
