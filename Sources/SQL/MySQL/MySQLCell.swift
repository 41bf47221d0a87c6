/// One value of a row in the binary protocol, read in place.
struct MySQLCell {
    let type: MySQLType
    /// The value's bytes, without their length.
    let bytes: UnsafeBufferPointer<UInt8>

    /// - Parameter start: the value's position in its row.
    init(_ type: MySQLType, at start: UnsafePointer<UInt8>) {
        self.type = type
        switch type {
        case .bool: bytes = UnsafeBufferPointer(start: start, count: 1)
        case .integer(let count, _): bytes = UnsafeBufferPointer(start: start, count: count)
        case .float: bytes = UnsafeBufferPointer(start: start, count: 4)
        case .double: bytes = UnsafeBufferPointer(start: start, count: 8)
        case .null: bytes = UnsafeBufferPointer(start: start, count: 0)
        case .decimal, .bits, .text, .json, .uuid, .blob, .date, .time, .datetime, .timestamp: bytes = Self.lengthEncoded(start)
        }
    }

    /// Reads a length of one byte, or of as many bytes as the first byte says, and then that many bytes.
    private static func lengthEncoded(_ start: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let extra =
            switch start[0] {
            case 0xFC: 2
            case 0xFD: 3
            case 0xFE: 8
            default: 0
            }
        guard extra > 0 else { return UnsafeBufferPointer(start: start + 1, count: Int(start[0])) }
        let count = (1...extra).reversed().reduce(0) { $0 << 8 | Int(start[$1]) }
        return UnsafeBufferPointer(start: start + 1 + extra, count: count)
    }

    /// The bytes as an integer, the lowest byte first.
    private var littleEndian: UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }

    /// The value of an integer, bit or boolean column; nil for all others.
    var whole: (magnitude: UInt64, isNegative: Bool)? {
        switch type {
        case .bits: return (bytes.reduce(0) { $0 << 8 | UInt64($1) }, false)
        case .integer(_, isUnsigned: true): return (littleEndian, false)
        case .bool: return Self.signed(littleEndian, bytes: 1)
        case .integer(let count, _): return Self.signed(littleEndian, bytes: count)
        default: return nil
        }
    }

    private static func signed(_ bits: UInt64, bytes: Int) -> (UInt64, Bool) {
        let unused = UInt64(64 - bytes * 8)
        let value = Int64(bitPattern: bits << unused) >> Int64(unused)
        return (value.magnitude, value < 0)
    }

    var int: Int64? {
        guard let whole else { return textual.flatMap(Int64.init) }
        return whole.isNegative ? Int64(truncatingIfNeeded: 0 &- whole.magnitude) : Int64(exactly: whole.magnitude)
    }

    var double: Double? {
        switch type {
        case .double: return Double(bitPattern: littleEndian)
        // Through its decimal digits, so that 0.1 stays 0.1.
        case .float: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: littleEndian)).description)
        case .date, .time, .datetime, .timestamp, .blob, .null: return nil
        case .text, .json, .uuid, .decimal: return textual.flatMap(Double.init)
        case .bool, .integer, .bits: return text.flatMap(Double.init)
        }
    }

    /// The engine's text of the value.
    var text: String? {
        switch type {
        case .bool, .integer, .bits: return whole.map { ($0.isNegative ? "-" : "") + String($0.magnitude) }
        case .float, .double: return double?.description
        case .date, .time, .datetime, .timestamp: return String(decoding: MySQLTime(self).text, as: UTF8.self)
        case .decimal, .text, .json, .uuid, .blob: return textual
        case .null: return nil
        }
    }

    private var textual: String? {
        switch type {
        case .decimal, .text, .json, .uuid, .blob: String(decoding: bytes, as: UTF8.self)
        default: nil
        }
    }
}
