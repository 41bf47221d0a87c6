/// Numbers written as words.
enum NumberWords {
    private static let cardinals: [String: Double] = [
        "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
        "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100, "thousand": 1_000, "once": 1, "twice": 2,
        "thrice": 3,
    ]
    private static let ordinals: [String: Double] = [
        "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
    ]

    static func value(of word: String) -> Double? { cardinals[word] }

    static func ordinal(_ word: String) -> Double? {
        if let known = ordinals[word] { return known }
        for suffix in ["st", "nd", "rd", "th"] where word.hasSuffix(suffix) {
            if let value = Int(word.dropLast(2)) { return Double(value) }
        }
        return nil
    }
}
