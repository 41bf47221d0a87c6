import Notation

/// The trace and the parent span of a piece of work (W3C Trace Context, version 00).
package struct TraceContext: Hashable, Sendable {
    package let trace: TraceID
    package let span: UInt64
    /// Whether the process that began the trace records it.
    package let isSampled: Bool

    package init(trace: TraceID, span: UInt64, isSampled: Bool) {
        self.trace = trace
        self.span = span
        self.isSampled = isSampled
    }

    /// Parses `00-32 hexadecimal digits-16 hexadecimal digits-2 hexadecimal digits`, in lower case; later versions may append more.
    /// - Returns: nil for anything else, which the specification says to ignore.
    package init?(traceparent text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 55, bytes.count <= 512, [2, 35, 52].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }) else { return nil }
        guard let version = Self.number(bytes[0..<2]), version != 0xFF, bytes.count == 55 || (version > 0 && bytes[55] == UInt8(ascii: "-")),
            let high = Self.number(bytes[3..<19]), let low = Self.number(bytes[19..<35]), high != 0 || low != 0,
            let span = Self.number(bytes[36..<52]), span != 0, let flags = Self.number(bytes[53..<55])
        else { return nil }
        self.init(trace: TraceID(high: high, low: low), span: span, isSampled: flags & 1 == 1)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for byte in digits {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return value
    }
}

/// The id of one trace: 128 random bits.
package struct TraceID: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package static func make() -> TraceID { TraceID(high: .random(in: 1 ... .max), low: .random(in: 1 ... .max)) }

    /// 32 hexadecimal digits.
    package var text: String { Hexadecimal.encode(high) + Hexadecimal.encode(low) }
}
