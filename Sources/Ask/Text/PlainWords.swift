/// Removes words of courtesy. Replaces "along with" by "and", "are home to" by "have", and "sum of money" by "amount", and leaves out "piece of".
enum PlainWords {
    private static let courtesies: Set<String> = ["please", "kindly", "thanks"]

    private static let forms: Set<String> = ["is", "are", "was", "were"]

    static func of(_ tokens: [WordToken]) -> [WordToken] {
        var out: [WordToken] = []
        for (place, token) in tokens.enumerated() {
            if isCourtesy(token, at: place) { continue }
            // "Please, which …"
            if token.text == ",", out.isEmpty, place > 0 { continue }
            let before = out.suffix(2).map(\.lower)
            if token.lower == "longer", before.last == "no", place + 1 == tokens.count || tokens[place + 1].lower != "than" {
                out[out.count - 1] = WordToken(.word, text: "not", lower: "not")
            } else if token.lower == "with", before.last == "along" {
                out[out.count - 1] = WordToken(.word, text: "and", lower: "and")
            } else if token.lower == "of", ["piece", "pieces"].contains(before.last), isNoun(tokens, place + 1) {
                out.removeLast()
            } else if token.lower == "money", before == ["sum", "of"] {
                out.replaceSubrange(out.count - 2..<out.count, with: [WordToken(.word, text: "amount", lower: "amount")])
            } else if token.lower == "to", before.last == "home", forms.contains(before[0]) {
                out.replaceSubrange(out.count - 2..<out.count, with: [WordToken(.word, text: "have", lower: "have")])
            } else {
                out.append(token)
            }
        }
        return out.contains { $0.kind != .mark } ? sayingDistinct(out) : tokens
    }

    private static func isNoun(_ tokens: [WordToken], _ place: Int) -> Bool {
        tokens.indices.contains(place) && tokens[place].kind == .word && !["the", "a", "an", "each", "every"].contains(tokens[place].lower)
    }

    /// Replaces "list each name only once" by "list the distinct names".
    private static func sayingDistinct(_ tokens: [WordToken]) -> [WordToken] {
        guard let once = tokens.lastIndex(where: { $0.lower == "once" }), once + 1 == tokens.count || tokens[once + 1].kind == .mark else {
            return tokens
        }
        var end = once
        while end > 0, ["only", "just", "exactly"].contains(tokens[end - 1].lower) { end -= 1 }
        let start = tokens[..<end].lastIndex { $0.kind == .mark || commands.contains($0.lower) } ?? -1
        guard start + 1 < end, ["each", "every"].contains(tokens[start + 1].lower) else { return tokens }
        let noun = tokens[(start + 2)..<end]
        guard noun.count <= 3, noun.allSatisfy({ $0.kind == .word }) else { return tokens }
        if noun.isEmpty {
            // "just the names, each once"
            guard let command = tokens[..<(start + 1)].lastIndex(where: { commands.contains($0.lower) }) else { return tokens }
            return tokens[...command] + [WordToken(.word, text: "distinct", lower: "distinct")]
                + tokens[(command + 1)..<max(command + 1, start)].filter { !["the", "just", "only"].contains($0.lower) } + tokens[(once + 1)...]
        }
        return tokens[...start] + [WordToken(.word, text: "distinct", lower: "distinct")] + noun + tokens[(once + 1)...]
    }

    private static let commands: Set<String> = ["list", "show", "give", "return", "report", "print", "display"]

    /// A capitalized word is a name, unless it begins the question.
    private static func isCourtesy(_ token: WordToken, at place: Int) -> Bool {
        token.kind == .word && courtesies.contains(token.lower) && (place == 0 || !token.isCapital)
    }
}
