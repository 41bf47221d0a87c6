/// What a question says, before its columns are resolved.
struct Draft {
    /// A column as it is mentioned.
    struct Mention: Hashable {
        var candidates: [LinkedItem.ColumnLink]
        /// The table that the words tie it to: "name of the customer".
        var owner: Int?
        /// The table mentioned last before it.
        var near: Int?
        var item: LinkedItem
        /// Nothing but "name": the display columns of a table will do.
        var isName: Bool
        /// Nothing but "id".
        var isBareId: Bool { item.end - item.start == 1 && saysId }
        var saysId = false
        var isPlural = false
        /// Right after its table: "shipping costs".
        var isCompound = false
        /// By "when" or "where", not by a name.
        var isImplied = false
    }

    enum Output: Hashable {
        case column(Mention)
        case aggregate(LogicalForm.Aggregate, Mention)
        case rows(Int)
        case distinct(Mention)
        /// A count of what the question names only by a verb: "how many times".
        case times
        case entity(Int)
        /// An amount of money that no name says: "revenue".
        case amount(LogicalForm.Aggregate)
        /// What was paid, which a verb alone says: "what did we pay each carrier".
        case cost
        case everything(Int?)
    }

    struct Shown: Hashable {
        var output: Output
        var sentence: Int
    }

    indirect enum Condition: Hashable {
        case compare(Mention, Comparison, Constant)
        case columns(Mention, Comparison, Mention)
        case average(Mention, Comparison, LogicalForm.Aggregate, over: Mention?, [Condition])
        case timesAverage(Mention, Comparison, Double)
        case match(Mention, TextMatch, String, isNegated: Bool)
        case between(Mention, Double, Double, isNegated: Bool)
        case dateBetween(Mention, String, String)
        case null(Mention, isNegated: Bool)
        /// "active": a column of yes and no.
        case flag(Mention, isNegated: Bool)
        /// One of these values, whichever column has it.
        case value([LinkedItem.ValueLink], near: Int?, isNegated: Bool)
        /// A word of some longer value.
        case word([ColumnID], String, near: Int?)
        /// A year or day, whichever column holds such.
        case year(Comparison, Double, near: Int?, verb: [ColumnID])
        case yearBetween(Double, Double, near: Int?)
        case days(Mention?, DateSpan, near: Int?)
        /// The first row of the table lies in the span.
        case first(Int, DateSpan)
        /// A time of day on a day, whichever column holds such.
        case instant(Comparison, String, near: Int?)
        /// By the adjective: "older than 30".
        case adjective(String, Comparison, Double, near: Int?)
        case adjectiveAverage(String?, Comparison, near: Int?, [Condition])
        case any([Condition])
        case absent(tables: [Int], [Condition])
    }

    enum Measure: Hashable {
        case rows(Int)
        case times
        /// How many pieces of the rows of a table were sold.
        case sold(Int)
        case amount(LogicalForm.Aggregate)
        case aggregate(LogicalForm.Aggregate, Mention)
        case distinct(Mention)
    }

    struct GroupCondition: Hashable {
        /// What the measure of a group is compared with.
        enum Right: Hashable {
            case number(Double)
            /// "more than twice the average": so many times the average over all groups.
            case timesAverage(Double)
            /// "more in 2025 than in 2024": the first span with the second.
            case spans(DateSpan, DateSpan)
        }

        var measure: Measure
        var comparison: Comparison
        var right: Right

        init(measure: Measure, comparison: Comparison, number: Double) {
            self.init(measure: measure, comparison: comparison, right: .number(number))
        }

        init(measure: Measure, comparison: Comparison, right: Right) {
            (self.measure, self.comparison, self.right) = (measure, comparison, right)
        }
    }

    enum OrderKey: Hashable {
        case column(Mention)
        case measure(Measure)
        /// By the adjective, on the table mentioned nearest.
        case adjective(String, Int?)
        /// By what is shown.
        case display
    }

    struct Ordering: Hashable {
        var key: OrderKey
        var isDescending: Bool
    }

    enum Group: Hashable {
        case table(Int)
        case column(Mention)
    }

