/// Finds names of a semantic layer by their words.
struct SemanticPhrases: Sendable {
    enum Target: Hashable, Sendable {
        case table(Int)
        case column(ColumnID)
        /// A filter. It describes rows of its table, which the question has to name.
        case filter(ColumnID)
    }

    private var targets: [[String]: [Target]] = [:]
    /// Number of words in the longest name.
    private(set) var longest = 0

    /// Most words in a name.
    static let maximumWords = 8

    /// The words of a name in singular form. Empty for a name with anything but words and numbers.
    static func words(of name: String) -> [String] {
        let tokens = QuestionText(name).tokens
        return tokens.allSatisfy { $0.kind == .word || $0.kind == .number } ? tokens.map(\.lemma) : []
    }

    mutating func add(_ words: [String], _ target: Target) {
        guard (1...Self.maximumWords).contains(words.count), targets[words]?.contains(target) != true else { return }
        targets[words, default: []].append(target)
        longest = max(longest, words.count)
    }

    /// Every name with its target, in a stable order.
    var all: [(words: [String], target: Target)] {
        targets.keys.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { words in (targets[words] ?? []).map { (words, $0) } }
    }

    func named(_ words: [String]) -> [Target] { targets[words] ?? [] }

    /// Whether words of the question name a table.
    func namesTable(_ table: Int, _ words: [String]) -> Bool {
        guard longest > 0 else { return false }
        return words.indices.contains { start in
            (1...longest).contains { count in
                start + count <= words.count && named(Array(words[start..<start + count])).contains(.table(table))
            }
        }
    }
}
