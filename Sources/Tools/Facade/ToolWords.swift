import Access
import Foundation
import JSON
import MCP

/// The words of a tool with their weights, for `tools_search`.
struct ToolWords: Sendable {
    /// Most words of a query that are used.
    static let maximumCount = 16
    /// Share of the weight for a word that is only a prefix of the query's word, or the other way round.
    private static let partialShare = 0.5
    /// Shorter words must be equal. Unit: characters.
    private static let minimumPrefix = 3

    /// For each word the greatest weight of the texts that contain it.
    private var weights: [String: Double] = [:]

    init(_ tool: ToolDefinition) {
        add(tool.name, 8)
        for alias in tool.aliases.keys { add(alias, 4) }
        add(tool.title, 4)
        add(tool.description, 2)
        for (name, property) in tool.properties {
            add(name, 3)
            add(property["description"]?.string ?? "", 1)
            for value in property["enum"]?.array ?? [] { add(value.string ?? "", 3) }
        }
        for choice in tool.choice?.choices ?? [] { add(choice.value, 3) }
    }

    private mutating func add(_ text: String, _ weight: Double) {
        for word in Self.words(of: text) { weights[word] = max(weights[word] ?? 0, weight) }
    }

    /// How well the tool matches one word of a query; 0 when it does not.
    func weight(of word: String) -> Double {
        if let exact = weights[word] { return exact }
        guard word.count >= Self.minimumPrefix else { return 0 }
        return weights.reduce(0) { best, known in
            guard known.key.count >= Self.minimumPrefix, known.key.hasPrefix(word) || word.hasPrefix(known.key) else { return best }
            return max(best, known.value * Self.partialShare)
        }
    }

    /// Lower-case words without plural endings; `filterByTk` and `api_keys` are split into several.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isAfterLower = false
        for character in text {
            let isUpper = character.isUppercase
            if !character.isLetter && !character.isNumber || isUpper && isAfterLower {
                if !word.isEmpty { words.append(singular(word)) }
                word = ""
            }
            if character.isLetter || character.isNumber { word += character.lowercased() }
            isAfterLower = character.isLowercase
        }
        if !word.isEmpty { words.append(singular(word)) }
        return words
    }

    private static func singular(_ word: String) -> String {
        guard word.count > 3, word.hasSuffix("s"), !word.hasSuffix("ss") else { return word }
        return word.hasSuffix("ies") ? word.dropLast(3) + "y" : String(word.dropLast())
    }
}

extension Toolbox {
    /// The tools offered to a caller that match a query, best first; all of them in the order of definition for a query without words.
    ///
    /// A word that few tools have counts more than a common one (inverse document frequency).
    func search(_ query: String, for caller: Caller, in packages: PackageSelection) -> [MCP.Tool] {
        let offered = list(for: caller, in: packages).tools
        let words = Set(ToolWords.words(of: String(query.prefix(1_000))).prefix(ToolWords.maximumCount))
        guard !words.isEmpty else { return offered }
        let indexed = offered.compactMap { tool in find(tool.name).map { (tool: tool, words: self.words(of: $0.entry.definition)) } }
        var scores = [Double](repeating: 0, count: indexed.count)
        for word in words {
            let weights = indexed.map { $0.words.weight(of: word) }
            let matches = weights.count { $0 > 0 }
            guard matches > 0 else { continue }
            let rarity = log(1 + Double(indexed.count) / Double(matches))
            for (index, weight) in weights.enumerated() { scores[index] += weight * rarity }
        }
        // Equal scores keep the order of definition.
        let ranked = scores.indices.filter { scores[$0] > 0 }.sorted { (scores[$0], $1) > (scores[$1], $0) }
        return ranked.map { indexed[$0].tool }
    }
}
