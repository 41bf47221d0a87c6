extension Reading {
    /// The assumptions of the reading.
    var sentences: [Sentence] {
        notes.sorted().compactMap { note -> Sentence? in
            switch note {
            case .displayColumn: Sentence(.displayColumn)
            case .ambiguousColumn: Sentence(.ambiguousColumn)
            case .ambiguousValue: Sentence(.ambiguousValue)
            case .partialName: Sentence(.partialName)
            case .inferredJoin: Sentence(.inferredJoin)
            case .impliedYear: Sentence(.impliedYear)
            case .impliedAdjective: Sentence(.impliedAdjective)
            case .sumOfColumn: Sentence(.sumOfColumn)
            case .attributeList: Sentence(.attributeList)
            case .listedOnce, .eachOnce: Sentence(.listedOnce)
            case .ambiguousJoin: Sentence(.ambiguousJoin)
            case .mayRepeat: Sentence(.mayRepeat)
            case .repeated: rows.map { Sentence(.repeated, "\($0.all)", "\($0.different)") }
            case .or: Sentence(.or)
            default: nil
            }
        }
    }
}
