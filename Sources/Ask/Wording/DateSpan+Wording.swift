extension DateSpan {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]

    /// The period with its preposition: "in March 2024", "since 2023", "on 2026-02-14", "last month".
    var phrase: String {
        for word in ["after", "since", "before", "until"] where label.hasPrefix("\(word) ") {
            return "\(word) \(Self.spoken(String(label.dropFirst(word.count + 1))))"
        }
        let words = label.split(separator: " ")
        if words.count == 3, words[1] == "to", words[0].first?.isNumber == true { return "from \(label)" }
        if words.count == 3, words[0] == "last", let count = Int(words[1]) {
            return "in the last \(count) \(words[2])\(count == 1 || words[2].hasSuffix("s") ? "" : "s")"
        }
        if CalendarDay(label) != nil { return "on \(label)" }
        if let first = words.first, ["last", "this", "past", "previous", "current", "yesterday", "today"].contains(String(first)) { return label }
        if let first = words.first, first.allSatisfy({ $0.isLowercase }) { return first == "the" ? "in \(label)" : "in the \(label)" }
        return "in \(Self.spoken(label))"
    }

    /// The period as a noun: "March 2024".
    var noun: String { Self.spoken(label) }

    /// `2024-03` in words.
    private static func spoken(_ label: String) -> String {
        let parts = label.split(separator: "-")
        guard parts.count == 2, parts[0].count == 4, parts[1].count == 2, let month = Int(parts[1]), (1...12).contains(month) else { return label }
        return "\(months[month - 1]) \(parts[0])"
    }
}
