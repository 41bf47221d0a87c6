import Notation

/// Formats points in time for readers of a language.
struct DateFormat: Sendable {
    let language: ChartLanguage

    /// With the year: "Jan 2026", "2026年1月", "2026년 1월".
    func text(_ point: CalendarPoint, unit: CalendarUnit) -> String {
        let day = point.day
        if unit == .year { return String(day.year) }
        if unit < .day { return text(CalendarPoint(.day, day), unit: .day) + " " + time(point, unit) }
        let year = unit == .week ? day.week.year : day.year
        let short = short(point, unit: unit)
        switch language {
        case .english: return "\(short) \(year)"
        case .simplifiedChinese, .traditionalChinese: return "\(year)年\(short)"
        case .korean: return "\(year)년 \(short)"
        }
    }

    /// Without the year, for text beside another point in time: "Jan", "5 Jan", "Q1", "14:30".
    func short(_ point: CalendarPoint, unit: CalendarUnit) -> String {
        let day = point.day
        switch unit {
        case .second, .minute, .hour: return time(point, unit)
        case .day: return dayOfMonth(day)
        case .week:
            let number = day.week.number
            return language == .english
                ? "W\(number)" : language == .korean ? "\(number)주" : "第\(number)\(language == .simplifiedChinese ? "周" : "週")"
        case .month: return language == .english ? CivilDate.englishMonths[day.month - 1] : "\(day.month)" + monthName
        case .quarter:
            switch language {
            case .english: return "Q\(day.quarter)"
            case .simplifiedChinese: return "第\(day.quarter)季度"
            case .traditionalChinese: return "第\(day.quarter)季"
            case .korean: return "\(day.quarter)분기"
            }
        case .year: return String(day.year)
        }
    }

    private var monthName: String { language == .korean ? "월" : "月" }

    private func dayOfMonth(_ day: CivilDate) -> String {
        switch language {
        case .english: "\(day.day) \(CivilDate.englishMonths[day.month - 1])"
        case .simplifiedChinese, .traditionalChinese: "\(day.month)月\(day.day)日"
        case .korean: "\(day.month)월 \(day.day)일"
        }
    }

    private func time(_ point: CalendarPoint, _ unit: CalendarUnit) -> String {
        let second = point.secondOfDay
        let minutes = "\(CivilDate.padded(second / 3_600, 2)):\(CivilDate.padded(second / 60 % 60, 2))"
        return unit == .second ? minutes + ":" + CivilDate.padded(second % 60, 2) : minutes
    }
}
