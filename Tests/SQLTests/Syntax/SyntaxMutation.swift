import SQL

extension SyntaxGenerator {
    /// A text that differs from another by a few tokens: some dropped, doubled, swapped, or replaced by a token of any kind. Pairs of parentheses
    /// that are dropped put the precedence of operators to the test.
    mutating func mutated(_ text: String) -> String {
        var tokens = Self.pieces(of: text)
        for _ in 0..<1 + number(below: 3) {
            guard tokens.count > 3 else { break }
            let index = number(below: tokens.count)
            switch number(below: 10) {
            case 0...4: dropParentheses(in: &tokens, from: index)
            case 5: tokens.remove(at: index)
            case 6: tokens.insert(tokens[number(below: tokens.count)], at: index)
            case 7: tokens.swapAt(index, number(below: tokens.count))
            case 8: tokens[index] = one(of: Self.words)
            default: tokens.insert(one(of: Self.words), at: index)
            }
        }
        return tokens.joined(separator: " ")
    }

    private mutating func dropParentheses(in tokens: inout [String], from index: Int) {
        guard let open = tokens[index...].firstIndex(of: "(") else { return }
        var depth = 0
        for close in open..<tokens.count {
            if tokens[close] == "(" { depth += 1 }
            if tokens[close] == ")" { depth -= 1 }
            guard depth == 0 else { continue }
            tokens.remove(at: close)
            tokens.remove(at: open)
            return
        }
    }

    private static let words = [
        "NOT", "AND", "OR", "-", "+", "*", "=", "<", "<>", "||", "::int", "::text[]", "IS NULL", "ISNULL", "NOTNULL", "IN (1)", "LIKE", "BETWEEN",
        "IS", "DISTINCT",
        "AS", "x", "\"y\"", "'s'", "1", ".5", "(", ")", ",", ";", "AT TIME ZONE", "COLLATE", "ESCAPE", "ALL", "ANY", "LATERAL", "ONLY", "NULLS FIRST",
        "FOR UPDATE",
        "INTO t", "WITH", "ORDER BY 1", "LIMIT 1", "GROUP BY 1", "UNION", "[1]", "@>", "~", "%", "^", "?", "$1", "E'\\n'", "interval '1' day",
        "date '2020-01-01'",
        "position", "values", "time", "row", "end", "left", "user", "current_date", "table", "OVER w", "FILTER (WHERE x)", "TABLESAMPLE",
        "FETCH FIRST ROW ONLY",
        "USING", "ON", "JOIN", "CROSS JOIN", "NATURAL", ".", "t.*", "#", "!", "&&", "<=>", "DIV", "XOR", "BINARY", "->", "->>", "`z`", "[q]", "==",
        "GLOB", "MATCH",
        "REGEXP", "SIMILAR TO", "SYMMETRIC", "day", "year", "SOME", "EXISTS", "CASE", "WHEN", "THEN", "ELSE", "CAST", "ARRAY", "NULL", "TRUE",
        "unknown", "IS NOT",
    ]

    /// The text cut at blanks outside of quotation marks, and around marks.
    private static func pieces(of text: String) -> [String] {
        var pieces: [String] = []
        var current = ""
        var quote: Character?
        for character in text {
            if let open = quote {
                current.append(character)
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" || character == "`" {
                current.append(character)
                quote = character
            } else if character == " " || "(),;[]".contains(character) {
                if !current.isEmpty { pieces.append(current) }
                if character != " " { pieces.append(String(character)) }
                current = ""
            } else {
                current.append(character)
            }
        }
        if !current.isEmpty { pieces.append(current) }
        return pieces
    }
}
