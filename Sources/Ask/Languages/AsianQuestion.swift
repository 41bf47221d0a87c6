/// Translates a Chinese, Japanese or Korean question into English words for the parser. Names and values stay unchanged.
///
/// In all three languages modifiers precede the words that they modify, so the parts are recognized by kind and put in English order. An
/// unknown piece stays a separate word, so that the question is not answered wrongly.
struct AsianQuestion {
    private typealias Piece = AsianPieces.Piece

    private let index: SourceIndex
    private var pieces: [Piece] = []
    private var counts = false
    private var aggregate: String?
    private var aggregated: String?
    private var groups: [String] = []
    private var conditions: [String] = []
    private var endings: [String] = []
    private var order: (column: String, isDescending: Bool)?
    private var superlative: (words: String, key: String?)?
    private var limit: String?
    private var isDifferent = false
    private var unknown: [String] = []

    /// - Returns: nil for a question in another language.
    static func english(_ text: String, in index: SourceIndex) -> String? {
        guard let language = AsianLanguage(of: text) else { return nil }
        var question = AsianQuestion(index: index, pieces: AsianPieces(index, language).pieces(of: text))
        return question.read()
    }

    private init(index: SourceIndex, pieces: [Piece]) {
        self.index = index
        self.pieces = pieces.filter { $0 != .cue(.filler) }
    }

    private mutating func read() -> String {
        takeLimits()
        takeComparisons()
        takeOrders()
        takeGroups()
        takeSuperlatives()
        takeAggregates()
        takeAbsence()
        takeValues()
        return said(heads())
    }

    private static func name(_ piece: Piece) -> String? {
        switch piece {
        case .table(_, let words), .column(_, let words): words
        case .cue(.name): "name"
        default: nil
        }
    }

    private func isTable(_ position: Int) -> Bool {
        guard pieces.indices.contains(position), case .table = pieces[position] else { return false }
        return true
    }

    private func isNumeric(_ piece: Piece) -> Bool {
        guard case .column(let column, _) = piece else { return false }
        return index[column].profile.kind == .number && !index[column].isPrimaryKey && !index[column].isForeignKey
    }

    // MARK: Parts

    /// Takes limits: "top 3", "the 5 with the highest".
    private mutating func takeLimits() {
        if let position = pieces.firstIndex(of: .cue(.top)), position + 1 < pieces.count, case .number(let number) = pieces[position + 1] {
            limit = number
            pieces.removeSubrange(position...position + 1)
            if position > 0, case .column(_, let key) = pieces[position - 1] {
                superlative = ("highest", key)
                pieces.remove(at: position - 1)
            }
            return
        }
        for position in pieces.indices.dropLast() {
            guard case .number(let number) = pieces[position], isTable(position + 1), position > 0 else { continue }
            switch pieces[position - 1] {
            case .cue(.highest), .cue(.lowest), .cue(.adjective):
                limit = number
                pieces.remove(at: position)
                return
            default: continue
            }
        }
    }

    /// Takes comparisons: a column, a number and a comparison, the last two in any order.
    private mutating func takeComparisons() {
        var position = 0
        while position < pieces.count {
            let (text, isDate): (String, Bool)
            switch pieces[position] {
            case .number(let number): (text, isDate) = (number, false)
            case .date(let date): (text, isDate) = (date, true)
            default:
                position += 1
                continue
            }
            var sign: String?
            var first = position
            var last = position
            if position + 1 < pieces.count, case .cue(.comparison(let words)) = pieces[position + 1] { (sign, last) = (words, position + 1) }
            if sign == nil, position > 0, case .cue(.comparison(let words)) = pieces[position - 1] { (sign, first) = (words, position - 1) }
            if isDate, sign == nil {
                conditions.append("in \(text)")
            } else if isDate, let sign {
                let words = ["more than": "after", "less than": "before", "at least": "since", "at most": "until"][sign] ?? "in"
                conditions.append("\(words) \(text)")
            } else {
                var column = first - 1
                if column >= 0, pieces[column] == .cue(.be) { column -= 1 }
                guard column >= 0, case .column(_, let words) = pieces[column] else {
                    position += 1
                    continue
                }
                first = column
                conditions.append("whose \(words) is \(sign ?? "") \(text)")
            }
            pieces.removeSubrange(first...last)
            position = first
        }
    }

