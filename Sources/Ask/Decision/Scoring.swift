/// Estimates the confidence of a reading: the share of similar readings that were right.
///
/// `scripts/fit-confidence` fits the weights, leaving out one database after the other.
package struct Scoring {
    /// Below this a question is not answered.
    package static let threshold = 0.7

    /// What each note adds to the log odds.
    static let weights: [Draft.Note: Double] = [
        .absence: 0.3, .ambiguousColumn: -1.2, .ambiguousJoin: -0.8, .ambiguousValue: -0.8, .attributeList: 0.2, .both: 0.6, .combined: 0.9,
        .countOfPart: -1.5, .countedOnce: -0.4, .displayColumn: -1.2, .farColumn: 0.1, .groupCondition: 0.1, .grouped: 0.3, .implicitGroup: -0.8,
        .impliedAdjective: 0.4, .impliedYear: -1.0, .inferredJoin: -0.3, .join: -0.5, .joinOfMore: -0.4, .joinOfThree: -0.8, .listedOnce: -0.5,
        .manyFilters: -0.3, .mayRepeat: -1.5, .multiplied: 0.4, .numberInText: -2.2, .once: -0.9, .or: -0.3, .pendingColumn: -1.1, .repeated: -1.2,
        .softVerb: -0.2, .softVerbs: -0.6, .sumOfColumn: -0.2, .unusedTable: -0.5, .wide: -0.8,
    ]
    static let bias = 3.5
    static let perTenWords = -0.6
    static let perUnusedWord = -2.0
    static let weakestLink = 0.4

    static func confidence(_ notes: Set<Draft.Note>, words: Int, unused: Int, weakest: Double) -> Double {
        var odds = bias + perTenWords * Double(min(words, 30)) / 10 + perUnusedWord * Double(unused) + weakestLink * (weakest - 1)
        for note in notes.sorted() { odds += weights[note] ?? 0 }
        return 1 / (1 + Exponential.e(-odds))
    }

    /// Every number of the table in words, by name.
    package static var table: [String] {
        ["bias \(bias)", "perTenWords \(perTenWords)", "perUnusedWord \(perUnusedWord)", "threshold \(threshold)", "weakestLink \(weakestLink)"]
            + weights.sorted { $0.key < $1.key }.map { "\($0.key.rawValue) \($0.value)" }
    }
}
