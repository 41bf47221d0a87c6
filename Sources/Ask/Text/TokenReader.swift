/// Splits the text of a question into words, numbers, quoted text and punctuation.
struct TokenReader {
    private let text: [Character]
    private var at = 0
    private var out: [WordToken] = []

    init(_ text: [Character]) { self.text = text }

    mutating func read() -> [WordToken] {
        while at < text.count {
            let character = text[at]
            if let close = closingQuote(character), let end = quotedEnd(close) {
                let inner = String(text[(at + 1)..<end]).trimmed
                if !inner.isEmpty { out.append(WordToken(.quoted, text: inner, lower: QuestionText.normalized(inner))) }
                at = end + 1
            } else if character.isNumber || (character == "." && next?.isNumber == true && !isAfterWord) {
                number()
            } else if character.isLetter {
                word()
            } else {
                if ",.;?!:()<>=%$+-/&".contains(character) { mark(character) }
                at += 1
            }
        }
        for (index, token) in out.enumerated().dropFirst() where ["once", "twice"].contains(token.lower) { makeExact(index - 1) }
        return out
    }

    /// "only once" and "just twice" mean exactly this number.
    private mutating func makeExact(_ index: Int) {
        if ["only", "just"].contains(out[index].lower) { out[index] = WordToken(.word, text: out[index].text, lower: "exactly") }
    }

    private var next: Character? { at + 1 < text.count ? text[at + 1] : nil }
    private var isAfterWord: Bool { at > 0 && (text[at - 1].isLetter || text[at - 1].isNumber) }

    private func closingQuote(_ character: Character) -> Character? {
        switch character {
        case "\"": "\""
        case "“", "”": "”"
        case "‘": "’"
        case "'", "`": isAfterWord ? nil : character
        case "「": "」"
        default: nil
        }
    }

    /// The end of a quotation. Nil if the mark does not open one.
    private func quotedEnd(_ close: Character) -> Int? {
        var index = at + 1
        while index < text.count, index - at < 200 {
            let isClose = text[index] == close || (close == "”" && (text[index] == "\"" || text[index] == "“"))
            if isClose {
                let after = index + 1 < text.count ? text[index + 1] : " "
                if close != "'" || !(after.isLetter || after.isNumber) { return index }
            }
            index += 1
        }
        return nil
    }

    private mutating func number() {
        let start = at
        var digits = ""
        while at < text.count {
            let character = text[at]
            if character.isNumber {
                digits.append(character)
            } else if character == ",", at + 3 < text.count, text[(at + 1)...(at + 3)].allSatisfy(\.isNumber),
                at + 4 >= text.count || !text[at + 4].isNumber
            {
                // Groups of three digits.
            } else if character == ".", next?.isNumber == true {
                digits.append(".")
            } else if "-:/".contains(character), next?.isNumber == true, at > start {
                digits.append(character)
            } else {
                break
            }
            at += 1
        }
        var written = String(text[start..<at])
        guard var value = Double(digits), value.isFinite else {
            // A date, a time or a code.
            if text.indices.contains(at), text[at] == " ", digits.contains("-"), let time = timeEnd {
                written = String(text[start..<time]); at = time
            }
            out.append(WordToken(.number, text: written, lower: written))
            return
        }
        var suffix = ""
        while at < text.count, text[at].isLetter { suffix.append(text[at]); at += 1 }
        switch suffix.lowercased() {
        case "": break
        case "k": value *= 1_000
        case "m": value *= 1_000_000
        case "st", "nd", "rd", "th":
            out.append(WordToken(.number, text: written + suffix, lower: digits, number: value))
            return
        default:
            out.append(WordToken(.word, text: written + suffix, lower: QuestionText.normalized(written + suffix)))
            return
        }
        // A number may be too large for an integer.
        let whole = suffix.isEmpty ? digits : Int(exactly: value.rounded(.towardZero)).map { "\($0)" } ?? digits + suffix
        out.append(WordToken(.number, text: written + suffix, lower: whole, number: value))
    }

    /// The end of a time of day after a date.
    private var timeEnd: Int? {
        var index = at + 1
        while index < text.count, text[index].isNumber || text[index] == ":" { index += 1 }
        return index - at == 9 ? index : nil
    }

    private mutating func word() {
        let start = at
        while at < text.count, text[at].isLetter || text[at].isNumber || text[at] == "_" { at += 1 }
        var isPossessive = false
        let end = at
        if at < text.count, text[at] == "'" || text[at] == "’" {
            if at + 1 < text.count, text[at + 1] == "s" || text[at + 1] == "S", at + 2 >= text.count || !text[at + 2].isLetter {
                isPossessive = true
                at += 2
            } else if at + 1 < text.count, text[at + 1] == "t" {
                // "don't", "aren't": a negation.
                at += 2
                out.append(WordToken(.word, text: "not", lower: "not"))
                return
            } else {
                isPossessive = text[at - 1] == "s"
                at += 1
            }
        }
        for part in text[start..<end].split(separator: "_") {
            let written = String(part)
            out.append(WordToken(.word, text: written, lower: QuestionText.normalized(written), isPossessive: isPossessive))
        }
    }

    private mutating func mark(_ character: Character) {
        if character == "." && isAfterWord && next?.isLetter == true { return }
        // "Ph.D. degree", "John F. Kennedy"
        if character == ".", isAfterWord, let last = out.last, last.kind == .word, last.text.count == 1, last.isCapital, next != nil { return }
        if character == "-" && isAfterWord && next?.isLetter == true { return }
        var text = String(character)
        if "<>".contains(character), next == "=" {
            text += "="
            at += 1
        }
        out.append(WordToken(.mark, text: text, lower: text))
    }
}

extension String {
    /// The text without spaces at both ends.
    var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
