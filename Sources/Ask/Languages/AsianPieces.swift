/// Splits a Chinese, Japanese or Korean question into names, values, numbers and cue words. At each position it takes the longest known
/// one.
struct AsianPieces {
    enum Piece: Hashable {
        case table(Int, String)
        case column(ColumnID, String)
        case value(String)
        case number(String)
        /// English words for a day, month or year.
        case date(String)
        case cue(AsianCue)
        /// A word in another script, or an unknown word.
        case word(String)
    }

    private let index: SourceIndex
    private let cues: [String: AsianCue]
    private let names: [String: Piece]
    /// Longest known name, value or word. Unit: characters.
    private let longest: Int

    init(_ index: SourceIndex, _ language: AsianLanguage) {
        self.index = index
        cues = language.cues
        names = Self.names(of: index)
        longest = 24
    }

    func pieces(of text: String) -> [Piece] {
        let letters = Array(text.filter { !Self.isSpace($0) }.prefix(Self.maximumLetters))
        var out: [Piece] = []
        var unknown = ""
        func flush() {
            if !unknown.isEmpty { out.append(.word(unknown)) }
            unknown = ""
        }
        var at = 0
        while at < letters.count {
            if let (piece, width) = number(letters, at) ?? quoted(letters, at) ?? known(letters, at) {
                flush()
                out.append(piece)
                at += width
            } else {
                if Self.isAsian(letters[at]) || letters[at].isLetter { unknown.append(letters[at]) } else { flush() }
                at += 1
            }
        }
        flush()
        return out
    }

    /// Most characters that are read.
    private static let maximumLetters = 300

    private static func isSpace(_ character: Character) -> Bool { character.isWhitespace || character == "　" }

    private static func isAsian(_ character: Character) -> Bool { AsianLanguage(of: String(character)) != nil }

    /// Names of tables and columns, and their names in the semantic layer, without spaces.
    private static func names(of index: SourceIndex) -> [String: Piece] {
        var out: [String: Piece] = [:]
        func put(_ words: [String], _ piece: (String) -> Piece) {
            let key = words.joined()
            guard !key.isEmpty, out[key] == nil else { return }
            out[key] = piece(words.joined(separator: " "))
        }
        for (number, table) in index.tables.enumerated() where !table.isHidden {
            put(table.form.words.map(\.lemma)) { .table(number, $0) }
        }
        for (number, table) in index.tables.enumerated() where !table.isHidden {
            for (columnIndex, column) in table.columns.enumerated() where !column.isHidden {
                put(column.form.words.map(\.lemma)) { .column(ColumnID(number, columnIndex), $0) }
                put(column.form.words.filter { $0.weight >= 0.5 }.map(\.lemma)) { .column(ColumnID(number, columnIndex), $0) }
            }
        }
        for (words, target) in index.phrases.all {
            switch target {
            case .table(let table): put(words) { .table(table, $0) }
            case .column(let column), .filter(let column): put(words) { .column(column, $0) }
            }
        }
        return out
    }

    private func known(_ letters: [Character], _ at: Int) -> (Piece, Int)? {
        for width in stride(from: min(longest, letters.count - at), through: 1, by: -1) {
            let text = QuestionText.normalized(String(letters[at..<at + width]))
            guard text.count == width else { continue }
            if let name = names[text] { return (name, width) }
            if width > 1 || Self.isAsian(letters[at]), let value = index.values.whole[text]?.first, cues[text] == nil {
                return (.value(value.text), width)
            }
            if let cue = cues[text] { return (.cue(cue), width) }
            guard width > 1 || !letters[at].isASCII else { continue }
            // A word in another script is not split.
            if letters[at..<at + width].allSatisfy({ $0.isASCII && $0.isLetter }),
                at + width == letters.count || !letters[at + width].isASCII
                    || !letters[at + width].isLetter
            {
                return (.word(text), width)
            }
        }
        return letters[at] == "、" ? (.cue(.and), 1) : nil
    }

    private func quoted(_ letters: [Character], _ at: Int) -> (Piece, Int)? {
        let pairs: [Character: Character] = ["「": "」", "『": "』", "“": "”", "\"": "\"", "'": "'", "‘": "’", "《": "》"]
        guard let close = pairs[letters[at]], let end = letters[(at + 1)...].firstIndex(of: close), end > at + 1, end - at < 80 else { return nil }
        return (.value(String(letters[(at + 1)..<end])), end - at + 1)
    }

    private static let digits: [Character: String] = [
        "一": "1", "二": "2", "两": "2", "兩": "2", "三": "3", "四": "4", "五": "5", "六": "6", "七": "7", "八": "8", "九": "9", "十": "10",
    ]
    private static let counters: Set<Character> = ["个", "個", "名", "位", "件", "条", "條", "人", "家", "つ", "月"]

    /// A number, or the date that begins with it.
    private func number(_ letters: [Character], _ at: Int) -> (Piece, Int)? {
        var end = at
        while end < letters.count, letters[end].isASCII, letters[end].isNumber || letters[end] == "." && end > at || letters[end] == "-" && end > at {
            end += 1
        }
        guard end > at else {
            if let digit = Self.digits[letters[at]], at + 1 < letters.count,
                Self.counters.contains(letters[at + 1]) || at > 0 && letters[at - 1] == "前"
            {
                return (.number(digit), 1)
            }
            return nil
        }
        let text = String(letters[at..<end])
        if text.contains("-") { return (.date(text), end - at) }
        guard end < letters.count else { return (.number(text), end - at) }
        switch letters[end] {
        case "年", "년": return date(text, letters, at, end)
        case "万", "萬", "만": return Double(text).map { (.number(QueryBuilder.digits($0 * 10_000)), end - at + 1) }
        case "千", "천": return Double(text).map { (.number(QueryBuilder.digits($0 * 1_000)), end - at + 1) }
        default: return (.number(text), end - at)
        }
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]

    private func date(_ year: String, _ letters: [Character], _ at: Int, _ end: Int) -> (Piece, Int) {
        var next = end + 1
        while next < letters.count, letters[next].isASCII, letters[next].isNumber { next += 1 }
        guard next > end + 1, next < letters.count, letters[next] == "月" || letters[next] == "월",
            let month = Int(String(letters[(end + 1)..<next])), (1...12).contains(month)
        else { return (.date(year), end - at + 1) }
        return (.date("\(Self.months[month - 1]) \(year)"), next - at + 1)
    }
}
