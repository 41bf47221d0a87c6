/// Parses phrases that name days: "last month", "Q3 2025", "year to date", "March 2015".
struct DatePhrases {
    let today: CalendarDay
    let tokens: [WordToken]

    private static let months = [
        "january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9, "october": 10,
        "november": 11,
        "december": 12, "jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12,
    ]

    /// The period that starts at a token, with its number of tokens.
    func span(at index: Int) -> (span: DateSpan, count: Int)? {
        range(at: index) ?? lastPart(at: index) ?? relative(at: index) ?? edge(at: index) ?? point(at: index)
    }

    private func point(at index: Int) -> (span: DateSpan, count: Int)? {
        guard tokens.indices.contains(index) else { return nil }
        return decade(at: index) ?? quarter(at: index) ?? part(at: index) ?? dayBeforeMonth(at: index) ?? month(at: index) ?? written(at: index)
            ?? monthAlone(at: index)
    }

    /// "from April to June 2025", "between 1 March 2025 and 15 March 2025". "grew from May 2025 to June 2025" has two periods instead.
    private func range(at index: Int) -> (span: DateSpan, count: Int)? {
        guard ["from", "between"].contains(word(index)) else { return nil }
        for width in 1...4 {
            let link = index + 1 + width
            guard ["to", "until", "till", "through", "and"].contains(word(link)), let last = point(at: link + 1), let end = last.span.end,
                let first = point(at: index + 1) ?? dayBeforeMonth(at: index + 1, year: last.span.start?.year)
                    ?? monthAlone(at: index + 1, year: last.span.start?.year), first.count == width,
                let start = first.span.start
            else { continue }
            let isAlone = width == 1 && Self.months[word(index + 1)] != nil
            let begin = isAlone ? last.span.start.map { CalendarDay($0.year, start.month, 1) } ?? start : start
            guard begin < end, !tokens.contains(where: { Self.growing.contains($0.lower) }) else { return nil }
            return (days(begin, end, "\(begin.text) to \(end.adding(days: -1).text)"), width + 2 + last.count)
        }
        return nil
    }

    private static let growing: Set<String> = [
        "grow", "grew", "grown", "growth", "increase", "increased", "change", "changed", "compare", "compared",
    ]

    /// "in February": the latest one that has begun.
    private func monthAlone(at index: Int, year: Int? = nil) -> (span: DateSpan, count: Int)? {
        guard let number = Self.months[word(index)], tokens[index].isCapital || word(index).count > 2 && isUnderPreposition(index),
            year != nil || isUnderPreposition(index) || ["for", "before", "after"].contains(word(index - 1))
        else { return nil }
        let start = CalendarDay(year ?? sharedYear(at: index) ?? (number <= today.month ? today.year : today.year - 1), number, 1)
        return (days(start, start.firstOfMonth(adding: 1), String(start.text.dropLast(3))), 1)
    }

    /// "in 2024 but not in Q3", "in May or June 2024": the only year of the question. "May and May 2025" has two.
    private func sharedYear(at index: Int) -> Int? {
        guard !tokens.contains(where: { Self.openEnds.contains($0.lower) }), tokens.count(where: { $0.lower == word(index) }) == 1 else { return nil }
        let years = Set(
            tokens.indices.compactMap { index in
                let before = word(index - 1)
                return ["in", "of", "during", "for"].contains(before) || Self.months[before] != nil || quarterNumber(index - 1) != nil
                    ? year(index) : nil
            })
        return years.count == 1 ? years.first : nil
    }

    private static let openEnds: Set<String> = ["since", "before", "after", "until"]

    /// "in may", "since march": after such a word, the token is not a verb.
    private func isUnderPreposition(_ index: Int) -> Bool {
        ["in", "since", "during", "until", "from"].contains(word(index - 1)) || Self.separators.contains(word(index - 1)) && isMonth(index - 2)
            || Self.separators.contains(word(index + 1)) && isMonth(index + 2)
    }

    /// Words between two months that are compared: "june vs may".
    private static let separators: Set<String> = ["vs", "versus", "to", "against", "over", "with"]

    private func isMonth(_ index: Int) -> Bool { Self.months[word(index)] != nil }

