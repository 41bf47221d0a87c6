/// The content of a question before its columns are resolved.
struct Draft {
    /// A mention of a column.
    struct Mention: Hashable {
        var candidates: [LinkedItem.ColumnLink]
        /// The table to which the words tie it: "name of the customer".
        var owner: Int?
        /// The last table mentioned before it.
        var near: Int?
        var item: LinkedItem
        /// Whether it is only "name", which any display column of a table satisfies.
        var isName: Bool
        /// Whether it is only "id".
        var isBareId: Bool { item.end - item.start == 1 && saysId }
        var saysId = false
        var isPlural = false
        /// Whether it directly follows its table: "shipping costs".
        var isCompound = false
        /// Whether "when" or "where" implies it, instead of a name.
        var isImplied = false
    }

    enum Output: Hashable {
        case column(Mention)
        case aggregate(LogicalForm.Aggregate, Mention)
        case rows(Int)
        case distinct(Mention)
        /// A count of something that only a verb names: "how many times".
        case times
        case entity(Int)
        /// An amount of money that is not part of a name: "revenue".
        case amount(LogicalForm.Aggregate)
        /// The amount paid, which only a verb names: "what did we pay each carrier".
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
        /// "active": a boolean column.
        case flag(Mention, isNegated: Bool)
        /// One of these values, in any column.
        case value([LinkedItem.ValueLink], near: Int?, isNegated: Bool)
        /// A word of a longer value.
        case word([ColumnID], String, near: Int?)
        /// A year or day, in any column with such values.
        case year(Comparison, Double, near: Int?, verb: [ColumnID])
        case yearBetween(Double, Double, near: Int?)
        case days(Mention?, DateSpan, near: Int?)
        /// The first row of the table is in the period.
        case first(Int, DateSpan)
        /// A time of day on a day, in any column with such values.
        case instant(Comparison, String, near: Int?)
        /// Named by an adjective: "older than 30".
        case adjective(String, Comparison, Double, near: Int?)
        case adjectiveAverage(String?, Comparison, near: Int?, [Condition])
        /// "of their category", "of their own hotel": the rows that share it with the row outside.
        case shared(Group)
        case any([Condition])
        case absent(tables: [Int], [Condition])
    }

    enum Measure: Hashable {
        case rows(Int)
        case times
        /// How many pieces of a table's rows were sold.
        case sold(Int)
        case amount(LogicalForm.Aggregate)
        case aggregate(LogicalForm.Aggregate, Mention)
        case distinct(Mention)
    }

    struct GroupCondition: Hashable {
        /// The value with which a group's measure is compared.
        enum Right: Hashable {
            case number(Double)
            /// "more than twice the average": a multiple of the average over all groups.
            case timesAverage(Double)
            /// "more in 2025 than in 2024": the first period against the second.
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
        /// Named by an adjective, on the table mentioned nearest.
        case adjective(String, Int?)
        /// By the displayed output.
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
    /// "per store", "by channel": the rows of a table are counted, and a number is summed up.
    var sumsUp = false
    /// "share of": in percent of all.
    var isShare = false
    /// "share of online orders that were cancelled": how many of the conditions, from the first, define the whole of the share.
    var wholeConditions = 0
    /// "top 3 films".
    var isTop = false
    /// "the first 3 of all": the limit does not apply to each group.
    var ranksAll = false
    /// "running total": cumulative from the first calendar period.
    var isRunning = false
    /// "growth", "compared with": the same number of another period is displayed beside it.
    var comparesTimes = false
    /// "the month before": the other period directly precedes.
    var comparesWithBefore = false
    /// "Which month …": the question asks for a calendar period.
    var asksForPeriod = false
    /// "average number of orders per store": the average over the groups' numbers.
    var isMeanOfGroups = false
    var having: [GroupCondition] = []
    var order: [Ordering] = []
    var limit: Int?
    /// "the second oldest": number of rows to skip.
    var skipped = 0
    var isDistinct = false
    var required: [Int] = []
    /// Tables in "of" phrases after the entity, which may be owners that restrict it.
    var mentioned: [Int] = []
    /// Whether each condition must be met by some row, instead of all by one row.
    var isBoth = false
    /// Values after the requested rows and "in": "stores in Graz".
    var places: Set<String> = []
    /// Whether the question contains the word "both".
    var saysBoth = false
    /// "Most common X": groups by the displayed output, ordered by count.
    var popularity: Ordering?
    var asksForChange = false
    /// Items that had no effect.
    var unused: [LinkedItem] = []
    var usesAbsence = false
    /// "never": none of several rows may meet the condition.
    var isNever = false
    var notes: Set<Note> = []

    /// Choices that lower the confidence of a reading.
    enum Note: String, Hashable, Comparable {
        case displayColumn, ambiguousColumn, ambiguousValue, partialName, inferredJoin, longJoin, impliedYear, impliedAdjective, pendingColumn,
            lonelyNumber
        case looseClause, nestedNegation, secondSentence, several, implicitGroup, sumOfColumn, wordOfValue, weakLink, farColumn, unusedTable, both,
            absence, or, softWord, softVerb, softVerbs
        /// A noun that is not part of a name was taken for the rows of the only table that the rest of the question concerns.
        case impliedTable
        /// A number is summed up although the question contains only a part of its name.
        case countOfPart
        /// A number stored as text is compared or summed up.
        case numberInText
        /// "than any": more than all of them, or more than one of them.
        case anyOfThem
        /// Rows that may be equal are listed once.
        case once
        /// A join duplicates the counted rows, which are counted once.
        case countedOnce
        /// Counting duplicated rows once gives other numbers than counting them each time.
        case countsDiffer
        /// A table at the end of a join is not named.
        case unnamedTable
        /// A table in the middle of a join is not named.
        case unnamedLink
        /// A guess has no matching rows.
        case noRows
        /// A probe found that the list contains duplicates from a join.
        case repeated
        /// Two keys join the same tables, and the words do not decide between them.
        case ambiguousJoin
        /// A join duplicates the requested rows, which are listed once.
        case listedOnce
        /// "Which teachers …?": the question asks for each row.
        case asksForEach
        /// The same as ``listedOnce``, for a question that asks for each row.
        case eachOnce
        /// An unknown verb was taken for the rows of the only table that references the requested rows.
        case guessedEvent
        /// Another column was used in place of one that matches the words better.
        case weakerName
        case join, joinOfThree, joinOfMore, grouped, groupCondition, limited, combined, wide, noFilter, manyFilters, mayRepeat, attributeList,
            multiplied

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }
}

extension Draft.Output {
    /// Whether it is an aggregate.
    var isComputed: Bool {
        switch self {
        case .aggregate, .rows, .distinct, .times, .amount, .cost: true
        case .column, .entity, .everything: false
        }
    }
}
