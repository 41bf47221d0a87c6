/// Ages, where a table says when somebody was born.
extension DraftResolver {
    /// The date of birth of the rows, where they have no column for their age.
    func birth(_ near: Int?) -> ColumnID? {
        guard let table = near ?? entity else { return nil }
        let columns = index.columns(of: table)
        func says(_ column: ColumnID, _ word: String) -> Bool { index[column].form.words.contains { $0.lemma == word } }
        guard !columns.contains(where: { says($0, "age") && index[$0].profile.kind == .number }) else { return nil }
        let births = columns.filter { index[$0].profile.kind == .date && (says($0, "birth") || says($0, "birthday") || says($0, "born")) }
        return births.count == 1 ? births[0] : nil
    }

    /// When those were born who are older or younger than so many years on a day; nil for an exact age.
    static func births(_ comparison: Comparison, _ years: Int, until today: CalendarDay) -> DateSpan? {
        let isWhole = comparison == .greater || comparison == .lessOrEqual
        let turned = years + (isWhole ? 1 : 0)
        let month = today.firstOfMonth(adding: -12 * turned)
        let last = month.firstOfMonth(adding: 1).adding(days: -1)
        let next = CalendarDay(month.year, month.month, min(today.day, last.day)).adding(days: 1)
        switch comparison {
        case .greater, .greaterOrEqual: return DateSpan(start: nil, end: next, label: "before \(next.text)")
        case .less, .lessOrEqual: return DateSpan(start: next, end: nil, label: "since \(next.text)")
        case .equal, .notEqual: return nil
        }
    }
}
