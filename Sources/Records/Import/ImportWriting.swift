import Access
import Catalog
import JSON
import SQL
import SQLSyntax
import Store

/// Adds the rows of a file inside one transaction, in groups.
struct ImportWriting: Sendable {
    let request: ImportRequest
    let call: RecordCall
    private let rule: Statement?
    private let history: RowHistory?
    private let now: Timestamp
    /// Skipped lines, by their numbers.
    var leftOut: [Int: LineError] = [:]

    init(_ request: ImportRequest, _ call: RecordCall, now: Timestamp) throws {
        (self.request, self.call, self.now) = (request, call, now)
        rule = try call.rule(.create)
        history = RowHistory(call, at: now)
    }

    private static let batchRows = 200
    /// Most bound values in a statement, which every engine accepts.
    private static let batchValues = 10_000
    /// Size of a statement above which no row is added: MySQL's server accepts messages of a few megabytes. Unit: bytes of values.
    private static let batchBytes = 1_048_576

    /// One checked row.
    private struct Row {
        let line: Int
        let assignments: [(column: Identifier, value: SQLValue)]
        let links: LinkedRows

        var names: [Identifier] { assignments.map(\.column) }
        /// Approximate size. Unit: bytes.
        var length: Int { assignments.reduce(0) { $0 + $1.value.length } }
    }

    /// The import was rolled back because of errors in some of its lines.
    struct RolledBack: Error {
        let report: ImportReport
        /// Refused lines. The import can be repeated without them, on engines where a failed statement spoils the transaction.
        var refused: [Int: LineError] = [:]
    }

    /// Most refused lines that one attempt remembers.
    private static let maximumRefused = 10_000

    /// Runs inside a writing transaction, which an error rolls back.
    /// - Throws: ``RolledBack`` when a row cannot be added and bad lines are not skipped.
    func run(_ connection: any Connection) throws -> ImportReport {
        call.numbers.beginAgain()
        let reader = try request.reader()
        let columns = try ImportColumns(reader, request, call)
        let size = max(1, min(Self.batchRows, Self.batchValues / max(1, call.collection.fields.count)))
        var report = ImportReport()
        report.columns = columns.report
        var batch: [Row] = []
        var length = 0
        var refused: [Int: LineError] = [:]
        while let line = try reader.next() {
            if let row = try row(line, columns, &report) {
                batch.append(row)
                length += row.length
            }
            guard batch.count >= size || length >= Self.batchBytes else { continue }
            try flush(batch, columns, &report, &refused, connection)
            (batch, length) = ([], 0)
        }
        try flush(batch, columns, &report, &refused, connection)
        guard report.errorCount == 0 || request.skipsBadLines, refused.isEmpty else { throw RolledBack(report: report, refused: refused) }
        return report
    }

    private func row(_ line: ImportedLine, _ columns: ImportColumns, _ report: inout ImportReport) throws -> Row? {
        switch line {
        case .bad(let error): report.add(error)
        case .row(let number, let cells):
            if let error = leftOut[number] {
                report.add(error)
                return nil
            }
            do {
                let values = try columns.values(cells, line: number)
                let known = try RecordValues(
                    .object(values), argument: ImportColumns.argument, action: .create, whitelist: [], blacklist: [], now: now, call)
                return Row(line: number, assignments: known.assignments, links: try LinkedRows(known.assignments, of: .create, call))
            } catch let error as LineError {
                report.add(error)
            } catch let error as Refusal {
                report.add(columns.error(error, line: number))
            }
        }
        return nil
    }

    private func flush(
        _ batch: [Row], _ columns: ImportColumns, _ report: inout ImportReport, _ refused: inout [Int: LineError], _ connection: any Connection
    ) throws {
        // Without savepoints, only a single statement is rolled back alone.
        for rows in call.dialect == .mysql ? Self.runs(of: batch[...]) : [batch[...]] where !rows.isEmpty {
            try add(rows, columns, &report, &refused, connection)
        }
    }

    /// Groups of consecutive rows with the same fields.
    private static func runs(of rows: ArraySlice<Row>) -> [ArraySlice<Row>] {
        var runs: [ArraySlice<Row>] = []
        var start = rows.startIndex
        while start < rows.endIndex {
            let names = rows[start].names
            let end = rows[start...].firstIndex { $0.names != names } ?? rows.endIndex
            runs.append(rows[start..<end])
            start = end
        }
        return runs
    }

