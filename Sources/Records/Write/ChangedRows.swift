import Access
import Catalog
import JSON
import SQL
import SQLSyntax

/// The rows that an update or deletion reaches: key, filter and rights as one condition, with the checks against reaching too many.
struct ChangedRows: Sendable {
    private let call: RecordCall
    private let action: RecordAction
    /// The condition on rows that the caller's rights permit for the action, and to which the call is narrowed; nil for all rows.
    private let rights: Statement?
    private let asked: Statement
    private let isKeyed: Bool

    /// - Throws: ``Refusal`` `invalidArgument` without a key and without a filter whose form excludes something.
    init(key: JSONValue?, filter: JSONValue?, action: RecordAction, _ call: RecordCall) throws {
        let given = key.flatMap { $0.isNull ? nil : $0 }
        var asked: [Statement] = []
        if let given { asked.append(try RecordKey(given, call).condition(call.dialect)) }
        if let filter, !filter.isNull {
            guard call.rights.allows(.view) else {
                throw Refusal(.forbidden, "filter: without the right to view \(call.collection.name), give filterByTk")
            }
            if let condition = try call.condition(filter) { asked.append(condition) }
        }
        guard !asked.isEmpty else {
            throw Refusal(
                .invalidArgument,
                "filterByTk or filter is required to \(action.rawValue) rows of \(call.collection.name), and the filter must exclude some; nothing was changed"
            )
        }
        try self.init(asked: Statement.joined(asked, by: " AND "), isKeyed: given != nil, action, call)
    }

    /// Rows with keys that the server has found.
    init(_ keys: [[SQLValue]], action: RecordAction, _ call: RecordCall) throws {
        try self.init(rows: RecordKey(keys: keys, of: call.collection).condition(call.dialect), action: action, call)
    }

    /// Rows that the server itself selects.
    init(rows condition: Statement, action: RecordAction, _ call: RecordCall) throws {
        try self.init(asked: condition, isKeyed: true, action, call)
    }

    private init(asked: Statement, isKeyed: Bool, _ action: RecordAction, _ call: RecordCall) throws {
        (self.call, self.action, self.asked, self.isKeyed) = (call, action, asked, isKeyed)
        var rules: [Statement] = []
        if let rule = try call.rule(action) { rules.append(rule) }
        // A filter must not find a row that the caller cannot see either.
        if call.rights.allows(.view), let rule = try call.rule(.view), rule != rules.first { rules.append(rule) }
        if let narrowing = call.narrowing { rules.append(narrowing) }
        rights = rules.isEmpty ? nil : Statement.joined(rules, by: " AND ")
    }

    /// The condition after ` WHERE `.
    var clause: Statement {
        var conditions = Conditions()
        conditions.add(rights)
        conditions.add(asked)
        return conditions.clause
    }

    private var from: Statement { call.collection.reference(as: RecordCall.alias) }

    /// Checks, inside the transaction and before a change that depends on one row, that the row may be changed, and locks it.
    /// - Throws: ``Refusal`` `forbidden` unless the action is permitted on one of these rows.
    func checkReached(_ connection: any Connection) throws {
        let lock: Statement = call.dialect == .sqlite ? "" : " FOR UPDATE"
        guard try connection.first("SELECT 1 FROM \(from)\(clause) LIMIT 1\(lock)", { _ in true }) == nil else { return }
        throw Refusal(.forbidden, "no right to \(action.rawValue) this row of \(call.collection.name); nothing was changed")
    }

    /// Refuses, before any change, values of fields that cannot be set, if a row that would be changed has other values.
    func check(_ kept: [(condition: Statement, refusal: Refusal)], _ connection: any Connection) throws {
        guard !kept.isEmpty else { return }
        // The lock makes the second of two writers see the first one's rows. SQLite has one writer at a time.
        if call.dialect != .sqlite {
            _ = try connection.all("SELECT 1 FROM \(from)\(clause) LIMIT \(RecordLimits.changedRows + 1) FOR UPDATE") { _ in }
        }
        for (condition, refusal) in kept {
            guard try connection.first("SELECT 1 FROM \(from)\(clause) AND \(condition) LIMIT 1", { _ in true }) == nil else { throw refusal }
        }
    }

    /// The number of rows that the change reaches.
    private func rowCount(_ connection: any Connection) throws -> Int64 {
        try connection.first("SELECT \(engine: "count")(*) FROM \(from)\(clause)") { $0.int(0) ?? 0 } ?? 0
    }

    /// Refuses, before any change, a change of too many rows, or of all rows if there are more than a few.
    func check(_ connection: any Connection) throws {
        guard !isKeyed else { return }
        let count = try rowCount(connection)
        guard count <= Int64(RecordLimits.changedRows) else { throw tooMany(count) }
        guard count > Int64(RecordLimits.changedTogether) else { return }
        var others = Conditions()
        others.add(rights)
        others.add("((\(asked)) IS NOT TRUE)")
        let other = try connection.first("SELECT 1 FROM \(from)\(others.clause) LIMIT 1") { $0.int(0) ?? 0 }
        guard other != nil else {
            throw Refusal(
                .limited,
                "filter: matches all \(count) rows of \(call.collection.name) that you may \(action.rawValue); narrow it or name the rows in filterByTk; "
                    + "nothing was changed"
            )
        }
    }

    /// Keys of the rows, locked until the transaction ends. Needed on MySQL, whose changes report no keys and must not read the table that
    /// they change, and for code that reads the rows before they are changed.
    ///
    /// The rights are checked here; the change then affects exactly these rows.
    /// - Throws: ``Refusal`` `limited` when there are more than one call may change.
    func locked(_ connection: any Connection) throws -> [[SQLValue]] {
        let columns = Statement.joined(call.collection.primaryKey.map { "\(RecordCall.alias).\(Identifier($0))" }, by: ", ")
        // SQLite has one writer at a time.
        let lock: Statement = call.dialect == .sqlite ? "" : " FOR UPDATE"
        let keys = try connection.all("SELECT \(columns) FROM \(from)\(clause) LIMIT \(RecordLimits.changedRows + 1)\(lock)") { row in
            (0..<row.columnCount).map(row.value)
        }
        guard keys.count <= RecordLimits.changedRows else { throw tooMany(Int64(keys.count)) }
        return keys
    }

    /// The number of rows that a change would reach, refused if the change would be: `{"data":…,"meta":{"dry_run":true,"count":3}}`.
    /// - Parameter data: the result of a change of no rows.
    func preview(_ data: JSONValue, _ connection: any Connection) throws -> RecordResult {
        try check(connection)
        let count = try rowCount(connection)
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("data")
            writer.raw(Array(data.description.utf8))
            writer.key("meta")
            writer.object { writer in
                writer.key("dry_run")
                writer.bool(true)
                writer.key("count")
                writer.int(count)
            }
        }
        return RecordResult(writer, rows: 0, changed: 0)
    }

    /// Keys of the rows, checked as before a change and locked until the transaction ends.
    func reached(_ connection: any Connection) throws -> [[SQLValue]] {
        try check(connection)
        return try locked(connection)
    }

    func tooMany(_ count: Int64) -> Refusal {
        Refusal(
            .limited,
            "filter: matches \(count) rows of \(call.collection.name), and one call changes at most \(RecordLimits.changedRows); narrow it; "
                + "nothing was changed"
        )
    }
}
