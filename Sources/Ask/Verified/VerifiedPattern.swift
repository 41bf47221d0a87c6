/// The words of a verified query with its slots. It matches questions.
struct VerifiedPattern: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case word(String)
        case slot(String)
    }

    /// The reason why a pattern is invalid.
    struct Failure: Error {
        let reason: String
    }

    /// Most words and slots.
    static let maximumParts = 40
    static let maximumSlots = 6
    /// Words that a question may omit.
    private static let optional: Set<String> = ["the", "a", "an", "please"]

    let parts: [Part]

    /// - Parameter text: for example `revenue of {store} in {year}`.
    /// - Throws: ``Failure``.
    init(_ text: String) throws {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            parts += Self.words(rest[..<open])
            guard let close = rest[open...].firstIndex(of: "}") else { throw Failure(reason: "a slot ends with }") }
            let name = String(rest[rest.index(after: open)..<close])
            guard (1...30).contains(name.count), name.utf8.allSatisfy({ $0.isLowercaseLetter || $0 == 0x5F }) else {
                throw Failure(reason: "a slot is a word of lowercase letters and _ in braces, not '{\(name.prefix(40))}'")
            }
            if case .slot? = parts.last { throw Failure(reason: "between two slots a word is needed") }
            guard !parts.contains(.slot(name)) else { throw Failure(reason: "the slot '{\(name)}' occurs twice") }
            parts.append(.slot(name))
            rest = rest[rest.index(after: close)...]
        }
        parts += Self.words(rest)
        guard parts.count <= Self.maximumParts, parts.count(where: { if case .slot = $0 { true } else { false } }) <= Self.maximumSlots else {
            throw Failure(reason: "at most \(Self.maximumParts) words and \(Self.maximumSlots) slots")
        }
        guard parts.contains(where: { if case .word = $0 { true } else { false } }) else { throw Failure(reason: "a pattern has words") }
        self.parts = parts
    }

    var slots: [String] { parts.compactMap { part -> String? in if case .slot(let name) = part { name } else { nil } } }
    /// Number of fixed words.
    var words: Int { parts.count - slots.count }

    private static func words(_ text: Substring) -> [Part] { tokens(String(text)).map { .word($0.lemma) } }

    /// The tokens without punctuation and optional words.
    static func tokens(_ text: String) -> [WordToken] { QuestionText(text).tokens.filter { $0.kind != .mark && !optional.contains($0.lower) } }

    /// The values of the slots in a question.
    struct Match {
        /// Values by the placeholders in the SQL.
        var values: [String: Constant] = [:]
        /// The tokens of each slot.
        var ranges: [String: Range<Int>] = [:]
    }

    /// - Returns: nil if the question does not match.
    func match(_ tokens: [WordToken], _ slots: [String: VerifiedSlot], in index: SourceIndex, today: CalendarDay) -> Match? {
        match(parts[...], tokens[...], VerifiedSlotReader(tokens: tokens, slots: slots, index: index, today: today))
    }

    private func match(_ parts: ArraySlice<Part>, _ tokens: ArraySlice<WordToken>, _ reader: VerifiedSlotReader) -> Match? {
        guard let part = parts.first else { return tokens.isEmpty ? Match() : nil }
        switch part {
        case .word(let word):
            guard let token = tokens.first, token.kind != .quoted, token.lemma == word else { return nil }
            return match(parts.dropFirst(), tokens.dropFirst(), reader)
        case .slot(let name):
            for found in reader.values(of: name, at: tokens.startIndex) {
                guard var match = match(parts.dropFirst(), tokens.dropFirst(found.count), reader) else { continue }
                match.values.merge(found.values) { first, _ in first }
                match.ranges[name] = tokens.startIndex..<tokens.startIndex + found.count
                return match
            }
            return nil
        }
    }
}

/// Finds the values that a slot can take at a position of a question, longest first.
struct VerifiedSlotReader {
    let tokens: [WordToken]
    let slots: [String: VerifiedSlot]
    let index: SourceIndex
    let today: CalendarDay

    func values(of name: String, at start: Int) -> [(count: Int, values: [String: Constant])] {
        guard tokens.indices.contains(start), let slot = slots[name] else { return [] }
        let token = tokens[start]
        switch slot {
        case .number:
            guard let number = token.number else { return [] }
            return [(1, [name: .number(number)])]
        case .year:
            guard token.kind == .number, token.text.count == 4, let year = token.number else { return [] }
            return [(1, [name: .number(year)])]
        case .text: return token.kind == .quoted ? [(1, [name: .text(token.text)])] : []
        case .date, .period:
            guard let found = span(at: start), let first = found.span.start else { return [] }
            guard slot == .period else {
                return found.span.end == first.adding(days: 1) ? [(found.count, [name: .text(first.text)])] : []
            }
            guard let end = found.span.end else { return [] }
            return [(found.count, ["\(name).start": .text(first.text), "\(name).end": .text(end.text)])]
        case .value(let table, let column): return stored(name, table, column, at: start)
        }
    }

    /// A phrase that names days, or a year.
    private func span(at start: Int) -> (span: DateSpan, count: Int)? {
        if let found = DatePhrases(today: today, tokens: tokens).span(at: start) { return found }
        guard tokens[start].kind == .number, tokens[start].text.count == 4, let year = Int(tokens[start].text), (1000...2999).contains(year) else {
            return nil
        }
        return (DateSpan(start: CalendarDay(year, 1, 1), end: CalendarDay(year + 1, 1, 1), label: "\(year)"), 1)
    }

    private func stored(_ name: String, _ table: String, _ column: String, at start: Int) -> [(count: Int, values: [String: Constant])] {
        guard let number = index.tables.firstIndex(where: { $0.id == table }),
            let columnIndex = index.tables[number].columns.firstIndex(where: { $0.name == column })
        else { return [] }
        let id = ColumnID(number, columnIndex)
        var out: [(count: Int, values: [String: Constant])] = []
        var key = ""
        for end in start..<min(tokens.count, start + index.values.longest) {
            key += key.isEmpty ? tokens[end].lower : " " + tokens[end].lower
            if let entry = index.values.whole[key]?.first(where: { $0.column == id }) { out.append((end - start + 1, [name: .text(entry.text)])) }
        }
        return out.reversed()
    }
}

extension UInt8 {
    fileprivate var isLowercaseLetter: Bool { (0x61...0x7A).contains(self) }
}
