/// Removes words of courtesy, and replaces "along with" by "and" and "are home to" by "have", which mean the same.
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
            } else if token.lower == "to", before.last == "home", forms.contains(before[0]) {
                out.replaceSubrange(out.count - 2..<out.count, with: [WordToken(.word, text: "have", lower: "have")])
            } else {
                out.append(token)
            }
        }
        return out.contains { $0.kind != .mark } ? out : tokens
    }

    /// A capitalized word is a name, unless it begins the question.
    private static func isCourtesy(_ token: WordToken, at place: Int) -> Bool {
        token.kind == .word && courtesies.contains(token.lower) && (place == 0 || !token.isCapital)
    }
}
