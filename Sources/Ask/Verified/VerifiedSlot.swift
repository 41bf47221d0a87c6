/// The type of value that a slot of a verified query takes from a question.
enum VerifiedSlot: Hashable, Sendable {
    case number, year, date, period, text
    /// A value of the column that the caller may see.
    case value(table: String, column: String)

    /// - Parameter type: `number`, `year`, `date`, `period`, `text` or `table.column`.
    init?(_ type: String) {
        switch type {
        case "number": self = .number
        case "year": self = .year
        case "date": self = .date
        case "period": self = .period
        case "text": self = .text
        default:
            guard let dot = type.lastIndex(of: "."), dot > type.startIndex, type.index(after: dot) < type.endIndex else { return nil }
            self = .value(table: String(type[..<dot]), column: String(type[type.index(after: dot)...]))
        }
    }

    static let types = "number, year, date, period, text, or a column as table.column"

    /// Sample values, to test whether a statement runs.
    func samples(of name: String) -> [String: Constant] {
        switch self {
        case .number: [name: .number(1)]
        case .year: [name: .number(2025)]
        case .date: [name: .text("2025-01-01")]
        case .period: ["\(name).start": .text("2025-01-01"), "\(name).end": .text("2026-01-01")]
        case .text, .value: [name: .text("a")]
        }
    }
}