    var shown: [Shown] = []
    var entity: Int?
    var conditions: [Condition] = []
    var groups: [Group] = []
    /// "per month".
    var period: TimeUnit?
    /// "per store", "by channel": of a table its rows are counted, of a number its sum is taken.
    var sumsUp = false
    /// "share of": in percent of all.
    var isShare = false
    /// "share of online orders that were cancelled": how many of the conditions, from the first on, say of what the share is.
    var wholeConditions = 0
    /// "top 3 films".
    var isTop = false
    /// "the first 3 of all": not of each group.
    var ranksAll = false
    /// "running total": added up from the first span of the calendar on.
    var isRunning = false
    /// "growth", "compared with": the same number of another time stands beside it.
    var comparesTimes = false
    /// "the month before": the other time is the one right before.
    var comparesWithBefore = false
    /// "Which month …": the span of the calendar itself is asked for.
    var asksForPeriod = false
    /// "average number of orders per store": of the numbers that the groups have.
    var isMeanOfGroups = false
    var having: [GroupCondition] = []
    var order: [Ordering] = []
    var limit: Int?
    /// "the second oldest": how many rows come before.
    var skipped = 0
    var isDistinct = false
    var required: [Int] = []
    /// Tables of "of" phrases after the entity: possessors that may restrict.
    var mentioned: [Int] = []
    /// Conditions of which each must be met by some row, not all by one.
    var isBoth = false
    /// Values right after the rows that are asked for and "in": "stores in Graz".
    var places: Set<String> = []
    /// The word "both" says so.
    var saysBoth = false
    /// "Most common X": group by what is shown, by count.
    var popularity: Ordering?
    var asksForChange = false
    /// Items that had no effect.
    var unused: [LinkedItem] = []
    var usesAbsence = false
    /// "never": no row of several may be so.
    var isNever = false
    var notes: Set<Note> = []

    /// Choices that make a reading less sure.
    enum Note: String, Hashable, Comparable {
        case displayColumn, ambiguousColumn, ambiguousValue, partialName, inferredJoin, longJoin, impliedYear, impliedAdjective, pendingColumn,
            lonelyNumber
        case looseClause, nestedNegation, secondSentence, several, implicitGroup, sumOfColumn, wordOfValue, weakLink, farColumn, unusedTable, both,
            absence, or, softWord, softVerb, softVerbs
        /// No name says what a noun means, and everything else speaks of one table, whose rows it is taken for.
        case impliedTable
        /// A number is added up whose name the question says only in part.
        case countOfPart
        /// A number that is kept as text is compared or added up.
        case numberInText
        /// "than any": more than all of them, or than one.
        case anyOfThem
        /// Rows that may be equal are listed once.
        case once
        /// A join repeats the rows that are counted, which are counted once.
        case countedOnce
        /// Counting the rows that a join repeats once gives other numbers than counting each.
        case countsDiffer
        /// A table at the end of a join is named by no word.
        case unnamedTable
        /// A table on the way of a join is named by no word.
        case unnamedLink
        /// Something was guessed, and there are no such rows.
        case noRows
        /// The list was seen to hold rows twice because of a join.
        case repeated
        /// Two keys join the same tables, and the words choose neither.
        case ambiguousJoin
        /// A join repeats the rows that are asked for, which are listed once.
        case listedOnce
        /// "Which teachers …?": each row that is asked for is one answer.
        case asksForEach
        /// The same as ``listedOnce`` where the question asks for each.
        case eachOnce
        /// A verb that nothing explains is taken for rows of the one table that refers to what is asked for.
        case guessedEvent
        /// A column that fits the words less well than another was taken for its place.
        case weakerName
        case join, joinOfThree, joinOfMore, grouped, groupCondition, limited, combined, wide, noFilter, manyFilters, mayRepeat, attributeList,
            multiplied

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }
}

extension Draft.Output {
    /// Whether it is put together over rows.
    var isComputed: Bool {
        switch self {
        case .aggregate, .rows, .distinct, .times, .amount, .cost: true
        case .column, .entity, .everything: false
        }
    }
}
