package import JSON

/// Rows in the form in which answers and references are compared: columns in any order, numbers rounded to six digits, and rows in any
/// order unless the question requests one.
package struct EvaluationRows: Sendable {
    private let rows: [[String]]
    private let isOrdered: Bool

    /// - Parameter sql: the reference statement, whose order counts if it has one. Nil for rows in any order.
    package init(_ rows: [[JSONValue]], sql: String? = nil) {
        self.rows = rows.map { $0.map(Self.cell) }
        isOrdered = sql.map(Self.hasOuterOrder) ?? false
    }

    private var width: Int { rows.first?.count ?? 0 }

    /// Whether some permutation of the other's columns gives the same rows.
    package func agree(with other: EvaluationRows) -> Bool {
        guard rows.count == other.rows.count, width == other.width else { return false }
        return match([], other)
    }

    private func match(_ chosen: [Int], _ other: EvaluationRows) -> Bool {
        if chosen.count == width {
            let arranged = other.rows.map { row in chosen.map { row[$0] } }
            return isOrdered ? arranged == rows : Self.counts(arranged) == Self.counts(rows)
        }
        let own = Self.counts(rows.map { [$0[chosen.count]] })
        return (0..<width).contains { place in
            !chosen.contains(place) && Self.counts(other.rows.map { [$0[place]] }) == own && match(chosen + [place], other)
        }
    }

    private static func counts(_ rows: [[String]]) -> [[String]: Int] { rows.reduce(into: [:]) { $0[$1, default: 0] += 1 } }

    /// The normalized cell. Exact numbers arrive as text but are compared as numbers.
    private static func cell(_ value: JSONValue) -> String {
        if let flag = value.bool { return flag ? "1" : "0" }
        let text = value.string ?? value.description
        guard let number = Double(text), number.isFinite, text.first?.isNumber == true || text.first == "-" else { return text }
        guard number != number.rounded() || abs(number) >= 1e15 else { return "\(Int64(number))" }
        var size = 0
        while size < 320, Self.power(size) <= abs(number) { size += 1 }
        let digits = Self.power(max(0, 6 - size))
        return "\((number * digits).rounded() / digits)"
    }

    private static func power(_ exponent: Int) -> Double { (0..<exponent).reduce(1.0) { power, _ in power * 10 } }

    private static func hasOuterOrder(_ sql: String) -> Bool {
        var depth = 0
        var outside = ""
        for character in sql.uppercased() {
            if character == "(" { depth += 1 } else if character == ")" { depth -= 1 } else if depth == 0 { outside.append(character) }
        }
        return outside.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("ORDER BY")
    }
}
