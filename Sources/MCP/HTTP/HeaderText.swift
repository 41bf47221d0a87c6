import JSON

/// The text form of `Mcp-Name` and `Mcp-Param-*`: visible ASCII as it is, anything else as `=?base64?…?=`.
enum HeaderText {
    /// Decodes a header's value; throws -32020 for a sentinel that does not decode, and for raw bytes beyond ASCII.
    static func decode(_ raw: String, header: String) throws(MCPError) -> String {
        let trimmed = trim(raw)
        guard trimmed.hasPrefix("=?base64?"), trimmed.hasSuffix("?="), trimmed.utf8.count >= 11 else {
            guard trimmed.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 }) else {
                throw MCPError.headerMismatch("Header '\(header)' must be visible ASCII or base64")
            }
            return String(trimmed)
        }
        let inner = trimmed.utf8.dropFirst(9).dropLast(2)
        guard let bytes = Base64.decode(inner), let text = String(validating: bytes, as: UTF8.self) else {
            throw MCPError.headerMismatch("Header '\(header)' is not base64 of UTF-8")
        }
        return text
    }

    /// Without the optional whitespace around a field value (RFC 9110 §5.6.3).
    static func trim(_ text: String) -> Substring { trim(text[...]) }

    static func trim(_ text: Substring) -> Substring {
        var bytes = text.utf8
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes = bytes.dropFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes = bytes.dropLast() }
        return Substring(bytes)
    }
}
