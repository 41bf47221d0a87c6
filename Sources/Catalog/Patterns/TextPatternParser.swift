/// A pattern as a tree.
indirect enum TextPatternNode {
    case scalar(ScalarSet)
    case start, end
    case boundary(Bool)
    case sequence([TextPatternNode])
    case either([TextPatternNode])
    /// - Parameter most: nil for any number.
    case repeated(TextPatternNode, least: Int, most: Int?)
}

/// Parses the part of ECMAScript's regular expressions that can be matched in linear time.
struct TextPatternParser {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private static let maximumDepth = 30
    private static let maximumCount = 200

    init(_ text: Substring) { scalars = Array(text.unicodeScalars) }

    mutating func whole() throws(TextPattern.Failure) -> TextPatternNode {
        let node = try alternatives(depth: 0)
        guard position == scalars.count else { throw failure("has a ) without its (") }
        return node
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    private func failure(_ reason: String) -> TextPattern.Failure { TextPattern.Failure(reason: reason) }

    private mutating func alternatives(depth: Int) throws(TextPattern.Failure) -> TextPatternNode {
        guard depth <= Self.maximumDepth else { throw failure("has at most \(Self.maximumDepth) groups one in another") }
        var found = [try sequence(depth: depth)]
        while take("|") { found.append(try sequence(depth: depth)) }
        return found.count == 1 ? found[0] : .either(found)
    }

    private mutating func sequence(depth: Int) throws(TextPattern.Failure) -> TextPatternNode {
        var parts: [TextPatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" { parts.append(try counted(try atom(depth: depth))) }
        return .sequence(parts)
    }

    private mutating func atom(depth: Int) throws(TextPattern.Failure) -> TextPatternNode {
        guard let scalar = next else { throw failure("ends too early") }
        position += 1
        switch scalar {
        case "^": return .start
        case "$": return .end
        case ".": return .scalar(.any)
        case "[": return .scalar(try set())
        case "(":
            if take("?"), !take(":") {
                throw failure("has (?…): look-ahead, look-behind and names of groups are not known, since they may take any time")
            }
            let node = try alternatives(depth: depth + 1)
            guard take(")") else { throw failure("has a ( without its )") }
            return node
        case "*", "+", "?", "{": throw failure("has \(scalar) with nothing before it")
        case "\\":
            if take("b") { return .boundary(true) }
            if take("B") { return .boundary(false) }
            return .scalar(ScalarSet(parts: [try escape()]))
        default: return .scalar(ScalarSet(parts: [.range(scalar...scalar)]))
        }
    }

    /// `*`, `+`, `?`, `{2}`, `{2,}`, `{2,5}`; a following `?` does not affect whether a text matches.
    private mutating func counted(_ node: TextPatternNode) throws(TextPattern.Failure) -> TextPatternNode {
        let counts: (Int, Int?)
        switch next {
        case "*": counts = (0, nil)
        case "+": counts = (1, nil)
        case "?": counts = (0, 1)
        case "{":
            position += 1
            let least = try number()
            let most = take(",") ? (next == "}" ? nil : try number()) : least
            guard next == "}", most.map({ $0 >= least }) ?? true else { throw failure("has a { without a count such as {2,5}") }
            counts = (least, most)
        default: return node
        }
        position += 1
        _ = take("?")
        if let more = next, ["*", "+", "?", "{"].contains(more) { throw failure("has two counts beside each other") }
        return .repeated(node, least: counts.0, most: counts.1)
    }

    private mutating func number() throws(TextPattern.Failure) -> Int {
        var digits = ""
        while let digit = next, ("0"..."9").contains(digit), digits.utf8.count < 6 {
            digits.unicodeScalars.append(digit)
            position += 1
        }
        guard let number = Int(digits), number <= Self.maximumCount else { throw failure("counts to \(Self.maximumCount) at most, such as {2,5}") }
        return number
    }

    private mutating func set() throws(TextPattern.Failure) -> ScalarSet {
        var set = ScalarSet(parts: [], isNegated: take("^"))
        while let scalar = next, scalar != "]" {
            let part = try setPart()
            guard case .range(let low) = part, next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
                set.parts.append(part)
                continue
            }
            position += 1
            guard case .range(let high) = try setPart(), low.lowerBound <= high.lowerBound else { throw failure("has a range that goes backwards") }
            set.parts.append(.range(low.lowerBound...high.lowerBound))
        }
        guard take("]") else { throw failure("has a [ without its ]") }
        return set
    }

    private mutating func setPart() throws(TextPattern.Failure) -> ScalarSet.Part {
        guard let scalar = next else { throw failure("has a [ without its ]") }
        position += 1
        guard scalar == "\\" else { return .range(scalar...scalar) }
        return take("b") ? .range("\u{8}"..."\u{8}") : try escape()
    }

    /// Parses the escape after a backslash.
    private mutating func escape() throws(TextPattern.Failure) -> ScalarSet.Part {
        guard let scalar = next else { throw failure("ends with a backslash") }
        position += 1
        switch scalar {
        case "d": return .category(.digit, isNegated: false)
        case "D": return .category(.digit, isNegated: true)
        case "w": return .category(.word, isNegated: false)
        case "W": return .category(.word, isNegated: true)
        case "s": return .category(.space, isNegated: false)
        case "S": return .category(.space, isNegated: true)
        case "p", "P": return .category(try property(), isNegated: scalar == "P")
        case "t": return .range("\t"..."\t")
        case "n": return .range("\n"..."\n")
        case "r": return .range("\r"..."\r")
        case "f": return .range("\u{C}"..."\u{C}")
        case "v": return .range("\u{B}"..."\u{B}")
        case "x": return try code(digits: 2)
        case "u": return try take("{") ? code(digits: nil) : code(digits: 4)
        case "0"..."9": throw failure("has \\\(scalar): what a group has matched cannot be named, since that may take any time")
        case "a"..."z", "A"..."Z": throw failure("has \\\(scalar), which is not known")
        default: return .range(scalar...scalar)
        }
    }

    private mutating func property() throws(TextPattern.Failure) -> ScalarSet.Category {
        var name = ""
        guard take("{") else { throw failure("has \\p without a property such as \\p{L}") }
        while let scalar = next, scalar != "}", name.utf8.count < 32 {
            name.unicodeScalars.append(scalar)
            position += 1
        }
        guard take("}"), let category = ScalarSet.Category(property: name) else {
            throw failure("knows the properties L, Lu, Ll and N, as in \\p{L}")
        }
        return category
    }

    /// - Parameter digits: nil to read up to a closing brace.
    private mutating func code(digits count: Int?) throws(TextPattern.Failure) -> ScalarSet.Part {
        var digits = ""
        while let scalar = next, scalar.properties.isASCIIHexDigit, digits.utf8.count < count ?? 6 {
            digits.unicodeScalars.append(scalar)
            position += 1
        }
        guard digits.utf8.count == count ?? digits.utf8.count, count != nil || take("}"), let number = UInt32(digits, radix: 16),
            let scalar = Unicode.Scalar(number)
        else { throw failure("has an escape that is not a character") }
        return .range(scalar...scalar)
    }
}
