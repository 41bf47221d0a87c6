/// Text from outside, made safe for a picture: limited length, one line, without control characters, noncharacters or marks that change the text's
/// direction.
enum PlainText {
    /// - Parameter limit: longest result. Unit: Unicode scalars.
    static func clean(_ text: String, limit: Int) -> String {
        // UTF-8 has no more scalars than bytes.
        guard text.utf8.count > limit || text.unicodeScalars.contains(where: { !isPlain($0) }) else { return text }
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if kept.count >= limit { break }
            if isPlain(scalar) { kept.append(scalar) } else if isSpace(scalar) { kept.append(" ") }
        }
        return String(kept)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E: true
        case 0...0x9F: false
        case 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF, 0xFEFF: false
        default: scalar.value & 0xFFFE != 0xFFFE
        }
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { [0x09, 0x0A, 0x0D, 0x2028, 0x2029].contains(scalar.value) }
}
