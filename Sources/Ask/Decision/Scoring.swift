/// How sure a reading is: the share of readings like it that were right on databases that it was not fitted to.
struct Scoring {
    /// Below this a question is declined.
    static let threshold = 0.5

    /// What each note takes from the log odds.
    static let weights: [Draft.Note: Double] = [
        .displayColumn: -0.5, .ambiguousColumn: -1.0, .ambiguousValue: -0.9, .partialName: -0.7, .inferredJoin: -0.3, .longJoin: -0.4,
        .impliedYear: -0.2,
        .impliedAdjective: -0.2, .pendingColumn: -1.0, .lonelyNumber: -2, .looseClause: -0.5, .nestedNegation: -2, .secondSentence: -0.2,
        .several: -0.3,
        .implicitGroup: -0.2, .sumOfColumn: -0.7, .wordOfValue: -0.8, .weakLink: -0.9, .farColumn: -0.3, .unusedTable: -0.6, .both: -0.3,
        .absence: -0.3, .or: -0.2, .softWord: -0.5, .softVerb: -0.6, .softVerbs: -0.8,
    ]
    static let bias = 2.2
    static let perUnusedWord = -2.5
    static let weakestLink = 2.0

    static func confidence(_ notes: Set<Draft.Note>, unused: Int, weakest: Double) -> Double {
        var odds = bias + perUnusedWord * Double(unused) + weakestLink * (weakest - 1)
        for note in notes.sorted() { odds += weights[note] ?? 0 }
        return 1 / (1 + Exponential.e(-odds))
    }
}
