package import JSON
package import SQLSyntax

/// One session with an engine, used by one thread at a time inside ``Database/read(_:_:)`` or ``Database/write(_:_:)``. Calls block.
///
/// Every statement is subject to the bounds of the call that the connection is lent to.
package protocol Connection: AnyObject {
    var dialect: Dialect { get }

    /// Runs one statement that returns rows and passes them on one by one without keeping them.
    /// - Parameters:
    ///   - columns: called once, before the first row, even without rows.
    ///   - row: called for each row, in the engine's order.
    func query(
        _ statement: Statement,
        limits: RowLimits,
        columns: ([Column]) throws -> Void,
        row: (any Row) throws -> RowDemand
    ) throws -> ReadSummary

    /// Runs one statement without rows; returns how many rows it changed.
    @discardableResult
    func execute(_ statement: Statement) throws -> Int

    /// The number that a counting statement returns, for the state that the statement before it saw or for a later one.
    func count(_ statement: Statement) throws -> Int64

    /// Until the call ends, a function, operator or type named without a schema is the engine's own, even if the database has another of
    /// that name.
    func pinFunctions() throws

    /// The key that the engine gave to the row inserted last; nil when it gave none, and where `RETURNING` returns it.
    var generatedKey: SQLValue? { get }
}

extension Connection {
    package var generatedKey: SQLValue? { nil }

    package func count(_ statement: Statement) throws -> Int64 { try first(statement) { $0.int(0) ?? 0 } ?? 0 }

    /// Does nothing: SQLite has only its built-in functions and those of this server.
    package func pinFunctions() throws {}

    /// Converts all rows of a small result.
    package func all<R>(_ statement: Statement, _ make: (any Row) throws -> R) throws -> [R] {
        var out: [R] = []
        _ = try query(statement, limits: .none, columns: { _ in }) { row in
            out.append(try make(row))
            return .more
        }
        return out
    }

    /// Converts the first row; nil when there is none.
    package func first<R>(_ statement: Statement, _ make: (any Row) throws -> R) throws -> R? {
        var out: R?
        _ = try query(statement, limits: .none, columns: { _ in }) { row in
            out = try make(row)
            return .stop
        }
        return out
    }
}

/// How much of a result is read. Further rows are not fetched, and ``ReadSummary/isTruncated`` is then true.
package struct RowLimits: Hashable, Sendable {
    /// Unit: rows.
    package var maximumRows: Int
    /// Unit: bytes of values as the engine holds them.
    package var maximumBytes: Int

    package init(maximumRows: Int = .max, maximumBytes: Int = .max) {
        self.maximumRows = maximumRows
        self.maximumBytes = maximumBytes
    }

    package static let none = RowLimits()
}

/// The size of a finished read, and whether it was truncated.
package struct ReadSummary: Hashable, Sendable {
    package let rows: Int
    /// There were more rows or bytes than the limits allowed, or the reader stopped.
    package let isTruncated: Bool

    package init(rows: Int, isTruncated: Bool) {
        self.rows = rows
        self.isTruncated = isTruncated
    }
}

/// The current row of a running query, valid only inside the closure that receives it.
package protocol Row {
    var columnCount: Int { get }
    func isNull(_ index: Int) -> Bool
    /// The value as a 64-bit integer; nil when null or not a whole number.
    func int(_ index: Int) -> Int64?
    func double(_ index: Int) -> Double?
    /// The value as text; nil when null.
    func text(_ index: Int) -> String?
    func bool(_ index: Int) -> Bool?
    func bytes(_ index: Int) -> [UInt8]?
    func value(_ index: Int) -> SQLValue
    /// Appends the value as JSON: whole numbers beyond 2^53 and decimals as strings, times as RFC 3339, binary as base64.
    /// - Throws: ``UnwritableNumber`` before anything is appended.
    func write(_ index: Int, to writer: inout JSONWriter) throws(UnwritableNumber)
}

/// A number that JSON cannot express (RFC 8259 section 6): an infinity, or NaN.
package struct UnwritableNumber: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text that engines use for it.
    package let description: String

    init(_ value: Double) { description = value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity" }
}

extension JSONWriter {
    /// Appends a number that an engine returned.
    mutating func finite(_ value: Double) throws(UnwritableNumber) {
        guard value.isFinite else { throw UnwritableNumber(value) }
        double(value)
    }
}

/// Whether the code that reads the rows wants another one.
package enum RowDemand: Sendable {
    case more, stop
}
