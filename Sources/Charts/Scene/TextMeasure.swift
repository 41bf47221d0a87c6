/// Estimates the width of text in Inter without a font, so that the scene is the same on every machine.
enum TextMeasure {
    /// Advances of U+0020 to U+007E in Inter 4.0 Regular. Unit: thousandths of the font's size.
    private static let advances: [Double] = [
        281, 278, 403, 631, 638, 812, 639, 222, 362, 362, 500, 659, 280, 460, 276, 357, 625, 464, 605, 636, 642, 608, 624, 571, 616, 624, 276, 280,
        659,
        659, 659, 507, 936, 676, 651, 727, 719, 598, 587, 743, 740, 264, 543, 652, 562, 889, 753, 761, 635, 761, 639, 638, 642, 741, 676, 949, 642,
        665,
        625, 362, 357, 362, 469, 452, 497, 564, 621, 558, 621, 582, 361, 609, 591, 237, 237, 544, 237, 869, 585, 597, 609, 609, 372, 523, 364, 581,
        557,
        812, 540, 557, 541, 362, 327, 362, 659,
    ]

    static func width(_ text: String, size: Double, isBold: Bool = false) -> Double {
        let sum = text.unicodeScalars.reduce(0) { $0 + advance($1) }
        return sum / 1_000 * size * (isBold ? 1.05 : 1)
    }

    private static func advance(_ scalar: Unicode.Scalar) -> Double {
        switch scalar.value {
        case 0x20...0x7E: advances[Int(scalar.value) - 0x20]
        case 0x300...0x36F: 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0x1F300...0x1FAFF,
            0x20000...0x3FFFD:
            1_000
        default: 640
        }
    }

    /// The text, or the longest beginning that fits before an ellipsis.
    static func fit(_ text: String, width: Double, size: Double, isBold: Bool = false) -> String {
        guard Self.width(text, size: size, isBold: isBold) > width else { return text }
        var kept = ""
        var used = Self.width("…", size: size, isBold: isBold)
        for character in text {
            used += Self.width(String(character), size: size, isBold: isBold)
            if used > width { break }
            kept.append(character)
        }
        while kept.last == " " { kept.removeLast() }
        return kept + "…"
    }

    /// Each text as ``fit(_:width:size:isBold:)`` has it. Texts that would then look the same keep their ends, which tell them apart.
    static func fit(_ texts: [String], width: Double, size: Double) -> [String] {
        let fitted = texts.map { fit($0, width: width, size: size) }
        let likeIt = Dictionary(grouping: texts.indices) { fitted[$0] }
        return texts.indices.map { index in
            let isAlone = likeIt[fitted[index], default: []].allSatisfy { texts[$0] == texts[index] }
            return isAlone ? fitted[index] : fitInside(texts[index], width: width, size: size)
        }
    }

    /// The text with its middle replaced by an ellipsis.
    private static func fitInside(_ text: String, width: Double, size: Double) -> String {
        guard Self.width(text, size: size) > width else { return text }
        let half = (width - Self.width("…", size: size)) / 2
        func prefix(_ characters: some Sequence<Character>) -> [Character] {
            var used = 0.0
            return characters.prefix { character in
                used += Self.width(String(character), size: size)
                return used <= half
            }
        }
        let (start, end) = (String(prefix(text)), String(prefix(text.reversed()).reversed()))
        return start.trimmingEnd + "…" + end.drop { $0 == " " }
    }

    /// The text in at most `lines` lines, broken at spaces and between ideographs; a text that is too long ends with an ellipsis.
    static func wrap(_ text: String, width: Double, size: Double, lines: Int, isBold: Bool = false) -> [String] {
        var result: [String] = []
        var rest = Substring(text)
        while result.count < lines - 1, Self.width(String(rest), size: size, isBold: isBold) > width {
            guard let end = lineEnd(rest, width: width, size: size, isBold: isBold) else { break }
            result.append(String(rest[..<end]).trimmingEnd)
            rest = rest[end...].drop { $0 == " " }
        }
        return result + [fit(String(rest), width: width, size: size, isBold: isBold)]
    }

    /// The last possible line end within the width; nil when the first word is too long.
    private static func lineEnd(_ text: Substring, width: Double, size: Double, isBold: Bool) -> Substring.Index? {
        var used = 0.0
        var end: Substring.Index?
        for index in text.indices {
            let character = text[index]
            if index > text.startIndex, character == " " || isIdeograph(character) { end = index }
            used += Self.width(String(character), size: size, isBold: isBold)
            if used > width { return end }
        }
        return nil
    }

    private static func isIdeograph(_ character: Character) -> Bool {
        character.unicodeScalars.first.map { (0x3040...0x9FFF).contains($0.value) } ?? false
    }
}

extension String {
    fileprivate var trimmingEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
