/// Text from outside, escaped for the Markdown of an answer so that clients show it literally (D13). Rows may be written by people who want the
/// reader's program to fetch, follow or hide something.
enum MarkdownText {
    /// On one line, with each mark escaped that could begin a link, a picture, code, HTML or another cell. Works scalar by scalar: a mark under a combining
    /// one is a mark, and a line end of two characters is one.
    static func line(_ text: String) -> String { line(text, escaping: ["\\", "|", "[", "]", "<", ">", "`"]) }

    /// As ``line(_:)``, outside of cells: no emphasis and no heading either.
    static func words(_ text: String) -> String { line(text, escaping: ["\\", "|", "[", "]", "<", ">", "`", "*", "_", "~", "#"]) }

    private static func line(_ text: String, escaping marks: Set<Unicode.Scalar>) -> String {
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case let mark where marks.contains(mark):
                out.append("\\")
                out.append(mark)
            case "\r", "\n", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}": out.append(" ")
            default: out.append(scalar)
            }
        }
        return String(out)
    }

    /// A block of code that nothing within it ends (CommonMark 0.31 section 4.5): its fence is longer than every run of its mark.
    static func code(_ text: String, _ language: String) -> String {
        var longest = 2
        var run = 0
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "`", count: longest + 1)
        return "\(fence)\(language)\n\(text)\n\(fence)\n\n"
    }
}
