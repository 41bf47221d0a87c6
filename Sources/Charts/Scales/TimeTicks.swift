import Notation

/// Ticks of a time axis, at the starts of calendar units.
struct TimeTicks: Sendable {
    struct Tick: Hashable, Sendable {
        let point: CalendarPoint
        let label: String
        /// The year or the day, when it differs from the previous tick's.
        let context: String?
    }

    private static let steps: [(unit: CalendarUnit, count: Int)] = [
        (.second, 1), (.second, 15), (.minute, 1), (.minute, 5), (.minute, 15), (.hour, 1), (.hour, 3), (.hour, 6), (.hour, 12), (.day, 1), (.day, 2),
        (.week, 1), (.week, 2), (.week, 4), (.month, 1), (.month, 2), (.quarter, 1), (.quarter, 2), (.year, 1), (.year, 2), (.year, 5), (.year, 10),
        (.year, 20),
        (.year, 50), (.year, 100), (.year, 250), (.year, 500), (.year, 1_000), (.year, 2_500),
    ]

    /// The ticks of the smallest step that yields at most `count` ticks and is not finer than the data.
    static func ticks(_ seconds: ClosedRange<Double>, unit: CalendarUnit, count: Int, language: ChartLanguage) -> [Tick] {
        let format = DateFormat(language: language)
        for step in steps where step.unit >= unit {
            // Steps of four weeks are only for weekly data; daily data has months instead.
            if step.unit == .week, step.count == 4, unit != .week { continue }
            guard let starts = starts(seconds, step.unit, step.count, limit: count) else { continue }
            return labelled(starts, dataUnit: unit, stepUnit: step.unit, format)
        }
        return []
    }

    /// - Parameters:
    ///   - dataUnit: the unit of the values.
    ///   - stepUnit: the unit of the ticks.
    static func labelled(_ starts: [CalendarPoint], dataUnit: CalendarUnit, stepUnit: CalendarUnit, _ format: DateFormat) -> [Tick] {
        // Ticks are named by months instead of quarters if the data is finer than quarters, and by days instead of weeks if it is finer
        // than weeks.
        let unit: CalendarUnit = stepUnit == .quarter && dataUnit < .quarter ? .month : stepUnit == .week && dataUnit < .week ? .day : stepUnit
        var previous: String?
        return starts.map { point in
            let context = unit == .year ? nil : unit < .day ? format.text(point, unit: .day) : yearText(point, unit, format)
            defer { previous = context }
            return Tick(point: point, label: format.short(point, unit: unit), context: context == previous ? nil : context)
        }
    }

    private static func yearText(_ point: CalendarPoint, _ unit: CalendarUnit, _ format: DateFormat) -> String {
        let year = unit == .week ? point.day.week.year : point.day.year
        switch format.language {
        case .english: return "\(year)"
        case .simplifiedChinese, .traditionalChinese: return "\(year)年"
        case .korean: return "\(year)년"
        }
    }

    /// The starts of every `count`-th unit within the range; nil when there are more than `limit`.
    private static func starts(_ range: ClosedRange<Double>, _ unit: CalendarUnit, _ count: Int, limit: Int) -> [CalendarPoint]? {
        let length = Double(count) * seconds(unit)
        // A step is at least two thirds of its average length (a month has at least 28 of 30 days), and one more may begin within the
        // range.
        guard (range.upperBound - range.lowerBound) / length <= Double(limit) * 1.5 + 1 else { return nil }
        var found: [CalendarPoint] = []
        var index = index(of: range.lowerBound, unit, count)
        while let point = point(index, unit, count), point.seconds <= range.upperBound {
            if point.seconds >= range.lowerBound { found.append(point) }
            if found.count > limit { return nil }
            index += 1
        }
        return found
    }

    /// The average length of a unit.
    private static func seconds(_ unit: CalendarUnit) -> Double {
        switch unit {
        case .second: 1
        case .minute: 60
        case .hour: 3_600
        case .day: 86_400
        case .week: 7 * 86_400
        case .month: 30 * 86_400
        case .quarter: 91 * 86_400
        case .year: 365 * 86_400
        }
    }

    /// The index of the step that contains a time, counted from the year 0 or from 1970. 1970-01-01 was a Thursday: weeks begin 3 days before it.
    private static func index(of seconds: Double, _ unit: CalendarUnit, _ count: Int) -> Int {
        let day = CalendarPoint(unit: unit, seconds: seconds).day
        switch unit {
        case .year: return day.year / count
        case .quarter: return (day.year * 4 + day.quarter - 1) / count
        case .month: return (day.year * 12 + day.month - 1) / count
        case .week: return Int((Double(day.number - day.weekday + 3) / 7 / Double(count)).rounded(.down))
        default: return Int((seconds / Self.seconds(unit) / Double(count)).rounded(.down))
        }
    }

    private static func point(_ index: Int, _ unit: CalendarUnit, _ count: Int) -> CalendarPoint? {
        let number = index * count
        switch unit {
        case .year: return CivilDate(max(number, 1), 1, 1).map { CalendarPoint(unit, $0) }
        case .quarter: return CivilDate(number / 4, number % 4 * 3 + 1, 1).map { CalendarPoint(unit, $0) }
        case .month: return CivilDate(number / 12, number % 12 + 1, 1).map { CalendarPoint(unit, $0) }
        case .week: return CalendarPoint(unit, CivilDate(number: number * 7 - 3))
        default: return CalendarPoint(unit: unit, seconds: Double(number) * seconds(unit))
        }
    }
}
