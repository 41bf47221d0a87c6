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

    /// Appends the four digits of one to three bytes.
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
