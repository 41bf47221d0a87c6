extension Reading {
    /// What the reading takes for granted, in sentences for people.
    func sentences(in index: SourceIndex) -> [String] {
        notes.sorted().compactMap { note -> String? in
            switch note {
            case .displayColumn: "rows are named by the column that names them best"
            case .ambiguousColumn: "a word fits more than one column; the nearest one is meant"
            case .ambiguousValue: "a value stands in more than one column; the nearest one is meant"
            case .partialName: "a name is said in part"
            case .inferredJoin: "tables are joined by columns that are named alike; the schema declares no key"
            case .impliedYear: "a number is taken for a year"
            case .impliedAdjective: "a word such as \"large\" is taken for the column that it fits"
            case .sumOfColumn: "an amount is added up"
            case .attributeList: "each value is listed once"
            case .listedOnce: "rows that are alike are listed once"
            case .ambiguousJoin: "two keys join the same tables; the first one is meant"
            case .mayRepeat: "a value may be listed more than once"
            case .repeated: rows.map { "\($0.all) rows, \($0.different) different" }
            case .or: "one of the conditions is enough"
            default: nil
            }
        }
    }
}
