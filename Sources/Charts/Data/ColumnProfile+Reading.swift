import Notation

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
        case .number: return role(ofNumbers: numbers, words)
        case .boolean: return .category
        case .text where isNumeric(cells): return role(ofNumbers: numbers, words)
        case .text where words.isIdentifier: return .category
        case .date, .time, .text: return unit(of: cells, isYear: words.isYear).map { .time($0) } ?? .category
        }
    }

    private static func role(ofNumbers numbers: [Double], _ words: ColumnWords) -> Role {
        guard numbers.allSatisfy({ $0.rounded() == $0 }) else { return .measure }
        if words.isYear, !numbers.isEmpty, numbers.allSatisfy(isYear) { return .time(.year) }
        let isPart = words.isCalendarPart && numbers.allSatisfy { (0...366).contains($0) }
        return words.isIdentifier || isPart ? .category : .measure
    }

    /// SQLite knows no type of a computed column, so its numbers may stand in one of text.
    private static func isNumeric(_ cells: [ChartCell]) -> Bool {
        var isFound = false
        for cell in cells where cell != .null {
            guard cell.number != nil else { return false }
            isFound = true
        }
        return isFound
    }

    private static func isYear(_ number: Double) -> Bool { (1_900...2_100).contains(number) }

    private static func fractionDigits(_ numbers: [Double]) -> Int? {
        guard numbers.allSatisfy({ $0 == 0 || $0.magnitude >= 0.1 }) else { return nil }
        return numbers.reduce(0) { digits, number in
            digits == 2 || number == number.rounded() ? digits : (number * 10).rounded() / 10 == number ? max(digits, 1) : 2
        }
    }

    /// The unit of points in time; nil when a value that is not null is none, or there are none.
    private static func unit(of cells: [ChartCell], isYear: Bool) -> CalendarUnit? {
        var points: [CalendarPoint] = []
        for cell in cells where cell != .null {
            guard case .text(let text) = cell, let point = CalendarPoint(text) else { return nil }
            points.append(point)
        }
        guard let finest = points.map(\.unit).min() else { return nil }
        // Four digits alone are a code, unless the name or all values say that they are years.
        if finest == .year { return isYear || points.allSatisfy { Self.isYear(Double($0.day.year)) } ? .year : nil }
        return coarsened(finest, points)
    }

    /// Points that are all starts of days, months or years are those, however they are written; one alone says nothing.
    private static func coarsened(_ unit: CalendarUnit, _ points: [CalendarPoint]) -> CalendarUnit {
        guard unit <= .day, points.allSatisfy({ $0.secondOfDay == 0 }), Set(points).count > 1 else { return unit }
        guard points.allSatisfy({ $0.day.day == 1 }) else { return .day }
        return points.allSatisfy { $0.day.month == 1 } ? .year : .month
    }
}