    private mutating func takeOrders() {
        let isDescending = pieces.contains(.cue(.descending))
        guard let position = pieces.firstIndex(where: { [.cue(.sort), .cue(.ascending), .cue(.descending)].contains($0) }) else { return }
        let names = pieces[..<position].indices.filter { Self.name(pieces[$0]) != nil }
        guard let last = names.last, let column = Self.name(pieces[last]) else { return }
        order = (column, isDescending)
        var first = last
        if first > 0, pieces[first - 1] == .cue(.by) { first -= 1 }
        pieces.removeSubrange(first...position)
        pieces.removeAll { [.cue(.sort), .cue(.ascending), .cue(.descending)].contains($0) }
    }

    private mutating func takeGroups() {
        var position = 0
        while position < pieces.count {
            switch pieces[position] {
            case .cue(.period(let unit)):
                groups.append("per \(unit)")
                pieces.remove(at: position)
            case .cue(.each), .cue(.by):
                guard position + 1 < pieces.count, let name = Self.name(pieces[position + 1]) else {
                    position += 1
                    continue
                }
                groups.append("for each \(name)")
                pieces.removeSubrange(position...position + 1)
            case .cue(.eachAfter):
                guard position > 0, let name = Self.name(pieces[position - 1]) else {
                    position += 1
                    continue
                }
                groups.append("for each \(name)")
                pieces.removeSubrange(position - 1...position)
                position -= 1
            default: position += 1
            }
        }
    }

    private mutating func takeSuperlatives() {
        guard superlative == nil else { return }
        for position in pieces.indices {
            switch pieces[position] {
            case .cue(.adjective(let words)):
                superlative = priced(words) ?? (words, nil)
                pieces.remove(at: position)
                return
            case .cue(.highest), .cue(.lowest):
                let isHighest = pieces[position] == .cue(.highest)
                if position > 0, let key = Self.name(pieces[position - 1]), position + 1 < pieces.count {
                    let counts = isTable(position - 1)
                    superlative = (counts ? isHighest ? "most" : "fewest" : isHighest ? "highest" : "lowest", key)
                    pieces.removeSubrange(position - 1...position)
                } else if position + 1 < pieces.count, isNumeric(pieces[position + 1]) {
                    (aggregate, aggregated) = (isHighest ? "maximum" : "minimum", Self.name(pieces[position + 1]))
                    pieces.removeSubrange(position...position + 1)
                } else if position > 0, isNumeric(pieces[position - 1]) {
                    (aggregate, aggregated) = (isHighest ? "maximum" : "minimum", Self.name(pieces[position - 1]))
                    pieces.removeSubrange(position - 1...position)
                }
                return
            default: continue
            }
        }
    }

    private static let prices: Set<String> = ["价格", "價格", "单价", "單價", "售价", "售價", "価格", "値段", "単価", "가격", "단가"]

    /// "most expensive", with the price column as its key.
    private func priced(_ words: String) -> (words: String, key: String?)? {
        guard ["most expensive", "cheapest"].contains(words) else { return nil }
        let name = index.tables.lazy.flatMap(\.columns).compactMap { $0.form.words.first { Self.prices.contains($0.lemma) }?.lemma }.first
        return name.map { (words == "cheapest" ? "lowest" : "highest", $0) }
    }

    private mutating func takeAggregates() {
        for position in pieces.indices {
            let word: String
            switch pieces[position] {
            case .cue(.average): word = "average"
            case .cue(.sum): word = "total"
            case .cue(.count):
                counts = true
                pieces.remove(at: position)
                return takeAggregates()
            case .cue(.different):
                isDifferent = true
                pieces.remove(at: position)
                return takeAggregates()
            default: continue
            }
            let beside = [position + 1, position - 1].first { pieces.indices.contains($0) && isNumeric(pieces[$0]) }
            guard let beside, aggregate == nil else { continue }
            (aggregate, aggregated) = (word, Self.name(pieces[beside]))
            pieces.removeSubrange(min(position, beside)...max(position, beside))
            return takeAggregates()
        }
    }

