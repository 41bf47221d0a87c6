/// A regular expression that always matches in time linear to the text, because all its states are followed at once (K. Thompson, "Regular
/// Expression Search Algorithm", CACM 11(6), 1968). Syntax that needs more, such as back references, is refused.
///
/// `^[A-Z]{3}-\d+$`, or with flags `/^a+$/i`. It matches if any part of the text does, unless `^` and `$` require more.
package struct TextPattern: Hashable, Sendable {
    /// Why a text is not a pattern, for its author.
    package struct Failure: Error, Hashable, Sendable {
        package let reason: String
    }

    enum Instruction: Hashable, Sendable {
        case scalar(ScalarSet)
        case split(Int, Int)
        case jump(Int)
        case start
        case end
        /// A word boundary (true), or its absence (false).
        case boundary(Bool)
        case match
    }

    /// Unit: bytes of a pattern.
    static let maximumLength = 500
    /// Most instructions of a program; each is checked once for each character of a text.
    static let maximumInstructions = 250
    /// Unit: characters (code points) of a text that is compared.
    package static let maximumTextLength = 4_000

    /// The pattern as written.
    package let text: String
    private let program: [Instruction]
    private let ignoresCase: Bool

    package init(_ text: String) throws(Failure) {
        guard text.utf8.count <= Self.maximumLength else { throw Failure(reason: "has at most \(Self.maximumLength) bytes") }
        self.text = text
        var pattern = text[...]
        var flags = ""[...]
        if text.hasPrefix("/"), let end = text.lastIndex(of: "/"), end > text.startIndex, text[text.index(after: end)...].allSatisfy(\.isLetter) {
            pattern = text[text.index(after: text.startIndex)..<end]
            flags = text[text.index(after: end)...]
        }
        guard flags.allSatisfy({ $0 == "i" || $0 == "u" }) else { throw Failure(reason: "knows no flags but i and u") }
        ignoresCase = flags.contains("i")
        var parser = TextPatternParser(pattern)
        var writer = TextPatternWriter()
        try writer.write(try parser.whole())
        program = try writer.finished()
    }

    package static func == (left: TextPattern, right: TextPattern) -> Bool { left.text == right.text }
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// - Parameter text: only its first ``maximumTextLength`` characters are compared.
    package func matches(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars.prefix(Self.maximumTextLength))
        var states = States(count: program.count)
        var next = States(count: program.count)
        for position in 0...scalars.count {
            if follow(0, at: position, in: scalars, &states) { return true }
            guard position < scalars.count else { break }
            next.removeAll()
            for state in states.list {
                guard case .scalar(let set) = program[state], set.contains(scalars[position], ignoringCase: ignoresCase) else { continue }
                if follow(state + 1, at: position + 1, in: scalars, &next) { return true }
            }
            swap(&states, &next)
        }
        return false
    }

    /// Adds a state and the states that it reaches without a character.
    /// - Returns: whether the end of the pattern is among them.
    private func follow(_ first: Int, at position: Int, in scalars: [Unicode.Scalar], _ states: inout States) -> Bool {
        var open = [first]
        while let state = open.popLast() {
            guard states.insert(state) else { continue }
            switch program[state] {
            case .scalar: break
            case .split(let one, let other): open += [one, other]
            case .jump(let to): open.append(to)
            case .start: if position == 0 { open.append(state + 1) }
            case .end: if position == scalars.count { open.append(state + 1) }
            case .boundary(let isThere): if Self.isBoundary(position, scalars) == isThere { open.append(state + 1) }
            case .match: return true
            }
        }
        return false
    }

    private static func isBoundary(_ position: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        func isWord(_ position: Int) -> Bool { scalars.indices.contains(position) && ScalarSet.Category.word.contains(scalars[position]) }
        return isWord(position - 1) != isWord(position)
    }

    /// A set of states in order of insertion.
    private struct States {
        private(set) var list: [Int] = []
        private var marks: [Int]
        private var round = 1

        init(count: Int) { marks = Array(repeating: 0, count: count) }

        mutating func removeAll() {
            list.removeAll(keepingCapacity: true)
            round += 1
        }

        /// - Returns: false when the set already has the state.
        mutating func insert(_ state: Int) -> Bool {
            guard marks[state] != round else { return false }
            marks[state] = round
            list.append(state)
            return true
        }
    }
}
