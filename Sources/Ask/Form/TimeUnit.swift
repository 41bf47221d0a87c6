import SQLSyntax

/// A calendar unit by which rows are grouped.
package enum TimeUnit: String, Hashable, Sendable, CaseIterable {
    case day, week, month, quarter, year
    /// Recurring units: Sunday is 0, the hours are 00 to 23.
    case weekday, hour

    /// The unit that a word names: "monthly", "months".
    init?(word: String) {
        switch word {
        case "daily": self = .day
        case "weekly": self = .week
        case "monthly": self = .month
        case "quarterly": self = .quarter
        case "yearly", "annually", "annual": self = .year
        case "hourly": self = .hour
        default: self.init(rawValue: word)
        }
    }

    /// Whether every unit of the other kind consists of whole units of this one.
    func divides(_ other: TimeUnit) -> Bool {
        switch self {
        case .day: [.week, .month, .quarter, .year].contains(other)
        case .month: [.quarter, .year].contains(other)
        case .quarter: other == .year
        case .week, .year, .weekday, .hour: false
        }
    }

    /// The period of a time, as text that sorts chronologically: `2024-07-01` (for a week, its Monday), `2024-07`, `2024-Q3`, `2024`. For
    /// weekdays and hours, their number.
    func bucket(of time: Expression, in dialect: Dialect) -> Expression {
        switch dialect {
        case .sqlite: Self.sqlite(self, time)
        case .postgresql: Self.postgresql(self, time)
        case .mysql: Self.mysql(self, time)
        }
    }

    private static func call(_ name: SQLName, _ arguments: Expression...) -> Expression {
        .function(FunctionCall(name, .list(arguments.map { .init($0) })))
    }

    private static func text(_ text: String) -> Expression { .literal(.string(text)) }

    private static func sqlite(_ unit: TimeUnit, _ time: Expression) -> Expression {
        switch unit {
        case .day: return call("date", time)
        case .week: return call("date", time, text("weekday 0"), text("-6 days"))
        case .month: return call("strftime", text("%Y-%m"), time)
        case .quarter:
            let month = Expression.cast(call("strftime", text("%m"), time), TypeName("integer"))
            let quarter = Expression.binary(.binary(month, .add, .literal(.number("2"))), .divide, .literal(.number("3")))
            return .binary(.binary(call("strftime", text("%Y"), time), .concatenate, text("-Q")), .concatenate, quarter)
        case .year: return call("strftime", text("%Y"), time)
        case .weekday: return call("strftime", text("%w"), time)
        case .hour: return call("strftime", text("%H"), time)
        }
    }

    private static func postgresql(_ unit: TimeUnit, _ time: Expression) -> Expression {
        switch unit {
        case .day: call("to_char", time, text("YYYY-MM-DD"))
        case .week: call("to_char", call("date_trunc", text("week"), time), text("YYYY-MM-DD"))
        case .month: call("to_char", time, text("YYYY-MM"))
        case .quarter: call("to_char", time, text("YYYY\"-Q\"Q"))
        case .year: call("to_char", time, text("YYYY"))
        // Sunday is 1 in this format.
        case .weekday:
            .cast(.binary(.cast(call("to_char", time, text("D")), TypeName("integer")), .subtract, .literal(.number("1"))), TypeName("text"))
        case .hour: call("to_char", time, text("HH24"))
        }
    }

    private static func mysql(_ unit: TimeUnit, _ time: Expression) -> Expression {
        switch unit {
        case .day: call("date_format", time, text("%Y-%m-%d"))
        case .week: call("date_format", call("subdate", call("date", time), call("weekday", time)), text("%Y-%m-%d"))
        case .month: call("date_format", time, text("%Y-%m"))
        case .quarter: call("concat", call("year", time), text("-Q"), call("quarter", time))
        case .year: call("date_format", time, text("%Y"))
        case .weekday: call("date_format", time, text("%w"))
        case .hour: call("date_format", time, text("%H"))
        }
    }
}
