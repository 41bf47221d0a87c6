/// Changes "a larger enrollment than" to "an enrollment larger than", which means the same.
enum ComparativeOrder {
    private static let comparatives: Set<String> = ["more", "less", "fewer", "greater"]
    /// Words that cannot be part of the compared name.
    private static let others: Set<String> = [
        "and", "or", "of", "in", "is", "are", "was", "were", "than", "the", "a", "an", "to", "by", "with", "for",
    ]

    static func arranged(_ tokens: [WordToken]) -> [WordToken] {
        var out = tokens
        var index = 0
        while index < out.count {
            defer { index += 1 }
            let word = out[index].lower
            guard comparatives.contains(word) || Adjectives.comparatives[word] != nil,
                let than = out[(index + 1)...].prefix(4).firstIndex(where: { $0.lower == "than" }), than > index + 1, than + 1 < out.count,
                out[than + 1].number == nil, !["last", "this", "in", "previous"].contains(out[than + 1].lower),
                out[(index + 1)..<than].allSatisfy({
                    $0.kind == .word && $0.number == nil && !others.contains($0.lower) && Adjectives.meanings[$0.lower] == nil
                })
            else { continue }
            out.insert(out.remove(at: index), at: than - 1)
            index = than
        }
        return out
    }
}
