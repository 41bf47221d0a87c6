import Access
import JSON

/// The comparison of a condition node: `{"group":{"type":"and","calculations":[{"calculator":"gt","operands":[A,B]}]}}`.
indirect enum Calculation: Hashable, Sendable {
    case group(isAnd: Bool, [Calculation])
    case compare(Calculator, JSONValue, JSONValue)

    enum Calculator: String, Hashable, Sendable, CaseIterable {
        case equal, notEqual, gt, gte, lt, lte, includes, notIncludes, startsWith, notStartsWith, endsWith, notEndsWith
    }

    static let shape = #"{"group":{"type":"and","calculations":[{"calculator":"gt","operands":["{{$context.data.total}}",100]}]}}"#

    init(_ json: JSONValue, argument: String, depth: Int = 0) throws(Refusal) {
        guard depth <= 8 else { throw Refusal(.invalidArgument, "\(argument): groups are too deep inside one another") }
        if let group = json["group"] {
            let type = group["type"]?.string ?? "and"
            guard type == "and" || type == "or", let list = group["calculations"]?.array, !list.isEmpty, list.count <= 50 else {
                throw Refusal(.invalidArgument, "\(argument).group: expected type and|or, and 1 to 50 calculations")
            }
            var parts: [Calculation] = []
            for (index, part) in list.enumerated() {
                parts.append(try Calculation(part, argument: "\(argument).group.calculations[\(index)]", depth: depth + 1))
            }
            self = .group(isAnd: type == "and", parts)
            return
        }
        guard let name = json["calculator"]?.string else { throw Refusal(.invalidArgument, "\(argument): expected \(Self.shape)") }
        guard let calculator = Calculator(rawValue: name) else {
            throw Refusal(.invalidArgument, "\(argument).calculator: expected one of \(Calculator.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        guard let operands = json["operands"]?.array, operands.count == 2 else {
            throw Refusal(.invalidArgument, "\(argument).operands: expected a list of two values")
        }
        self = .compare(calculator, operands[0], operands[1])
    }

    func holds(_ values: TemplateValues) throws(Refusal) -> Bool {
        switch self {
        case .group(let isAnd, let parts):
            for part in parts {
                if try part.holds(values) != isAnd { return !isAnd }
            }
            return isAnd
        case .compare(let calculator, let left, let right):
            return calculator.holds(try Template.filled(left, values), try Template.filled(right, values))
        }
    }
}

extension Calculation.Calculator {
    /// Values of different kinds are unequal, and neither is greater; a number may also be text.
    func holds(_ left: JSONValue, _ right: JSONValue) -> Bool {
        switch self {
        case .equal: Self.areEqual(left, right)
        case .notEqual: !Self.areEqual(left, right)
        case .gt: Self.order(left, right).map { $0 > 0 } ?? false
        case .gte: Self.order(left, right).map { $0 >= 0 } ?? false
        case .lt: Self.order(left, right).map { $0 < 0 } ?? false
        case .lte: Self.order(left, right).map { $0 <= 0 } ?? false
        case .includes: Self.includes(left, right)
        case .notIncludes: !Self.includes(left, right)
        case .startsWith: Self.text(left).hasPrefix(Self.text(right))
        case .notStartsWith: !Self.text(left).hasPrefix(Self.text(right))
        case .endsWith: Self.text(left).hasSuffix(Self.text(right))
        case .notEndsWith: !Self.text(left).hasSuffix(Self.text(right))
        }
    }

    private static func areEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
        if left == right { return true }
        guard let (one, other) = numbers(left, right) else { return false }
        return one == other
    }

    /// Negative, zero or positive; nil for values without an order.
    private static func order(_ left: JSONValue, _ right: JSONValue) -> Int? {
        if let (one, other) = numbers(left, right) {
            if let one = one.int, let other = other.int { return one < other ? -1 : one > other ? 1 : 0 }
            return one.double < other.double ? -1 : one.double > other.double ? 1 : 0
        }
        // The text order of dates and RFC 3339 times in UTC is chronological.
        guard let one = left.string, let other = right.string else { return nil }
        return one < other ? -1 : one > other ? 1 : 0
    }

    private static func numbers(_ left: JSONValue, _ right: JSONValue) -> (JSONNumber, JSONNumber)? {
        guard let one = left.number ?? left.string.flatMap(JSONNumber.init(text:)),
            let other = right.number ?? right.string.flatMap(JSONNumber.init(text:))
        else { return nil }
        return (one, other)
    }

    private static func includes(_ left: JSONValue, _ right: JSONValue) -> Bool {
        if let elements = left.array { return elements.contains { areEqual($0, right) } }
        return text(left).contains(text(right))
    }

    private static func text(_ value: JSONValue) -> String { value.isNull ? "" : value.string ?? value.description }
}
