/// Verbs of motion that say at which of two places a row begins or ends: "flights that depart from the town".
enum DirectionWords {
    private static let origins = ["origin", "source", "start", "departure", "sender"]
    private static let destinations = ["destination", "target", "end", "arrival", "receiver"]

    private static let byStem: [String: [String]] = {
        var out: [String: [String]] = [:]
        for word in ["depart", "leave", "originate"] { out[WordForms.stem(word)] = origins }
        for word in ["arrive", "land", "reach"] { out[WordForms.stem(word)] = destinations }
        return out
    }()

    /// The stems of the nouns in names of keys that the question's words choose. Empty if it speaks of both ends.
    static func roles(in tokens: [WordToken]) -> Set<String> {
        let all = tokens.compactMap { token in
            switch token.lower {
            case "from": origins
            case "to": destinations
            default: byStem[token.stem]
            }
        }
        guard Set(all).count == 1 else { return [] }
        return Set(all[0].map(WordForms.stem))
    }
}