    /// Adds rows together; if that fails, adds them one by one to find those that cannot be added.
    private func add(
        _ rows: ArraySlice<Row>, _ columns: ImportColumns, _ report: inout ImportReport, _ refused: inout [Int: LineError],
        _ connection: any Connection
    ) throws {
        do {
            try attempt(rows, connection)
            report.imported += rows.count
            report.rows += rows.count
            return
        } catch {
            _ = try call.told(error)
        }
        for index in rows.indices {
            do {
                try attempt(rows[index...index], connection)
                report.imported += 1
                report.rows += 1
            } catch {
                let error = columns.error(try call.told(error), line: rows[index].line)
                report.add(error)
                if call.dialect == .mysql { refused[error.line] = error }
                guard refused.count <= Self.maximumRefused, request.skipsBadLines || report.errorCount < ImportLimits.errors else {
                    throw RolledBack(report: report)
                }
            }
        }
    }

    /// Adds all rows or none.
    private func attempt(_ rows: ArraySlice<Row>, _ connection: any Connection) throws {
        // No savepoints are used on MySQL: rows that fail there end the whole attempt, after all of them were found.
        guard call.dialect != .mysql else { return try insert(rows, connection) }
        try connection.execute("SAVEPOINT import_rows")
        do {
            try insert(rows, connection)
            try connection.execute("RELEASE SAVEPOINT import_rows")
        } catch {
            try goBack(connection, after: error)
            throw error
        }
    }

    /// - Throws: ``Unrevertible`` when the engine has ended the transaction, so that nothing may run after it.
    private func goBack(_ connection: any Connection, after cause: any Error) throws {
        do {
            try connection.execute("ROLLBACK TO SAVEPOINT import_rows")
            try connection.execute("RELEASE SAVEPOINT import_rows")
        } catch {
            throw Unrevertible(cause: cause)
        }
    }

    private func insert(_ rows: ArraySlice<Row>, _ connection: any Connection) throws {
        for row in rows { try row.links.check(connection) }
        let keys = try Self.runs(of: rows).flatMap { try insert($0, $0.first?.names ?? [], connection) }
        call.notes?.add([call.collection.name])
        if let rule {
            do {
                try call.check(rule, holdsFor: keys, connection)
            } catch {
                // Without a savepoint the rows stay in the transaction, so it must be rolled back.
                throw call.dialect == .mysql ? Unrevertible(cause: error) : error
            }
        }
        if let history { try history.keep(.create, keys, after: history.images(of: keys, connection), connection) }
        try call.note(.create, keys, connection)
    }

    /// Whether the keys of the rows are needed, for a check or a report.
    private var needsKeys: Bool { rule != nil || history != nil || call.isWatched(.create) }

    /// The effect of one row cannot be rolled back alone.
    struct Unrevertible: Error {
        let cause: any Error
    }

    /// Inserts rows.
    /// - Parameter names: the fields of each row.
    /// - Returns: their keys, if they are needed.
    private func insert(_ rows: ArraySlice<Row>, _ names: [Identifier], _ connection: any Connection) throws -> [[SQLValue]] {
        let given = call.dialect == .mysql && needsKeys ? givenKeys(rows, names) : []
        guard case .table(let schema, let name) = call.collection.origin, !names.isEmpty, let given else {
            return try rows.map { try InsertedRow($0.assignments, argument: ImportColumns.argument, call).insert(connection) }
        }
        let columns = Statement.joined(names.map { "\($0)" }, by: ", ")
        let values = Statement.rows(rows.map { $0.assignments.map(\.value) }[...])
        let statement: Statement = "INSERT INTO \(Identifier(schema)).\(Identifier(name)) (\(columns)) VALUES \(values)"
        guard needsKeys, call.dialect != .mysql else {
            try connection.execute(statement)
            return given
        }
        let key = Statement.joined(call.collection.primaryKey.map { "\(Identifier($0))" }, by: ", ")
        return try connection.all("\(statement) RETURNING \(key)") { row in (0..<row.columnCount).map(row.value) }
    }

    /// The keys of rows that contain them; nil if the engine generates a part of the key.
    private func givenKeys(_ rows: ArraySlice<Row>, _ names: [Identifier]) -> [[SQLValue]]? {
        let columns = call.collection.primaryKey.compactMap { name in names.firstIndex { $0.name == name } }
        guard columns.count == call.collection.primaryKey.count else { return nil }
        let keys = rows.map { row in columns.map { row.assignments[$0].value } }
        return keys.contains { $0.contains(.null) } ? nil : keys
    }
}

extension SQLValue {
    /// Approximate size. Unit: bytes.
    fileprivate var length: Int {
        switch self {
        case .text(let text), .decimal(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        case .null, .bool, .int, .double: 8
        }
    }
}

extension RecordCall {
    /// The error of a row that the database or a rule refuses.
    /// - Throws: the error itself when it does not concern the row.
    fileprivate func told(_ error: any Error) throws -> Refusal {
        switch error {
        case let error as Refusal: return error
        case let error as DatabaseError:
            if let broken = error.constraint { return refusal(of: broken) }
            guard error.code == .invalid else { throw error }
            return Refusal(.invalidArgument, "the database does not take these values")
        default: throw error
        }
    }
}
