/// A question that changes the previous one: "and by region?", "only 2024", "as a percentage", "without Graz", "sort by name", "why?".
package struct FollowUp: Hashable, Sendable {
    package enum Change: Hashable, Sendable {
        /// Other groups. With ``adds``, additional groups.
        case group(adds: Bool)
        /// Only these rows. A condition on the same column is replaced.
        case keep
        /// Without these rows.
        case drop
        case share
        case sort
        case first(Int, isDescending: Bool)
        case turn(isDescending: Bool?)
        /// Explains how the previous question was read.
        case explain
    }

    package let change: Change
    /// The tokens from the first word about the subject of the change.
    let words: [WordToken]

    /// - Returns: nil for an independent question.
    package init?(_ question: String) {
        let tokens = QuestionText(question).tokens.filter { $0.kind != .mark }
        guard !tokens.isEmpty, tokens.count <= Self.maximumTokens else { return nil }
        let lower = tokens.map { $0.kind == .quoted ? "" : $0.lower }
        guard let found = Self.read(lower, tokens) else { return nil }
        change = found.change
        words = Array(tokens.dropFirst(found.count))
        guard words.isEmpty == Self.standsAlone(change) else { return nil }
    }

    /// Longest follow-up. Longer questions are independent.
    private static let maximumTokens = 16

    private static func standsAlone(_ change: Change) -> Bool {
        switch change {
        case .share, .turn, .explain: true
        case .group, .keep, .drop, .sort: false
        case .first: true
        }
    }

    /// Words at the start of a follow-up that do not change anything: "and now only".
    private static let leads: Set<String> = [
        "and", "now", "then", "but", "ok", "okay", "please", "also", "show", "it", "them", "that", "this", "the", "same",
    ]
    private static let groups: [[String]] = [
        ["for", "each"], ["grouped", "by"], ["group", "by"], ["split", "by"], ["broken", "down", "by"], ["break", "down", "by"], ["by"], ["per"],
        ["each"],
    ]
    private static let restrictions: [[String]] = [
        ["only", "for"], ["only", "in"], ["only", "from"], ["only", "of"], ["just", "for"], ["just", "in"], ["just", "from"], ["only"], ["just"],
        ["what", "about"], ["how", "about"], ["in"], ["for"], ["from"], ["of"], ["during"], ["since"], ["before"], ["after"], ["instead", "for"],
    ]
    private static let exclusions: [[String]] = [
        ["without"], ["except", "for"], ["except"], ["excluding"], ["but", "not"], ["leave", "out"], ["not", "in"], ["not", "from"], ["not"],
        ["exclude"],
    ]
    private static let shares: [[String]] = [
        ["as", "a", "percentage"], ["as", "percentage"], ["as", "percentages"], ["in", "percent"], ["as", "percent"], ["as", "a", "share"],
        ["as", "shares"], ["in", "percentages"], ["as", "a", "percent"], ["percentages"],
    ]
    private static let sorts: [[String]] = [
        ["sort", "by"], ["sorted", "by"], ["order", "by"], ["ordered", "by"], ["sort", "it", "by"], ["sort", "them", "by"], ["rank", "by"],
    ]
    private static let reasons: [[String]] = [
        ["why"], ["why", "that"], ["why", "so"], ["how", "so"], ["explain"], ["explain", "that"], ["explain", "it"],
        ["how", "did", "you", "get", "that"],
        ["how", "was", "that", "read"], ["how", "did", "you", "read", "that"], ["where", "does", "that", "come", "from"],
    ]

    private static func read(_ lower: [String], _ tokens: [WordToken]) -> (change: Change, count: Int)? {
        if reasons.contains(lower) { return (.explain, lower.count) }
        // "but not" and "except" may follow such words.
        var start = 0
        var adds = false
        while start < lower.count, leads.contains(lower[start]), !(lower[start] == "but" && start + 1 < lower.count && lower[start + 1] == "not") {
            if lower[start] == "and" || lower[start] == "also" { adds = true }
            start += 1
        }
        let rest = Array(lower[start...])
        func after(_ phrases: [[String]]) -> Int? {
            phrases.filter { rest.starts(with: $0) }.map(\.count).max().map { start + $0 }
        }
        if let end = after(shares), end == lower.count { return (.share, end) }
        if let end = after(sorts) { return (.sort, end) }
        if let first = top(rest, Array(tokens[start...])) { return (first.change, start + first.count) }
        if let turned = turn(rest) { return (.turn(isDescending: turned), lower.count) }
        if let end = after([["what", "about"], ["how", "about"]]) {
            let inner = Array(lower[end...])
            if let count = groups.filter({ inner.starts(with: $0) }).map(\.count).max() { return (.group(adds: adds), end + count) }
            if let count = [["in"], ["for"], ["from"]].filter({ inner.starts(with: $0) }).map(\.count).max() { return (.keep, end + count) }
            return (.keep, end)
        }
        if let end = after(exclusions) { return (.drop, end) }
        if let end = after(groups) { return (.group(adds: adds), end) }
        if let end = after(restrictions) { return (.keep, end) }
        // "monthly", "and Linz?"
        if rest.count == 1, TimeUnit(word: rest[0]) != nil, rest[0].hasSuffix("ly") { return (.group(adds: adds), start) }
        return adds && start > 0 && !rest.isEmpty ? (.keep, start) : nil
    }

    /// "top 5", "the first 10", "bottom three".
    private static func top(_ rest: [String], _ tokens: [WordToken]) -> (change: Change, count: Int)? {
        guard rest.count == 2,
            let isDescending = ["top": true, "first": true, "best": true, "bottom": false, "last": false, "worst": false][rest[0]],
            let number = tokens[1].number, let count = Int(exactly: number), (1...1_000).contains(count)
        else { return nil }
        return (.first(count, isDescending: isDescending), 2)
    }

    private static func turn(_ rest: [String]) -> Bool?? {
        switch rest {
        case ["descending"], ["in", "descending", "order"], ["largest", "first"], ["highest", "first"], ["newest", "first"], ["desc"]: .some(true)
        case ["ascending"], ["in", "ascending", "order"], ["smallest", "first"], ["lowest", "first"], ["oldest", "first"], ["asc"]: .some(false)
        case ["the", "other", "way", "round"], ["other", "way", "round"], ["reverse"], ["reversed"], ["in", "reverse", "order"]: .some(nil)
        default: nil
        }
    }
}
