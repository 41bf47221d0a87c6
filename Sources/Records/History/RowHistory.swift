import Access
import Catalog
import JSON
import SQL
import SQLSyntax
import Store

/// Records the history of a collection's rows in the transaction that changes them: who, when, and all fields before and after except passwords.
struct RowHistory: Sendable {
    /// Rows as JSON objects, by their keys.
    typealias Images = [[SQLValue]: [UInt8]]

    /// Rows in one statement.
    private static let together = 50

    private let call: RecordCall
    private let table: Statement
    private let now: Timestamp
    private let shape: RowShape
    /// The indexes of the key columns in a row of the shape.
    private let keyColumns: [Int]

    /// Nil for a collection without history.
    init?(_ call: RecordCall, at now: Timestamp) {
        let collection = call.collection
        guard collection.keepsHistory, let table = HistoryTable.reference(beside: collection) else { return nil }
        var shape = RowShape(fields: collection.fields.filter { !$0.isSecret }, masked: [])
        keyColumns = collection.primaryKey.map { shape.column(of: $0) }
        (self.call, self.table, self.now, self.shape) = (call, table, now, shape)
    }

    /// The current rows with these keys.
    func images(of keys: [[SQLValue]], _ connection: any Connection) throws -> Images {
        var found: Images = [:]
        let from = call.collection.reference(as: RecordCall.alias)
        for start in stride(from: 0, to: keys.count, by: Self.together) {
            let some = Array(keys[start..<min(start + Self.together, keys.count)])
            let condition = RecordKey(keys: some, of: call.collection).condition(call.dialect)
            let statement: Statement = "SELECT \(shape.selected(from: RecordCall.alias)) FROM \(from) WHERE \(condition)"
            _ = try connection.query(statement, limits: RowLimits(maximumRows: some.count, maximumBytes: .max), columns: { _ in }) { row in
                var writer = JSONWriter(reservingCapacity: 512)
                _ = try shape.write(row, isOne: true, to: &writer)
                writer.endObject()
                found[keyColumns.map { row.value($0) }] = writer.bytes
                return .more
            }
        }
        return found
    }

    /// Adds an entry for each row that has changed.
    func keep(_ action: RecordAction, _ keys: [[SQLValue]], before: Images = [:], after: Images = [:], _ connection: any Connection) throws {
        var rows: [Statement] = []
        for key in keys where before[key] != after[key] {
            rows.append("(\(Statement.joined(try entry(action, key, before[key], after[key]).map { "\($0)" }, by: ", ")))")
        }
        let columns = Statement.joined(HistoryTable.columns.map { "\(Identifier($0))" }, by: ", ")
        for start in stride(from: 0, to: rows.count, by: Self.together) {
            let some = Statement.joined(Array(rows[start..<min(start + Self.together, rows.count)]), by: ", ")
            try connection.execute("INSERT INTO \(table) (\(columns)) VALUES \(some)")
        }
    }

    private func entry(_ action: RecordAction, _ key: [SQLValue], _ before: [UInt8]?, _ after: [UInt8]?) throws -> [SQLValue] {
        let caller = call.grant.caller
        func text(_ image: [UInt8]?) -> SQLValue { image.map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null }
        return [
            .text(call.collection.name), .text(try RowHistory.text(of: key, call.collection)), .text(action.rawValue),
            .text(now.text(in: call.dialect)),
            caller.user.map { .int($0.id.rawValue) } ?? .null, .text(String((caller.userLabel ?? caller.label).prefix(255))), text(before),
            text(after),
        ]
    }

    /// The key of a row in the form of entries.
    /// - Throws: ``Refusal`` `conflict` for a key that is too long to be found again.
    static func text(of key: [SQLValue], _ collection: Collection) throws(Refusal) -> String {
        var writer = JSONWriter()
        writer.array { writer in for value in key { value.write(to: &writer) } }
        let text = String(decoding: writer.bytes, as: UTF8.self)
        guard text.unicodeScalars.count <= HistoryTable.maximumKeyLength else {
            throw Refusal(
                .conflict, "\(collection.name) keeps a history, for which the key of a row has at most \(HistoryTable.maximumKeyLength) characters")
        }
        return text
    }
}
