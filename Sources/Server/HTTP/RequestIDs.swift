import Synchronization

/// Ids for the requests of one connection: 64 bits as 16 hexadecimal digits, made without a system call. They distinguish requests and are not
/// secret.
///
/// SplitMix64 (Steele, Lea, Flood 2014) from a random start: no id repeats within 2^64.
final class RequestIDs: Sendable {
    private let state = Atomic<UInt64>(.random(in: .min ... .max))

    func next() -> String {
        var bits = state.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Self.text(bits ^ (bits >> 31))
    }

    /// A name for a request that belongs to no connection.
    static func one() -> String { text(.random(in: .min ... .max)) }

    private static func text(_ bits: UInt64) -> String {
        let digits = stride(from: 60, through: 0, by: -4).map { shift in
            let digit = UInt8(truncatingIfNeeded: bits >> UInt64(shift)) & 0xF
            return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        }
        return String(decoding: digits, as: UTF8.self)
    }
}
