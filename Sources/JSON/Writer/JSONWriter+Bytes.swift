extension JSONWriter {
    /// Appends bytes as they are.
    @inline(__always)
    mutating func append(_ span: Span<UInt8>) {
        span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    /// Appends UTF-8 text between quotes, escaped (RFC 8259 section 7).
    mutating func quote(_ text: Span<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        while true {
            let end = StringScan.firstSpecial(in: text, from: start)
            append(text.extracting(start..<end))
            guard end < text.count else { break }
            escape(text[end])
            start = end + 1
        }
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func quote(_ text: StaticString) {
        text.withUTF8Buffer { quote($0.span) }
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0..<0x20:
            append("u00".utf8.span)
            bytes.append(UInt8(ascii: "0") + byte >> 4)
            let low = byte & 0x0F
            bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        default: bytes.append(byte)
        }
    }
}
