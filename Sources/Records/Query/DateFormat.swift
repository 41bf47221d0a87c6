import Access
import Catalog
import SQL
import SQLSyntax

/// The format to which dates or times are reduced before rows are grouped by them: `YYYY-MM`, `YYYY-MM-DD HH:mm`.
struct DateFormat: Hashable, Sendable {
    private enum Part: Hashable { case year, month, day, hour, minute, second, text(Character) }

    /// Longer tokens first.
    private static let tokens: [(text: String, part: Part)] = [
        ("YYYY", .year), ("MM", .month), ("DD", .day), ("HH", .hour), ("hh", .hour), ("mm", .minute), ("ss", .second),
    ]
    private static let separators: Set<Character> = ["-", "/", ":", ".", " ", "T"]

    private let parts: [Part]

    /// - Throws: ``Refusal`` `invalidArgument`.
    init(_ text: String, argument: String) throws(Refusal) {
        var parts: [Part] = []
        var rest = text[...]
        while let first = rest.first {
            if let token = Self.tokens.first(where: { rest.hasPrefix($0.text) }) {
                parts.append(token.part)
                rest = rest.dropFirst(token.text.count)
            } else if Self.separators.contains(first) {
                parts.append(.text(first))
                rest = rest.dropFirst()
            } else {
                parts = []
                break
            }
        }
        guard !parts.isEmpty, text.utf8.count <= 40 else {
            throw Refusal(.invalidArgument, "\(argument): expected parts of YYYY-MM-DD HH:mm:ss, for example YYYY-MM")
        }
        self.parts = parts
    }

    /// The value as text, in the zone of the call if the column holds points in time.
    /// - Throws: ``Refusal`` `invalidArgument` for a field of another type, and for a zone that the engine does not know by its name.
    func text(of known: FieldExpression, argument: String, _ call: RecordCall) throws(Refusal) -> Statement {
        let (field, dialect) = (known.field, call.dialect)
        guard field.type == .date || field.type == .timestamp else {
            throw Refusal(.invalidArgument, "\(argument): \"\(field.name)\" holds \(field.type.rawValue): a format is for dates and times")
        }
        let isMoment = field.type == .timestamp && !field.hasNoZone(in: dialect)
        let pattern = self.pattern(dialect)
        switch dialect {
        case .postgresql:
            var zone: Statement = "CAST(\(call.zone.name) AS \(engine: "text"))"
            if let seconds = call.zone.fixedOffset {
                let interval = "\(seconds) seconds"
                zone = "CAST(\(interval) AS interval)"
            }
            let local: Statement =
                isMoment ? "(\(known.expression) AT TIME ZONE \(zone))" : "CAST(\(known.expression) AS timestamp without time zone)"
            return "\(engine: "to_char")(\(local), \(pattern))"
        case .sqlite:
            guard isMoment else { return "strftime(\(pattern), \(known.expression))" }
            let offset = try self.offset(call)
            let moment = SQLiteInstant.of(known.expression)
            // Rounds down to seconds, also before 1970.
            return "strftime(\(pattern), (\(moment) - ((\(moment) % 1000000) + 1000000) % 1000000) / 1000000 + \(offset), 'unixepoch')"
        case .mysql:
            let offset = isMoment ? try self.offset(call) : 0
            let local: Statement = offset == 0 ? known.expression : "DATE_ADD(\(known.expression), INTERVAL \(offset) SECOND)"
            return "DATE_FORMAT(\(local), \(pattern))"
        }
    }

    private func offset(_ call: RecordCall) throws(Refusal) -> Int64 {
        guard let offset = call.zone.fixedOffset else {
            throw Refusal(.invalidArgument, "timezone: with a format this database accepts an offset such as +01:00, but no name")
        }
        return Int64(offset)
    }

    private func pattern(_ dialect: Dialect) -> String {
        parts.map { part in
            switch (part, dialect) {
            case (.text(let character), .postgresql): character == "T" ? "\"T\"" : String(character)
            case (.text(let character), _): String(character)
            case (.year, .postgresql): "YYYY"
            case (.month, .postgresql): "MM"
            case (.day, .postgresql): "DD"
            case (.hour, .postgresql): "HH24"
            case (.minute, .postgresql): "MI"
            case (.second, .postgresql): "SS"
            case (.year, _): "%Y"
            case (.month, _): "%m"
            case (.day, _): "%d"
            case (.hour, _): "%H"
            case (.minute, .sqlite): "%M"
            case (.minute, .mysql): "%i"
            case (.second, .sqlite): "%S"
            case (.second, .mysql): "%s"
            }
        }.joined()
    }
}
