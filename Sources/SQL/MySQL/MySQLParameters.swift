import CMariaDB

/// Bound values laid out for the binary protocol.
struct MySQLParameters {
    private var storage: [UInt8] = []
    private var parameters: [(type: enum_field_types, start: Int, count: Int)] = []

    /// - Throws: ``DatabaseError`` `limit` beyond 65,535 values.
    init(_ values: [SQLValue]) throws(DatabaseError) {
        guard values.count <= 65_535 else { throw DatabaseError(.limit, "a statement can have at most 65535 values") }
        parameters.reserveCapacity(values.count)
        for value in values { append(value) }
    }

    /// Gives the library its array of bindings, nil when there is none, valid inside `body`.
    func withBindings(_ body: (UnsafeMutablePointer<MYSQL_BIND>?) -> Void) {
        guard !parameters.isEmpty else { return body(nil) }
        storage.withUnsafeBufferPointer { storage in
            withUnsafeTemporaryAllocation(of: UInt.self, capacity: parameters.count) { lengths in
                var bindings = parameters.indices.map { index in
                    let parameter = parameters[index]
                    lengths[index] = UInt(parameter.count)
                    var binding = MYSQL_BIND()
                    binding.buffer_type = parameter.type
                    binding.buffer = storage.baseAddress.map { UnsafeMutableRawPointer(mutating: $0 + parameter.start) }
                    binding.buffer_length = UInt(parameter.count)
                    binding.length = lengths.baseAddress.map { $0 + index }
                    return binding
                }
                bindings.withUnsafeMutableBufferPointer { body($0.baseAddress) }
            }
        }
    }

    private mutating func append(_ value: SQLValue) {
        switch value {
        case .null: append([], as: MYSQL_TYPE_NULL)
        case .bool(let value): append([value ? 1 : 0], as: MYSQL_TYPE_TINY)
        case .int(let value): append(Self.bytes(of: value.littleEndian), as: MYSQL_TYPE_LONGLONG)
        case .double(let value): append(Self.bytes(of: value.bitPattern.littleEndian), as: MYSQL_TYPE_DOUBLE)
        case .decimal(let text): append(Array(text.utf8), as: MYSQL_TYPE_NEWDECIMAL)
        case .text(let text): append(Array(text.utf8), as: MYSQL_TYPE_VAR_STRING)
        case .blob(let bytes): append(bytes, as: MYSQL_TYPE_LONG_BLOB)
        }
    }

    private mutating func append(_ bytes: [UInt8], as type: enum_field_types) {
        // The library reads numbers in place, so they are aligned.
        while storage.count % 8 != 0 { storage.append(0) }
        parameters.append((type, storage.count, bytes.count))
        storage += bytes
        // So that no value's address is beyond the end, even for empty text.
        storage.append(0)
    }

    private static func bytes(of number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }
}
