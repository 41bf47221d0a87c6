/// How sure a reading is: the share of readings like it that were right, fitted on questions whose databases took turns in being left out.
struct Scoring {
    /// Below this a question is declined.
    static let threshold = 0.6

    /// What each note takes from the log odds.
    static let weights: [Draft.Note: Double] = [
        .absence: 0.4, .ambiguousColumn: -0.9, .ambiguousValue: -0.3, .attributeList: -0.4, .both: 0.4,
        .combined: 0.6, .displayColumn: -1.2, .farColumn: 0.2, .groupCondition: -0.0, .grouped: 0.1,
        .implicitGroup: -0.6, .impliedAdjective: 0.3, .impliedYear: -1.2, .inferredJoin: -0.5, .join: -0.5,
        .joinOfMore: -0.3, .joinOfThree: -0.5, .limited: 0.3, .lonelyNumber: -0.2, .long: -0.3, .looseClause: 0.2,
        .manyFilters: -0.1, .mayRepeat: -0.6, .multiplied: -0.0, .noFilter: 0.0, .or: -0.3, .partialName: -0.3,
        .pendingColumn: -1.0, .softVerb: -0.4, .softVerbs: -0.4, .softWord: -0.2, .sumOfColumn: -0.4,
        .unusedTable: -0.2, .countOfPart: -1.5, .wide: -0.6, .wordOfValue: -0.4,
    ]
    static let bias = 2.1
    static let perUnusedWord = -2.0
    static let weakestLink = 0.2

    static func confidence(_ notes: Set<Draft.Note>, unused: Int, weakest: Double) -> Double {
        var odds = bias + perUnusedWord * Double(unused) + weakestLink * (weakest - 1)
        for note in notes.sorted() { odds += weights[note] ?? 0 }
        return 1 / (1 + Exponential.e(-odds))
    }
}
