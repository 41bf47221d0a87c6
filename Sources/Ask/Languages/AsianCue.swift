/// The meaning of a word in a Chinese, Japanese or Korean question.
enum AsianCue: Hashable, Sendable {
    case count
    case average, sum
    /// Stands before or after the number.
    case comparison(String)
    case highest, lowest
    /// An adjective that determines the column: "most expensive".
    case adjective(String)
    /// "Each", before the grouping column.
    case each
    /// "Each", after the grouping column.
    case eachAfter
    /// "by", before the grouping or sorting column.
    case by
    case sort
    case ascending, descending
    case top
    case without
    case not
    case or, and
    case different
    /// English words for a time or a calendar period.
    case time(String)
    case period(String)
    case name
    /// Words without meaning for the query: particles, counters, "please", "show".
    case filler
    /// A form of "is" between a column and its value.
    case be
}

/// The languages whose questions are translated into English words before they are parsed.
enum AsianLanguage: Sendable, CaseIterable {
    case chinese, japanese, korean

    /// The language of a text by its letters; nil for others.
    init?(of text: String) {
        var hasHan = false
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x3041...0x30FF: self = .japanese; return
            case 0xAC00...0xD7A3: self = .korean; return
            case 0x4E00...0x9FFF, 0x3400...0x4DBF: hasHan = true
            default: continue
            }
        }
        guard hasHan else { return nil }
        self = .chinese
    }

    /// Words of questions, each with what it asks for.
    var cues: [String: AsianCue] {
        switch self {
        case .chinese: Self.chineseCues
        case .japanese: Self.japaneseCues
        case .korean: Self.koreanCues
        }
    }

    static func table(_ lines: [(String, AsianCue)]) -> [String: AsianCue] {
        var out: [String: AsianCue] = [:]
        for (words, cue) in lines { for word in words.split(separator: " ") { out[String(word)] = cue } }
        return out
    }
}
