package import SQLSyntax

/// One session with an engine, used by one thread at a time inside ``Database/read(_:_:)`` or ``Database/write(_:_:)``. Calls block.
///
/// Every statement is subject to the bounds of the call that the connection is lent to.
package protocol Connection: AnyObject {
    var dialect: Dialect { get }

    /// Runs one statement that returns rows and hands them over one by one, none kept.
    /// - Parameters:
    ///   - columns: called once, before the first row, also when there is none.
    ///   - row: called per row in the engine's order.
    func query(
        _ statement: Statement,
        limits: RowLimits,
        columns: ([Column]) throws -> Void,
        row: (any Row) throws -> RowDemand
    ) throws -> ReadSummary

    /// Runs one statement without rows; returns how many rows it changed.
    @discardableResult
    func execute(_ statement: Statement) throws -> Int

    /// The number that a counting statement gives: of what the statement before it saw, or of a later state.
    func count(_ statement: Statement) throws -> Int64

    /// Until the call ends, a function, operator or type named without a schema is one of the engine's own, whatever else the database has under that name.
    func pinFunctions() throws

    /// The key that the engine gave to the row inserted last; nil when it gave none, and where `RETURNING` returns it.
    var generatedKey: SQLValue? { get }
}

extension Connection {
    package var generatedKey: SQLValue? { nil }

    package func count(_ statement: Statement) throws -> Int64 { try first(statement) { $0.int(0) ?? 0 } ?? 0 }

    /// SQLite has only its built-in functions and those of this server.
    package func pinFunctions() throws {}

    /// All rows of a small result, each made into a value.
    package func all<R>(_ statement: Statement, _ make: (any Row) throws -> R) throws -> [R] {
        var out: [R] = []
        _ = try query(statement, limits: .none, columns: { _ in }) { row in
            out.append(try make(row))
            return .more
        }
        return out
    }

    /// The first row made into a value; nil when there is none.
    package func first<R>(_ statement: Statement, _ make: (any Row) throws -> R) throws -> R? {
        var out: R?
        _ = try query(statement, limits: .none, columns: { _ in }) { row in
            out = try make(row)
            return .stop
        }
        return out
    }
}
