/// Estimates the confidence of a reading: the share of similar readings that were correct.
///
/// `scripts/fit-confidence` fits the weights with cross-validation, leaving out one database at a time.
package struct Scoring {
    /// Below this confidence, a question is not answered.
    package static let threshold = 0.62

    /// The contribution of each note to the log odds.
    static let weights: [Draft.Note: Double] = [
        .absence: 0.6, .ambiguousColumn: -1.3, .ambiguousJoin: -2.0, .ambiguousValue: -0.8, .anyOfThem: -1.0, .attributeList: -0.5, .both: 0.7,
        .combined: 0.8, .countOfPart: -1.5, .countedOnce: -0.9, .countsDiffer: -1.0, .displayColumn: -1.2, .eachOnce: -0.9, .groupCondition: 0.2,
        .grouped: 0.1,
        .guessedEvent: -3.5,
        .implicitGroup: -0.3, .impliedAdjective: 0.4, .impliedTable: -0.8, .impliedYear: -1.0, .inferredJoin: 0.1, .join: -0.6, .joinOfMore: -0.3,
        .joinOfThree: -1.0, .limited: 0.1, .listedOnce: -1.8, .looseClause: -0.2, .manyFilters: -0.3, .mayRepeat: -1.8, .multiplied: 0.4,
        .noFilter: -0.2, .noRows: -3.0, .numberInText: -2.3, .once: -0.9, .or: -0.2, .partialName: -0.1, .pendingColumn: -0.7, .repeated: -0.7,
        .softVerb: -0.1, .softVerbs: -0.6, .softWord: -0.4, .sumOfColumn: -0.3, .unnamedLink: -0.4, .unnamedTable: -0.2, .unusedTable: -0.5,
        .weakerName: -0.25,
        .wide: -0.9,
    ]
    static let bias = 3.7
    static let perTenWords = -0.8
    static let perUnusedWord = -1.9
    static let weakestLink = 0.1

    static func confidence(_ notes: Set<Draft.Note>, words: Int, unused: Int, weakest: Double) -> Double {
        var odds = bias + perTenWords * Double(min(words, 30)) / 10 + perUnusedWord * Double(unused) + weakestLink * (weakest - 1)
        for note in notes.sorted() { odds += weights[note] ?? 0 }
        return 1 / (1 + Exponential.e(-odds))
    }

    /// Every number of the scoring as text, by name.
    package static var table: [String] {
        ["bias \(bias)", "perTenWords \(perTenWords)", "perUnusedWord \(perUnusedWord)", "threshold \(threshold)", "weakestLink \(weakestLink)"]
            + weights.sorted { $0.key < $1.key }.map { "\($0.key.rawValue) \($0.value)" }
    }
}
