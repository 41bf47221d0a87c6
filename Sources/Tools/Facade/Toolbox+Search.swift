import Access
import Foundation
import MCP

extension Toolbox {
    /// The tools offered to a caller that fit a query, best first; all of them in the order of definition for a query without words.
    ///
    /// A word that few tools have counts more than one that many have (inverse document frequency).
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
