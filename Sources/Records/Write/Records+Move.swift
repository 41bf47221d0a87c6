import Access
import Catalog
package import JSON
import SQL
import SQLSyntax
import Store

/// A request to move a row to another position of an order that is stored in a field of whole numbers.
package struct MoveRequest: Hashable, Sendable {
    /// The key of the row to move.
    package var key: JSONValue
    /// The key of the row whose position it takes; nil for the end of the order.
    package var target: JSONValue?
    /// The field that stores the order.
    package var sortField = "sort"
    /// Whether the row moves to the position after the target instead of the target's own.
    package var isAfter = false
    /// Whether the row moves to the start of the order, without a target.
    package var isFirst = false
    /// New values for the fields of the moved row that decide to which order it belongs.
    package var scope: JSONObject?

    package init(key: JSONValue) { self.key = key }
}

extension Records {
    /// Moves one row, and shifts the rows between its old and its new position by one: `{"data":"ok"}`.
    ///
    /// Rows that the caller may not update keep their positions.
    package func move(_ request: MoveRequest, _ call: RecordCall) async throws -> RecordResult {
        try call.require(.view)
        try call.require(.update)
        let move = try RowMove(request, now: now(), call)
        return try await call.changing {
            try await call.commit { connection in
                let changed = try move.make(connection)
                var writer = JSONWriter()
                writer.object { writer in
                    writer.key("data")
                    writer.string("ok")
                }
                return RecordResult(writer, rows: 0, changed: changed)
            }
        }
    }
}

/// A prepared move of one row.
private struct RowMove: Sendable {
    private let call: RecordCall
    private let request: MoveRequest
    private let now: Timestamp
    private let field: Field
    private let source: RecordKey
    private let target: RecordKey?
    /// The condition on the order to which the row then belongs; nil when all rows are one order.
    private let scope: Statement?
    private let view: Statement?

    init(_ request: MoveRequest, now: Timestamp, _ call: RecordCall) throws {
        (self.call, self.request, self.now) = (call, request, now)
        field = try call.open(request.sortField, argument: "sortField")
        guard field.type == .integer, !call.collection.relations.contains(where: { $0.fields.contains(request.sortField) }) else {
            throw Refusal(.invalidArgument, "sortField: \"\(field.name)\" does not keep an order: expected a field of whole numbers")
        }
        guard request.key.array == nil, request.target?.array == nil else {
            throw Refusal(.invalidArgument, "sourceId, targetId: expected the primary key of one row each")
        }
        source = try RecordKey(request.key, KeyShape(call, argument: "sourceId"), call.dialect, argument: "sourceId")
        target = try request.target.map { try RecordKey($0, KeyShape(call, argument: "targetId"), call.dialect, argument: "targetId") }
        let equal = request.scope?.map { JSONValue.object([$0.key: ["$eq": $0.value]]) }
        scope = try equal.flatMap { try call.condition(["$and": .array($0)]) }
        view = try call.rule(.view)
    }

    /// Moves inside a writing transaction.
    /// - Returns: the number of changed rows.
    func make(_ connection: any Connection) throws -> Int {
        let old = try position(of: source, "sourceId", connection)
        guard let new = try newPlace(from: old, connection) else { return 0 }
        let shifted = try shift(new, connection)
        var values = JSONObject([(field.name, .number(JSONNumber(new.position)))])
        for (name, value) in request.scope ?? [:] { values[name] = value }
        let change = try RowChange(UpdateRequest(values: .object(values)), now: now, call)
        let moved = try change.make(in: ChangedRows(source.keys, action: .update, call), connection)
        guard moved.count == 1 else { throw Refusal(.forbidden, "sourceId: no right to update this row; nothing was changed") }
        return shifted + 1
    }

    /// The new position, and which positions are shifted by how much.
    private struct TargetPosition {
        let position: Int64
        /// The first shifted position; nil when none is shifted.
        var first: Int64?
        /// The last shifted position; nil when all after the first are shifted.
        var last: Int64?
        var step: Int64 = 1
    }

    /// Nil when the row stays at its position.
    private func newPlace(from old: Int64?, _ connection: any Connection) throws -> TargetPosition? {
        guard let target else {
            let edge = try edge(connection)
            return TargetPosition(position: try edge.map { try beside($0, request.isFirst ? -1 : 1) } ?? 1)
        }
        guard let aim = try position(of: target, "targetId", connection) else {
            throw Refusal(.conflict, "targetId: the row has no place in the order of \(field.name)")
        }
        if target.keys == source.keys { return nil }
        // Within one order, the rows between the two positions move down by one.
        if scope == nil, let old, old < aim { return TargetPosition(position: aim, first: old + 1, last: aim, step: -1) }
        let position = request.isAfter ? try beside(aim, 1) : aim
        return TargetPosition(position: position, first: position, last: scope == nil ? try old.map { try beside($0, -1) } : nil)
    }

    /// The position next to another; refuses to go beyond the largest number.
    private func beside(_ position: Int64, _ step: Int64) throws(Refusal) -> Int64 {
        let (next, isTooFar) = position.addingReportingOverflow(step)
        guard !isTooFar else {
            throw Refusal(.conflict, "\(field.name): there is no place beside \(position); give the rows others; nothing was changed")
        }
        return next
    }

    private func shift(_ new: TargetPosition, _ connection: any Connection) throws -> Int {
        guard let first = new.first else { return 0 }
        let column: Statement = "\(RecordCall.alias).\(Identifier(field.name))"
        var conditions: [Statement] = ["\(column) \(EngineOperator.greaterOrEqual) \(first)", "(\(source.condition(call.dialect))) IS NOT TRUE"]
        if let last = new.last { conditions.append("\(column) \(EngineOperator.lessOrEqual) \(last)") }
        if let scope { conditions.append(scope) }
        // SQLite would turn the number after the largest into one with a fraction, which stores no order; other engines refuse.
        if new.step > 0, call.dialect == .sqlite {
            let last: Statement = "\(column) \(EngineOperator.equal) \(Int64.max)"
            if try connection.first("SELECT 1 FROM \(self.rows(conditions + [last])) LIMIT 1", { _ in true }) != nil { _ = try beside(.max, 1) }
        }
        let rows = try ChangedRows(rows: Statement.joined(conditions, by: " AND "), action: .update, call)
        return try RowChange(shifting: field, by: new.step, now: now, call).make(in: rows, connection).count
    }

    private func position(of key: RecordKey, _ argument: String, _ connection: any Connection) throws -> Int64? {
        let column: Statement = "\(RecordCall.alias).\(Identifier(field.name))"
        let found = try connection.first("SELECT \(column) FROM \(rows([key.condition(call.dialect)])) LIMIT 1") { $0.int(0) }
        guard let found else { throw Refusal(.notFound, "\(argument): there is no such row of \(call.collection.name) that you may view") }
        return found
    }

    /// The first or last used position.
    private func edge(_ connection: any Connection) throws -> Int64? {
        let column: Statement = "\(RecordCall.alias).\(Identifier(field.name))"
        let function: Statement = request.isFirst ? "\(engine: "min")" : "\(engine: "max")"
        return try connection.first("SELECT \(function)(\(column)) FROM \(rows([scope]))") { $0.int(0) } ?? nil
    }

    private func rows(_ those: [Statement?]) -> Statement {
        var conditions = Conditions()
        conditions.add(view)
        for condition in those + [call.narrowing] { conditions.add(condition) }
        return call.collection.reference(as: RecordCall.alias) + conditions.clause
    }
}
