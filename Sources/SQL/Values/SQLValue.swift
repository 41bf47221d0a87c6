package import Notation
import SQLSyntax

/// One value that is sent to an engine or read from it.
package enum SQLValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    /// An exact decimal (PostgreSQL `numeric`), as its text.
    case decimal(String)
    case text(String)
    case blob([UInt8])

    /// Compares texts byte for byte, as engines do; Swift's strings are equal when they look the same (`é` in one scalar or two).
    package static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.int(let left), .int(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.decimal(let left), .decimal(let right)), (.text(let left), .text(let right)):
            left.utf8.count == right.utf8.count && left == right && left.utf8.elementsEqual(right.utf8)
        case (.blob(let left), .blob(let right)): left == right
        default: false
        }
    }
}

/// A type whose values can stand in `\( )` of a ``Statement`` as a bound value.
package protocol SQLValueConvertible {
    var sqlValue: SQLValue { get }
}

extension Int64: SQLValueConvertible { package var sqlValue: SQLValue { .int(self) } }
extension Int: SQLValueConvertible { package var sqlValue: SQLValue { .int(Int64(self)) } }
extension Double: SQLValueConvertible { package var sqlValue: SQLValue { .double(self) } }
extension Bool: SQLValueConvertible { package var sqlValue: SQLValue { .bool(self) } }
extension String: SQLValueConvertible { package var sqlValue: SQLValue { .text(self) } }
extension [UInt8]: SQLValueConvertible { package var sqlValue: SQLValue { .blob(self) } }
extension Timestamp: SQLValueConvertible { package var sqlValue: SQLValue { .int(microseconds) } }

extension SQLValue {
    /// The value as literal text in a statement. Text is quoted; a NUL in it is removed, because no engine accepts one there.
    func literal(in dialect: Dialect) -> String {
        switch self {
        case .null: return "NULL"
        case .bool(let value): return dialect == .sqlite ? (value ? "1" : "0") : (value ? "TRUE" : "FALSE")
        case .int(let value): return String(value)
        case .double(let value): return value.isFinite ? String(value) : "NULL"
        case .decimal(let text), .text(let text):
            let clean = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\0" }))
            return clean.sqlString(in: dialect)
        case .blob(let bytes):
            let hex = Hexadecimal.encode(bytes)
            return dialect == .postgresql ? "'\\x\(hex)'" : "X'\(hex)'"
        }
    }
}
