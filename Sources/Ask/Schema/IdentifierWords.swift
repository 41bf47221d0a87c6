/// Splits a name of the schema into words and expands abbreviations.
enum IdentifierWords {
    /// Splits at underscores, hyphens, spaces, digits and changes of case: `Song_release_year`, `isPDF`, `STAFF_NO`.
    static func split(_ name: String) -> [String] {
        var words: [String] = []
        var word: [Character] = []
        func isUpper(_ index: Int, _ text: [Character]) -> Bool { index < text.count && text[index].isUppercase }
        func isLower(_ index: Int, _ text: [Character]) -> Bool { index < text.count && text[index].isLowercase }
        let text = Array(name)
        for (index, character) in text.enumerated() {
            guard character.isLetter || character.isNumber else {
                if !word.isEmpty { words.append(String(word)) }
                word = []
                if character == "%" { words.append("percent") }
                continue
            }
            if let last = word.last {
                let startsWord =
                    (character.isUppercase && last.isLowercase) || (character.isNumber != last.isNumber)
                    || (character.isUppercase && last.isUppercase && isLower(index + 1, text))
                if startsWord {
                    words.append(String(word))
                    word = []
                }
            }
            word.append(character)
        }
        if !word.isEmpty { words.append(String(word)) }
        return words.map { QuestionText.normalized($0) }.filter { !$0.isEmpty }
    }

    /// Prefixes that most columns of a table share: `emp_first`, `emp_last`.
    static func affixes(of columns: [String]) -> Set<String> {
        var counts: [String: Int] = [:]
        for name in columns {
            let parts = words(of: name)
            if parts.count > 1, let first = parts.first { counts[first, default: 0] += 1 }
        }
        return Set(counts.filter { columns.count >= 3 && $0.value >= 3 && Double($0.value) >= 0.6 * Double(columns.count) }.keys)
    }

    private static let tails = [
        "name", "title", "type", "code", "date", "city", "state", "age", "sex", "phone", "email", "salary", "number", "num", "no", "id", "addr",
        "address", "year",
    ]

    /// Suffixes that are written together with a table's name: `custid`.
    private static let joinedTails = ["name", "type", "code", "date", "number", "num", "no", "id"]

    /// Removes a table's initials from a column's name: `gname` in `guild` is the guild's name. The initials are one or two letters before
    /// a common word.
    static func withoutInitials(_ column: String, in table: String, _ tables: [String]) -> String {
        let lower = column.lowercased()
        guard lower.allSatisfy(\.isLetter), Abbreviations.known[lower] == nil else { return column }
        for tail in tails where lower.hasSuffix(tail) && (1...2).contains(lower.count - tail.count) {
            let initials = lower.dropLast(tail.count)
            if ([table] + tables).contains(where: { $0.lowercased().hasPrefix(initials) }) { return "\(initials)_\(tail)" }
        }
        for tail in joinedTails where lower.hasSuffix(tail) && lower.count - tail.count > 2 {
            let start = String(lower.dropLast(tail.count))
            if Abbreviations.known[start] != nil || ([table] + tables).contains(where: { words(of: $0).contains { $0.hasPrefix(start) } }) {
                return "\(start)_\(tail)"
            }
        }
        return column
    }

    /// Joins a single letter with the next part if that is a known word: `LName` becomes `lname`.
    private static func joined(_ parts: [String]) -> [String] {
        guard parts.count > 1, parts[0].count == 1, Abbreviations.known[parts[0] + parts[1]] != nil else { return parts }
        return [parts[0] + parts[1]] + parts.dropFirst(2)
    }

    private static let compoundTails = ["date", "code", "type", "name"]
    /// Words that end like compounds but are not compounds.
    private static let noCompounds: Set<String> = [
        "candidate", "mandate", "validate", "consolidate", "accommodate", "liquidate", "elucidate", "intimidate", "invalidate", "prototype",
        "stereotype",
        "encode", "decode", "unicode", "surname", "nickname", "forename", "rename", "hostname", "postcode", "zipcode", "update",
    ]

    /// Splits compounds: `shipdate` and `rolecode` are two words.
    private static func parts(of word: String) -> [String] {
        guard Abbreviations.known[word] == nil, !noCompounds.contains(word), word.allSatisfy(\.isLetter) else { return [word] }
        for tail in compoundTails where word.hasSuffix(tail) && word.count - tail.count > 2 { return [String(word.dropLast(tail.count)), tail] }
        return [word]
    }

    /// The words of a name, with expanded abbreviations, in singular form.
    static func words(of name: String) -> [String] {
        joined(split(name)).flatMap { parts(of: $0) }.flatMap { word -> [String] in
            if let known = Abbreviations.known[word] { return known.split(separator: " ").map(String.init) }
            return [WordForms.lemma(word)]
        }
    }
}
