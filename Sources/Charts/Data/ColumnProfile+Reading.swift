extension ColumnProfile {
    init(_ column: ChartColumn, _ cells: [ChartCell]) {
        let words = ColumnWords(column.name)
        let numbers = cells.compactMap(\.number)
        role = Self.role(column, cells, numbers, words)
        distinctCount = Set(cells).count
        rowCount = cells.count
        hasNull = cells.contains(.null)
        range = numbers.min().flatMap { low in numbers.max().map { low...$0 } }
        isIntegral = numbers.allSatisfy { $0.rounded() == $0 }
        fractionDigits = Self.fractionDigits(numbers)
        longestText = cells.reduce(0) { if case .text(let text) = $1 { max($0, text.count) } else { $0 } }
        self.words = words
    }

    private static func role(_ column: ChartColumn, _ cells: [ChartCell], _ numbers: [Double], _ words: ColumnWords) -> Role {
        switch column.kind {
        case .number:
            let isWhole = numbers.allSatisfy { $0.rounded() == $0 }
            if isWhole, words.isYear, !numbers.isEmpty, numbers.allSatisfy({ (1_900...2_100).contains($0) }) { return .time(.year) }
            if isWhole, words.isIdentifier || (words.isCalendarPart && numbers.allSatisfy { (0...366).contains($0) }) { return .category }
            return .measure
        case .boolean: return .category
        case .date, .time: return unit(of: cells).map { .time($0) } ?? .category
        case .text: return words.isIdentifier ? .category : unit(of: cells).map { .time($0) } ?? .category
        }
    }

    private static func fractionDigits(_ numbers: [Double]) -> Int? {
        guard numbers.allSatisfy({ $0 == 0 || $0.magnitude >= 0.1 }) else { return nil }
        return numbers.reduce(0) { digits, number in
            digits == 2 || number == number.rounded() ? digits : (number * 10).rounded() / 10 == number ? max(digits, 1) : 2
        }
    }

    /// The most exact unit of points in time; nil when a value that is not null is none, or there are none.
    private static func unit(of cells: [ChartCell]) -> CalendarUnit? {
        var unit: CalendarUnit?
        for cell in cells where cell != .null {
            guard let point = CalendarPoint(cell: cell) else { return nil }
            unit = min(unit ?? point.unit, point.unit)
        }
        return unit
    }
}
