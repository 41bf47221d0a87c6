/// One value as it crosses the border to an engine, in either direction.
package enum SQLValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    /// An exact decimal (PostgreSQL `numeric`), as its text.
    case decimal(String)
    case text(String)
    case blob([UInt8])
}

/// What can stand in `\( )` of a ``Statement`` as a bound value.
package protocol SQLValueConvertible {
    var sqlValue: SQLValue { get }
}

extension Int64: SQLValueConvertible { package var sqlValue: SQLValue { .int(self) } }
extension Int: SQLValueConvertible { package var sqlValue: SQLValue { .int(Int64(self)) } }
extension Double: SQLValueConvertible { package var sqlValue: SQLValue { .double(self) } }
extension Bool: SQLValueConvertible { package var sqlValue: SQLValue { .bool(self) } }
extension String: SQLValueConvertible { package var sqlValue: SQLValue { .text(self) } }
extension [UInt8]: SQLValueConvertible { package var sqlValue: SQLValue { .blob(self) } }