    /// "customers without orders": the name stands after or before the word.
    private mutating func takeAbsence() {
        guard let position = pieces.firstIndex(of: .cue(.without)) else { return }
        let beside = [position + 1, position - 1].filter { pieces.indices.contains($0) && Self.name(pieces[$0]) != nil }
        // With names on both sides, the later one is requested.
        let isLastAsked = pieces[position...].dropFirst().contains { Self.name($0) != nil } && position > 0 && Self.name(pieces[position - 1]) != nil
        guard let own = isLastAsked ? position - 1 : beside.first, let name = Self.name(pieces[own]) else { return }
        endings.append("without \(name)")
        pieces.removeSubrange(min(position, own)...max(position, own))
    }

    /// Takes values, each with the column named before it.
    private mutating func takeValues() {
        let isNegated = pieces.contains(.cue(.not))
        pieces.removeAll { $0 == .cue(.not) }
        var position = 0
        while position < pieces.count {
            guard case .value(let value) = pieces[position] else {
                position += 1
                continue
            }
            var first = position
            if first > 0, pieces[first - 1] == .cue(.be) { first -= 1 }
            var words = ""
            if first > 0, case .column(_, let column) = pieces[first - 1] {
                first -= 1
                words = column
            }
            let isAlternative = position + 2 < pieces.count && [.cue(.or), .cue(.and)].contains(pieces[position + 1])
            var values = "'\(value)'"
            var last = position
            if isAlternative, case .value(let other) = pieces[position + 2] {
                values += " or '\(other)'"
                last = position + 2
            }
            conditions.append(
                words.isEmpty ? (isNegated ? "not from \(values)" : "from \(values)") : "whose \(words) is \(isNegated ? "not " : "")\(values)")
            pieces.removeSubrange(first...last)
            position = first
        }
    }

    // MARK: English

    /// The requested items. The last table names the rows; columns before and after it are its own.
    private mutating func heads() -> (columns: [String], table: String?) {
        var columns: [String] = []
        var table: String?
        for piece in pieces {
            switch piece {
            case .table(_, let words):
                if let before = table, !counts, aggregate == nil { columns.append(before) }
                table = words
            case .column(_, let words): columns.append(words)
            case .cue(.name): columns.append("name")
            case .cue(.time(let words)): endings.append(words)
            case .word(let word): unknown.append(word)
            case .number(let number), .date(let number): unknown.append(number)
            case .value(let value): unknown.append("'\(value)'")
            case .cue(.be), .cue(.and), .cue(.or), .cue(.by), .cue(.filler): continue
            case .cue: unknown.append("unclear")
            }
        }
        return (columns, table)
    }

    private func said(_ heads: (columns: [String], table: String?)) -> String {
        let columns = heads.columns.joined(separator: " and ")
        let rest = (groups + conditions + endings + unknown).joined(separator: " ")
        let sorting = order.map { "sorted by \($0.column) in \($0.isDescending ? "descending" : "ascending") order" } ?? ""
        if let aggregate, let aggregated {
            let owner = [heads.table].compactMap { $0 } + heads.columns
            return "\(aggregate) \(aggregated)\(owner.isEmpty ? "" : " of \(owner.joined(separator: " "))") \(rest) \(sorting)"
        }
        if counts {
            let counted = heads.table ?? heads.columns.last ?? ""
            return "how many \(isDifferent ? "different " : "")\(heads.columns.isEmpty || heads.table == nil ? counted : columns) \(rest) \(sorting)"
        }
        let table = heads.table ?? ""
        if let superlative {
            guard let key = superlative.key else { return "the \(limit.map { "\($0) " } ?? "")\(superlative.words) \(table) \(rest)" }
            let head = columns.isEmpty ? table : "\(columns) of \(table)"
            return "\(limit.map { "the \($0) " } ?? "")\(head) with the \(superlative.words) \(key) \(rest)"
        }
        let head = columns.isEmpty ? table : table.isEmpty ? columns : "\(columns) of \(table)"
        let top = limit.map { ", the first \($0)" } ?? ""
        if limit != nil, order == nil { return "list \(head) in an order that is not said" }
        return "list \(isDifferent ? "different " : "")\(head) \(rest) \(sorting)\(order == nil ? "" : top)"
    }
}
