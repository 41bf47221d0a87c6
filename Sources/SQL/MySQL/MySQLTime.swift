/// A date or time in the binary protocol, which omits trailing zero parts.
struct MySQLTime {
    private let type: MySQLType
    private var year = 0, month = 0, day = 0
    private var isNegative = false
    private var hour = 0, minute = 0, second = 0, microsecond = 0

    init(_ cell: MySQLCell) {
        type = cell.type
        let bytes = cell.bytes
        func number(_ index: Int, _ count: Int) -> Int {
            guard index + count <= bytes.count else { return 0 }
            return (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[index + $1]) }
        }
        if type == .time {
            isNegative = number(0, 1) == 1
            hour = number(1, 4) * 24 + number(5, 1)
            (minute, second, microsecond) = (number(6, 1), number(7, 1), number(8, 4))
        } else {
            (year, month, day) = (number(0, 2), number(2, 1), number(3, 1))
            (hour, minute, second, microsecond) = (number(4, 1), number(5, 1), number(6, 1), number(7, 4))
        }
    }

    /// Whether it is a calendar day: MySQL's zero dates are not.
    private var isDay: Bool { year > 0 && month > 0 && day > 0 }

    /// The value in the engine's format, with a fraction without trailing zeros.
    var text: [UInt8] { written(divider: UInt8(ascii: " "), zone: []) }

    /// The value in RFC 3339: `T` between date and time, `Z` for an instant. A value that RFC 3339 cannot express keeps the engine's text.
    var rfc3339: [UInt8] {
        guard isDay, type == .datetime || type == .timestamp else { return text }
        return written(divider: UInt8(ascii: "T"), zone: type == .timestamp ? [UInt8(ascii: "Z")] : [])
    }

    private func written(divider: UInt8, zone: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(32)
        if type != .time {
            append(year, digits: 4, to: &out)
            out.append(UInt8(ascii: "-"))
            append(month, digits: 2, to: &out)
            out.append(UInt8(ascii: "-"))
            append(day, digits: 2, to: &out)
            if type == .date { return out }
            out.append(divider)
        } else if isNegative {
            out.append(UInt8(ascii: "-"))
        }
        append(hour, digits: 2, to: &out)
        out.append(UInt8(ascii: ":"))
        append(minute, digits: 2, to: &out)
        out.append(UInt8(ascii: ":"))
        append(second, digits: 2, to: &out)
        if microsecond > 0 {
            out.append(UInt8(ascii: "."))
            append(microsecond, digits: 6, to: &out)
            while out.last == UInt8(ascii: "0") { out.removeLast() }
        }
        return out + zone
    }

    private func append(_ number: Int, digits: Int, to out: inout [UInt8]) {
        let text = Array(String(number).utf8)
        out += repeatElement(UInt8(ascii: "0"), count: max(0, digits - text.count))
        out += text
    }
}
