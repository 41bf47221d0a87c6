/// Verbs that only relate two rows: "rivers that flow into the sea", "wards to which nurses are attached".
enum RelatingVerbs {
    /// The verbs in plain form.
    private static let plain: Set<String> = Set(
        """
        flow pass cross occur happen cover attach assign connect link relate host feature house support face travel fly sail depart arrive carry contain
        handle deal involve act perform compete participate collaborate cooperate treat care cure concern discuss mention cite address border touch reach
        enter leave join move lie stand sit span stretch feed lead belong accompany appear figure occupy employ engage enroll register
        """.split(whereSeparator: \.isWhitespace).map(String.init))
    /// Words that precede nouns, not verbs.
    private static let beforeNouns: Set<String> = [
        "the", "a", "an", "of", "in", "no", "any", "each", "every", "per", "by", "for", "with", "without", "more", "most", "fewest", "many", "their",
        "its",
        "his", "her", "average", "total", "highest", "lowest", "different", "distinct", "and", ",", "all", "show", "list", "find", "count",
    ]

    /// Whether the token is one of these verbs, and no word before it makes it a noun.
    static func isVerb(_ tokens: [WordToken], at place: Int) -> Bool {
        guard place > 0, plain.contains(tokens[place].lemma) else { return false }
        return !beforeNouns.contains(tokens[place - 1].lower)
    }
}
