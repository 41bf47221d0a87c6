/// A limit on a number.
struct SchemaBound: Sendable {
    enum Keyword: String { case minimum, maximum, exclusiveMinimum, exclusiveMaximum }

    let keyword: Keyword
    let limit: JSONNumber

    func allows(_ number: JSONNumber) -> Bool {
        switch keyword {
        case .minimum: !(number < limit)
        case .maximum: !(limit < number)
        case .exclusiveMinimum: limit < number
        case .exclusiveMaximum: number < limit
        }
    }

    var words: String {
        switch keyword {
        case .minimum: "at least \(limit)"
        case .maximum: "at most \(limit)"
        case .exclusiveMinimum: "more than \(limit)"
        case .exclusiveMaximum: "less than \(limit)"
        }
    }
}
