/// The escapes of URLs (RFC 3986 section 2.1) and of forms (application/x-www-form-urlencoded).
package enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Encodes text as one value of a query. It escapes all but unreserved characters, so the value cannot contain a line end, `&` or `#`.
    /// - Parameter kept: further ASCII characters that are not escaped.
    package static func encode(_ text: String, keeping kept: String = "") -> String {
        var out: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) || kept.utf8.contains(byte) {
                out.append(byte)
            } else {
                out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Decodes text with escapes; nil for a broken escape.
    /// - Parameter isForm: whether `+` is a space.
    package static func decode(_ text: some Sequence<UInt8>, isForm: Bool = false) -> [UInt8]? {
        var out: [UInt8] = []
        var iterator = text.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "+") where isForm: out.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(Hexadecimal.value), let low = iterator.next().flatMap(Hexadecimal.value) else { return nil }
                out.append(high << 4 | low)
            default: out.append(byte)
            }
        }
        return out
    }

    /// Reads a name or value of a form, where `+` is a space; nil for a broken escape and for bytes that are not UTF-8.
    package static func decodeForm(_ text: some Sequence<UInt8>) -> String? {
        decode(text, isForm: true).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// RFC 3986 section 2.3; also the alphabet of code verifiers (RFC 7636 section 4.1).
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }
}
