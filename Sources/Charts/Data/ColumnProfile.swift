import Notation

/// The role of a column in a chart, found from its kind, name and values.
struct ColumnProfile: Sendable {
    enum Role: Hashable, Sendable {
        /// A number that is drawn as a length, a height or a color.
        case measure
        /// A name, a code, or a part of the calendar such as a month's number.
        case category
        /// Points in time, with their most exact unit.
        case time(CalendarUnit)
    }

    let role: Role
    /// Number of distinct values; all nulls count as one.
    let distinctCount: Int
    let rowCount: Int
    let hasNull: Bool
    /// The range of the numbers; nil when there are none.
    let range: ClosedRange<Double>?
    let isIntegral: Bool
    /// Digits after the point that show every value, at most two; nil if small values need more.
    let fractionDigits: Int?
    /// The length of the longest value, in characters.
    let longestText: Int
    let words: ColumnWords

    var isUnique: Bool { distinctCount == rowCount }
    var isTime: Bool { if case .time = role { true } else { false } }
    var isNegative: Bool { (range?.lowerBound ?? 0) < 0 }
    /// Whether it is a rate whose values are all shares of 1.
    var isPercent: Bool { words.isRate && range.map { $0.lowerBound >= -1 && $0.upperBound <= 1 } ?? false }
    /// Whether sums of it make sense: it is a count or an amount, not an average or a rate.
    var isAdditive: Bool { role == .measure && !words.isRate && !words.isAverage }
}

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

    /// Whether text cells are all numbers: SQLite has no type for a computed column, so its numbers may be text.
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

    /// The unit of points in time; nil when there are none, or a non-null value is not one.
    private static func unit(of cells: [ChartCell], isYear: Bool) -> CalendarUnit? {
        var points: [CalendarPoint] = []
        for cell in cells where cell != .null {
            guard case .text(let text) = cell, let point = CalendarPoint(text) else { return nil }
            points.append(point)
        }
        guard let finest = points.map(\.unit).min() else { return nil }
        // Four digits are a code, unless the name or all values indicate years.
        if finest == .year { return isYear || points.allSatisfy { Self.isYear(Double($0.day.year)) } ? .year : nil }
        return coarsened(finest, points)
    }

    /// The unit of points that are all starts of days, months or years, however they are written; a single point is not conclusive.
    private static func coarsened(_ unit: CalendarUnit, _ points: [CalendarPoint]) -> CalendarUnit {
        guard unit <= .day, points.allSatisfy({ $0.secondOfDay == 0 }), Set(points).count > 1 else { return unit }
        guard points.allSatisfy({ $0.day.day == 1 }) else { return .day }
        return points.allSatisfy { $0.day.month == 1 } ? .year : .month
    }
}

/// Words in column names that describe the values, in the languages of the charts.
struct ColumnWords: Sendable {
    /// A number that identifies something.
    let isIdentifier: Bool
    let isYear: Bool
    /// The number of a month, a quarter, a week, a day or an hour.
    let isCalendarPart: Bool
    let isRate: Bool
    let isAverage: Bool
    let isCumulative: Bool
    /// The value of the previous period.
    let isPrevious: Bool

    init(_ name: String) {
        let lower = name.lowercased()
        let words = Set(lower.split { !$0.isLetter && !$0.isNumber }.map(String.init))
        func has(_ exact: Set<String>, _ parts: [String]) -> Bool { !words.isDisjoint(with: exact) || parts.contains { lower.contains($0) } }
        let endsAsIdentifier = name.hasSuffix("Id") || name.hasSuffix("ID")
        isIdentifier =
            endsAsIdentifier || has(["id", "code", "zip", "postcode", "phone", "sku", "key"], ["编号", "編號", "编码", "代码", "번호", "코드"])
        isYear = has(["year", "yr"], ["年份", "年度", "연도", "년도"]) || lower == "年"
        isCalendarPart = has(
            ["month", "quarter", "week", "weekday", "day", "dow", "hour"], ["月份", "季度", "星期", "小时", "小時", "요일", "시간대", "분기"])
        isRate = has(
            ["rate", "ratio", "percent", "percentage", "pct", "share", "proportion", "margin"], ["率", "占比", "佔比", "百分比", "比例", "비율", "비중"])
        isAverage = has(["avg", "average", "mean", "median", "price", "min", "max"], ["平均", "均价", "单价", "單價", "中位", "평균", "단가"])
        isCumulative = has(["cumulative", "running"], ["累计", "累計", "累积", "누적"])
        isPrevious = has(["previous", "prior", "prev", "last", "before"], ["上期", "上月", "上年", "去年", "上个", "上個", "전월", "전년", "이전", "지난"])
    }
}
