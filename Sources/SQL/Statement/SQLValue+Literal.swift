import SQLSyntax

extension SQLValue {
    /// The value as text of a statement. Text is quoted, and a NUL in it dropped, since no engine takes one there.
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
            let digits = Array("0123456789abcdef".utf8)
            let hex = String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
            return dialect == .postgresql ? "'\\x\(hex)'" : "X'\(hex)'"
        }
    }
}
