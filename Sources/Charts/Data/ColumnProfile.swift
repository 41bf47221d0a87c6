/// The role of a column in a chart, found from its kind, name and values.
struct ColumnProfile: Sendable {
    enum Role: Hashable, Sendable {
        /// A number that is drawn as a length, a height or a colour.
        case measure
        /// A name, a code, or a part of the calendar such as a month's number.
        case category
        /// Points in time; the most exact unit of them.
        case time(CalendarUnit)
    }

    let role: Role
    /// Different values, nulls as one.
    let distinctCount: Int
    let rowCount: Int
    let hasNull: Bool
    /// Of the numbers; nil when there are none.
    let range: ClosedRange<Double>?
    let isIntegral: Bool
    /// Digits after the point that show every value, at most two; nil where small values need more.
    let fractionDigits: Int?
    /// The length of the longest value, in characters.
    let longestText: Int
    let words: ColumnWords

    var isUnique: Bool { distinctCount == rowCount }
    var isTime: Bool { if case .time = role { true } else { false } }
    var isNegative: Bool { (range?.lowerBound ?? 0) < 0 }
    /// A rate whose values are all shares of 1.
    var isPercent: Bool { words.isRate && range.map { $0.lowerBound >= -1 && $0.upperBound <= 1 } ?? false }
    /// Sums of it mean something: it is a count or an amount, and never an average or a rate.
    var isAdditive: Bool { role == .measure && !words.isRate && !words.isAverage }
}
