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
        while start < text.count {
            start = appendPlain(text, from: start, to: min(start + Self.stretch, text.count))
            guard start < text.count, text[start] < 0x20 else { continue }
            escape(control: text[start])
            start += 1
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Text that is escaped at a time; room for its longest escaped form is reserved first. Unit: bytes.
    private static let stretch = 4_096

    /// Appends text with quotes and backslashes escaped, up to `end` or the first control character.
    /// - Returns: the position where it stopped.
    private mutating func appendPlain(_ text: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var position = start
        // Each byte becomes at most two; a whole word is stored before the number of valid bytes in it is known.
        bytes.append(addingCapacity: 2 * (end - start) + 8) { out in
            out.withUnsafeMutableBufferPointer { buffer, count in
                let room = UnsafeMutableRawBufferPointer(buffer)
                while position < end {
                    if end - position >= 8 {
                        let word = StringScan.word(of: text, at: position)
                        room.storeBytes(of: word, toByteOffset: count, as: UInt64.self)
                        let plain = StringScan.plainCount(word)
                        position += plain
                        count += plain
                        if plain == 8 { continue }
                    }
                    let byte = text[position]
                    if byte < 0x20 { return }
                    if StringScan.isSpecial(byte) {
                        buffer[count] = UInt8(ascii: "\\")
                        count += 1
                    }
                    buffer[count] = byte
                    count += 1
                    position += 1
                }
            }
        }
        return position
    }

    mutating func quote(_ text: StaticString) {
        text.withUTF8Buffer { quote($0.span) }
    }

    private mutating func escape(control byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            append("u00".utf8.span)
            bytes.append(UInt8(ascii: "0") + byte >> 4)
            let low = byte & 0x0F
            bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        }
    }
}

extension JSONWriter {
    private static let digits: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

    /// Writes bytes as a string in base64 with padding (RFC 4648 section 4).
    public mutating func base64(_ data: UnsafeRawBufferPointer) {
        separate()
        reserve(data.count / 3 * 4 + 6)
        bytes.append(UInt8(ascii: "\""))
        var position = 0
        while position < data.count {
            appendGroup(data[position..<min(position + 3, data.count)])
            position += 3
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The bytes of a text, as ``base64(_:)-(UnsafeRawBufferPointer)``.
    public mutating func base64(_ text: String) { base64(Array(text.utf8)) }

    public mutating func base64(_ bytes: [UInt8]) { bytes.withUnsafeBytes { base64($0) } }

    /// Appends the four base64 digits of one to three bytes.
    private mutating func appendGroup(_ group: Slice<UnsafeRawBufferPointer>) {
        var word: UInt32 = 0
        for byte in group { word = word << 8 | UInt32(byte) }
        word <<= 8 * UInt32(3 - group.count)
        for index in 0..<4 {
            let digit = Int(word >> (18 - 6 * UInt32(index)) & 0x3F)
            bytes.append(index <= group.count ? Self.digits.utf8Start[digit] : UInt8(ascii: "="))
        }
    }
}
