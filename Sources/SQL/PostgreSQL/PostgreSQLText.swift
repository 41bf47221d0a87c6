import Notation

/// Converts PostgreSQL's text formats into the formats that this server documents.
enum PostgreSQLText {
    /// A timestamp in `DateStyle` ISO as RFC 3339: `T` between date and time, the zone as `Z` or `+hh:mm`, none when the type has none.
    ///
    /// Values that RFC 3339 cannot represent (`infinity`, years before 1 or after 9999) keep the engine's text.
    static func timestamp(_ text: some Collection<UInt8>) -> [UInt8] {
        var out = [UInt8](text)
        guard out.count >= 19, out[4] == UInt8(ascii: "-"), out[10] == UInt8(ascii: " "), out.last != UInt8(ascii: "C") else { return out }
        out[10] = UInt8(ascii: "T")
        guard let sign = out[19...].lastIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) else { return out }
        if out[sign...].allSatisfy({ $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: ":") }) {
            out.replaceSubrange(sign..., with: [UInt8(ascii: "Z")])
        } else if out.count - sign == 3 {
            out += ":00".utf8
        }
        return out
    }

    /// The bytes that `bytea_output = hex` wrote as `\x0aff`.
    static func bytes(ofHexadecimal text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        Hexadecimal.decode(text.dropFirst(2)) ?? []
    }

    /// A JSON text without line breaks, which can occur only between tokens (RFC 8259 section 2).
    static func oneLine(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        text.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 }
    }
}
