import Notation

/// Bound values in PostgreSQL's text format, laid out for libpq. The server infers their types.
struct PostgreSQLParameters {
    private var storage: [CChar] = []
    /// Offset of each value in the storage; nil is null.
    private var offsets: [Int?] = []

    /// - Throws: ``DatabaseError`` `invalid` for text with a NUL, which PostgreSQL cannot hold; `limit` beyond 65,535 values.
    init(_ values: [SQLValue]) throws(DatabaseError) {
        guard values.count <= 65_535 else { throw DatabaseError(.limit, "a statement can have at most 65535 values") }
        offsets.reserveCapacity(values.count)
        for value in values { try append(value) }
    }

    /// Gives libpq its count and array of C strings, valid inside `body`.
    func withPointers<R>(_ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>?) -> R) -> R {
        storage.withUnsafeBufferPointer { storage in
            let pointers = offsets.map { offset -> UnsafePointer<CChar>? in offset.flatMap { storage.baseAddress?.advanced(by: $0) } }
            return pointers.withUnsafeBufferPointer { body(Int32(offsets.count), $0.baseAddress) }
        }
    }

    private mutating func append(_ value: SQLValue) throws(DatabaseError) {
        guard value != .null else { return offsets.append(nil) }
        offsets.append(storage.count)
        switch value {
        case .null: break
        // Boolean columns read these as true and false, integer columns as numbers.
        case .bool(let value): append(value ? "1" : "0")
        case .int(let value): append(String(value))
        case .double(let value): append(value.description)
        case .decimal(let text): try append(checking: text)
        case .text(let text): try append(checking: text)
        case .blob(let bytes): appendHexadecimal(bytes)
        }
        storage.append(0)
    }

    private mutating func append(checking text: String) throws(DatabaseError) {
        guard !text.utf8.contains(0) else { throw DatabaseError(.invalid, "text must not contain the character U+0000") }
        append(text)
    }

    private mutating func append(_ text: String) { storage.append(contentsOf: text.utf8.lazy.map { CChar(bitPattern: $0) }) }

    private mutating func appendHexadecimal(_ bytes: [UInt8]) {
        append("\\x")
        append(Hexadecimal.encode(bytes))
    }
}
