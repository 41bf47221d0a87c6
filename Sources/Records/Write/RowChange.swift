import Access
import Catalog
import JSON
import SQL
import SQLSyntax
import Store

/// New values for rows, with the conditions that they must satisfy.
struct RowChange: Sendable {
    private let call: RecordCall
    private let kept: [(condition: Statement, refusal: Refusal)]
    /// The statement without its row condition.
    private let statement: Statement
    private let rule: Statement?
    private let links: LinkedRows
    private let history: RowHistory?
    /// The fields that are set.
    private let fields: Set<String>
    /// Collections whose rows the engine also changes.
    private let dependents: Set<String>

    /// - Throws: ``Refusal`` when the values cannot be set.
    /// - Parameter known: values in addition to the request's.
    init(_ request: UpdateRequest, known: [ServerValue] = [], now: Timestamp, _ call: RecordCall) throws {
        try self.init(
            RecordValues(
                request.values, argument: "values", action: .update, whitelist: request.whitelist, blacklist: request.blacklist, known: known,
                now: now, call), now, call)
    }

    /// A change to values that the server gives.
    /// - Throws: ``Refusal`` when the caller may not set them.
    init(setting known: [ServerValue], now: Timestamp, _ call: RecordCall) throws {
        try self.init(RecordValues([:], argument: "values", action: .update, whitelist: [], blacklist: [], known: known, now: now, call), now, call)
    }

    /// A change that adds a number to a field of each row.
    /// - Throws: ``Refusal`` when the caller may not set the field.
    init(shifting field: Field, by step: Int64, now: Timestamp, _ call: RecordCall) throws {
        guard call.rights.writable(.update).contains(field.name) else { throw Refusal(.forbidden, "\(field.name): no right to set it") }
        self.call = call
        (kept, links, fields) = ([], try LinkedRows([], of: .update, call), [field.name])
        history = RowHistory(call, at: now)
        let column = Identifier(field.name)
        statement = """
            UPDATE \(call.collection.reference(as: RecordCall.alias)) SET \(column) = \(RecordCall.alias).\(column) \(EngineOperator.plus) \(step)
            """
        dependents = try call.dependents(ofChanging: [field.name])
        rule = try call.rule(.update)
    }

    private init(_ values: RecordValues, _ now: Timestamp, _ call: RecordCall) throws {
        self.call = call
        history = RowHistory(call, at: now)
        kept = try values.kept.map { kept in
            guard let differs = call.differs(kept.field, from: kept.value) else { throw kept.refusal }
            return (condition: differs, refusal: kept.refusal)
        }
        guard !values.assignments.isEmpty else {
            throw values.kept.first?.refusal ?? Refusal(.invalidArgument, "values: expected at least one field to set")
        }
        let assignments = Statement.joined(values.assignments.map { "\($0.column) = \($0.value)" }, by: ", ")
        statement = "UPDATE \(call.collection.reference(as: RecordCall.alias)) SET \(assignments)"
        dependents = try call.dependents(ofChanging: values.assignments.map(\.column.name))
        rule = try call.rule(.update)
        links = try LinkedRows(values.assignments, of: .update, call)
        fields = Set(values.assignments.map(\.column.name))
    }

    /// Changes rows inside a writing transaction, which an error rolls back.
    /// - Returns: the keys of the changed rows.
    func make(in rows: ChangedRows, _ connection: any Connection) throws -> [[SQLValue]] {
        try rows.check(connection)
        try rows.check(kept, connection)
        try links.check(connection)
        let keys: [[SQLValue]]
        var before: RowHistory.Images = [:]
        if call.dialect == .mysql || history != nil {
            keys = try rows.locked(connection)
            before = try history?.images(of: keys, connection) ?? [:]
            if !keys.isEmpty {
                try connection.execute("\(statement) WHERE \(RecordKey(keys: keys, of: call.collection).condition(call.dialect))")
            }
        } else {
            let returning = Statement.joined(call.collection.primaryKey.map { "\(Identifier($0))" }, by: ", ")
            keys = try connection.all("\(statement)\(rows.clause) RETURNING \(returning)") { row in (0..<row.columnCount).map(row.value) }
        }
        guard keys.count <= RecordLimits.changedRows else { throw rows.tooMany(Int64(keys.count)) }
        guard !keys.contains(where: { $0.contains(.null) }) else {
            throw Refusal(.conflict, "filter: matches a row of \(call.collection.name) without a key, which cannot be changed; nothing was changed")
        }
        if let rule { try call.check(rule, holdsFor: keys, connection) }
        if let history { try history.keep(.update, keys, before: before, after: history.images(of: keys, connection), connection) }
        try call.note(.update, keys, setting: fields, connection)
        if !keys.isEmpty { call.notes?.add(dependents) }
        return keys
    }
}