    private func word(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].lower : "" }

    private func year(_ index: Int) -> Int? {
        guard tokens.indices.contains(index), tokens[index].kind == .number, tokens[index].text.count == 4, let value = Int(tokens[index].text),
            (1000...2999).contains(value)
        else { return nil }
        return value
    }

    private func relative(at index: Int) -> (span: DateSpan, count: Int)? {
        let first = word(index)
        let second = word(index + 1)
        if second == "before", word(index + 2) == "last", let span = period(first, back: 2) {
            return (days(span.start, span.end, "\(first) before last"), 3)
        }
        switch (first, second) {
        case ("today", _): return (days(today, today.adding(days: 1), "today"), 1)
        case ("yesterday", _): return (days(today.adding(days: -1), today, "yesterday"), 1)
        case ("year", "to") where word(index + 2) == "date": return (days(CalendarDay(today.year, 1, 1), today.adding(days: 1), "year to date"), 3)
        case ("month", "to") where word(index + 2) == "date": return (days(today.firstOfMonth(), today.adding(days: 1), "month to date"), 3)
        case ("ytd", _): return (days(CalendarDay(today.year, 1, 1), today.adding(days: 1), "year to date"), 1)
        case ("last", _), ("past", _), ("previous", _), ("this", _), ("current", _): break
        default: return nil
        }
        let isThis = first == "this" || first == "current"
        if let count = tokens.indices.contains(index + 1) ? tokens[index + 1].number : nil, !isThis, count >= 1, count < 10_000,
            count == count.rounded(),
            let start = back(Int(count), word(index + 2))
        {
            return (days(start, today.adding(days: 1), "last \(Int(count)) \(word(index + 2))"), 3)
        }
        guard let span = period(second, back: isThis ? 0 : 1) else { return nil }
        return (days(span.start, span.end, "\(first) \(second)"), 2)
    }

    private func back(_ count: Int, _ unit: String) -> CalendarDay? {
        switch unit {
        case "day", "days": today.adding(days: 1 - count)
        case "week", "weeks": today.adding(days: 1 - 7 * count)
        case "month", "months": sameDay(months: -count).adding(days: 1)
        case "quarter", "quarters": sameDay(months: -3 * count).adding(days: 1)
        case "year", "years": sameDay(months: -12 * count).adding(days: 1)
        default: nil
        }
    }

    private func sameDay(months: Int) -> CalendarDay {
        let first = today.firstOfMonth(adding: months)
        let last = first.firstOfMonth(adding: 1).adding(days: -1)
        return CalendarDay(first.year, first.month, min(today.day, last.day))
    }

    private func period(_ unit: String, back count: Int) -> (start: CalendarDay, end: CalendarDay)? {
        switch unit {
        case "week":
            let monday = today.adding(days: -today.weekday - 7 * count)
            return (monday, monday.adding(days: 7))
        case "month": return (today.firstOfMonth(adding: -count), today.firstOfMonth(adding: 1 - count))
        case "quarter":
            let first = CalendarDay(today.year, (today.month - 1) / 3 * 3 + 1, 1)
            return (first.firstOfMonth(adding: -3 * count), first.firstOfMonth(adding: 3 - 3 * count))
        case "year": return (CalendarDay(today.year - count, 1, 1), CalendarDay(today.year - count + 1, 1, 1))
        default: return nil
        }
    }

    /// "the 1980s"
    private func decade(at index: Int) -> (span: DateSpan, count: Int)? {
        let text = word(index)
        guard text.count == 5, text.hasSuffix("0s"), let start = Int(text.dropLast()), (1000...2990).contains(start) else { return nil }
        return (days(CalendarDay(start, 1, 1), CalendarDay(start + 10, 1, 1), "the \(text)"), 1)
    }

    private func quarter(at index: Int) -> (span: DateSpan, count: Int)? {
        guard let number = quarterNumber(index) else { return nil }
        let named = year(index + 1) ?? (word(index + 1) == "of" ? year(index + 2) : nil)
        let start = CalendarDay(named ?? sharedYear(at: index) ?? today.year, number * 3 - 2, 1)
        return (days(start, start.firstOfMonth(adding: 3), "Q\(number) \(start.year)"), named == nil ? 1 : year(index + 1) == nil ? 3 : 2)
    }

    /// "Q3"
    private func quarterNumber(_ index: Int) -> Int? {
        let text = word(index)
        guard text.count == 2, text.first == "q", let number = Int(text.dropFirst()), (1...4).contains(number) else { return nil }
        return number
    }

    private func month(at index: Int) -> (span: DateSpan, count: Int)? {
        guard let number = Self.months[word(index)], tokens[index].isCapital || year(index + 1) != nil else { return nil }
        if let day = dayOfMonth(index + 1), let year = year(index + 2) ?? (word(index + 2) == "," ? year(index + 3) : nil) {
            let start = CalendarDay(year, number, day)
            return (days(start, start.adding(days: 1), start.text), word(index + 2) == "," ? 4 : 3)
        }
        guard let year = year(index + 1) ?? (word(index + 1) == "of" ? year(index + 2) : nil) else { return nil }
        let start = CalendarDay(year, number, 1)
        return (days(start, start.firstOfMonth(adding: 1), String(start.text.dropLast(3))), word(index + 1) == "of" ? 3 : 2)
    }

    /// "first quarter of 2026", "second half of 2025".
    private func part(at index: Int) -> (span: DateSpan, count: Int)? {
        guard let number = ["first": 1, "second": 2, "third": 3, "fourth": 4][word(index)], let months = ["quarter": 3, "half": 6][word(index + 1)],
            number * months <= 12
        else { return nil }
        let hasOf = word(index + 2) == "of"
        guard let year = year(index + (hasOf ? 3 : 2)) else { return nil }
        let start = CalendarDay(year, (number - 1) * months + 1, 1)
        return (days(start, start.firstOfMonth(adding: months), "\(word(index)) \(word(index + 1)) of \(year)"), hasOf ? 4 : 3)
    }

    /// "last quarter of 2024", "last month of 2025": the end of that year.
    private func lastPart(at index: Int) -> (span: DateSpan, count: Int)? {
        guard word(index) == "last", ["of", "in"].contains(word(index + 2)), let year = year(index + 3) else { return nil }
        let end = CalendarDay(year + 1, 1, 1)
        let start: CalendarDay
        switch word(index + 1) {
        case "day": start = end.adding(days: -1)
        case "week": start = end.adding(days: -7)
        case "month": start = CalendarDay(year, 12, 1)
        case "quarter": start = CalendarDay(year, 10, 1)
        case "half": start = CalendarDay(year, 7, 1)
        default: return nil
        }
        return (days(start, end, "last \(word(index + 1)) of \(year)"), 4)
    }

    /// "since the end of 2024", "before the start of March 2025": the boundary between two days, which makes sense only in a comparison.
    private func edge(at index: Int) -> (span: DateSpan, count: Int)? {
        let isEnd = word(index) == "end"
        guard isEnd || ["start", "beginning"].contains(word(index)), word(index + 1) == "of",
            let before = tokens[..<index].last(where: { $0.lower != "the" }), ["since", "after", "before", "until", "by"].contains(before.lower)
        else { return nil }
        let whole: (span: DateSpan, count: Int)?
        if let year = year(index + 2) {
            whole = (days(CalendarDay(year, 1, 1), CalendarDay(year + 1, 1, 1), "\(year)"), 1)
        } else {
            whole = relative(at: index + 2) ?? point(at: index + 2)
        }
        guard let whole, let moment = isEnd ? whole.span.end : whole.span.start else { return nil }
        return (days(moment, moment, "the \(word(index)) of \(whole.span.label)"), whole.count + 2)
    }

    /// "24 December 2025", or "1 May" if the year is known.
    private func dayBeforeMonth(at index: Int, year known: Int? = nil) -> (span: DateSpan, count: Int)? {
        guard let day = dayOfMonth(index), let month = Self.months[word(index + 1)], let year = year(index + 2) ?? known else { return nil }
        let start = CalendarDay(year, month, day)
        guard CalendarDay(ordinal: start.ordinal) == start else { return nil }
        return (days(start, start.adding(days: 1), start.text), self.year(index + 2) == nil ? 2 : 3)
    }

    private func dayOfMonth(_ index: Int) -> Int? {
        guard tokens.indices.contains(index), let value = tokens[index].number, (1...31).contains(value), value == value.rounded() else { return nil }
        return Int(value)
    }

    private func written(at index: Int) -> (span: DateSpan, count: Int)? {
        guard tokens[index].kind == .number, let day = CalendarDay(tokens[index].text) else { return nil }
        return (days(day, day.adding(days: 1), day.text), 1)
    }

    private func days(_ start: CalendarDay?, _ end: CalendarDay?, _ label: String) -> DateSpan { DateSpan(start: start, end: end, label: label) }
}
