import JSON
import SQL

extension SQLValue {
    /// Writes a key's value in the same form as rows of a database.
    func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.bool(value)
        case .int(let value): value.magnitude <= 1 << 53 ? writer.int(value) : writer.string(String(value))
        case .double(let value): writer.double(value)
        case .decimal(let text), .text(let text): writer.string(text)
        case .blob(let bytes): bytes.withUnsafeBytes { writer.base64($0) }
        }
    }
}
