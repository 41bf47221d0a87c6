import Access
import Catalog
import JSON
import SQL
import SQLSyntax

/// Which rows of a result the caller may view, update and destroy, by their keys: `{"view":[1,2],"update":[1],"destroy":[]}`.
struct AllowedActions: Sendable {
    private static let actions: [RecordAction] = [.view, .update, .destroy]

    private let keys: [String]
    private let statement: Statement

    /// Nil when the caller may not know the keys.
    /// - Parameter tail: the SQL after the collection in the statement of the result.
    init?(_ call: RecordCall, tail: Statement) throws {
        keys = call.collection.primaryKey
        guard !keys.isEmpty, call.isOpen(keys) else { return nil }
        let flags = try Self.actions.map { action -> Statement in
            guard call.rights.allows(action) else { return "0" }
            return try call.rule(action).map { "CASE WHEN \($0) THEN 1 ELSE 0 END" } ?? "1"
        }
        let columns = keys.map { "\(RecordCall.alias).\(Identifier($0))" as Statement }
        statement = "SELECT \(Statement.joined(columns + flags, by: ", ")) FROM \(call.collection.reference(as: RecordCall.alias))\(tail)"
    }

    /// - Parameter count: number of rows in the result.
    func json(_ connection: any Connection, count: Int) throws -> [UInt8] {
        var lists = Self.actions.map { _ in JSONWriter() }
        for index in lists.indices { lists[index].beginArray() }
        let limits = RowLimits(maximumRows: max(count, 1), maximumBytes: RecordLimits.readBytes)
        _ = try connection.query(statement, limits: limits, columns: { _ in }) { row in
            guard count > 0 else { return .stop }
            for index in lists.indices where row.int(keys.count + index) == 1 { try write(row, to: &lists[index]) }
            return .more
        }
        var writer = JSONWriter()
        writer.object { writer in
            for (index, action) in Self.actions.enumerated() {
                lists[index].endArray()
                writer.key(action.rawValue)
                writer.raw(lists[index].bytes)
            }
        }
        return writer.bytes
    }

    private func write(_ row: any Row, to writer: inout JSONWriter) throws {
        guard keys.count > 1 else { return try row.write(0, to: &writer) }
        writer.beginObject()
        for (index, name) in keys.enumerated() {
            writer.key(name)
            try row.write(index, to: &writer)
        }
        writer.endObject()
    }
}
