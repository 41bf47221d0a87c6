import SQLSyntax

/// Queries that compare a measure with the same measure in another period.
extension QueryBuilder {
    /// The measure in the later period, in the earlier one, and the growth in percent.
    func growth(of measure: LogicalForm.Measure, over spans: LogicalForm.Spans) -> [SelectItem] {
        guard let inLater = expression(.days(spans.column, spans.later)), let inEarlier = expression(.days(spans.column, spans.earlier)) else {
            return []
        }
        let (later, earlier) = (expression(measure, where: inLater), expression(measure, where: inEarlier))
        return [
            .value(later, as: "later"), .value(earlier, as: "earlier"), .value(Self.percent(later, over: earlier), as: "growth_percent"),
        ]
    }

    /// The change of the measure in percent from the previous period of the same groups.
    func change(of measure: LogicalForm.Measure, by bucket: LogicalForm.Bucket, in form: LogicalForm) -> [SelectItem] {
        let own = expression(measure)
        let window = WindowSpecification(
            partition: form.groups.map(reference), order: [SortKey(expression(bucket), isDescending: false)])
        let before = Expression.function(FunctionCall("lag", .list([.init(own)]), over: .specification(window)))
        return [.value(Self.percent(own, over: before), as: "growth_percent")]
    }

    /// Null if the earlier value is zero.
    private static func percent(_ now: Expression, over before: Expression) -> Expression {
        let base = Expression.function(FunctionCall("nullif", .list([.init(before), .init(.literal(.number("0")))])))
        return .binary(.binary(.literal(.number("100.0")), .multiply, .binary(now, .subtract, before)), .divide, base)
    }

    /// The measure over only the rows that meet the condition.
    func expression(_ measure: LogicalForm.Measure, where condition: Expression) -> Expression {
        func those(_ value: Expression) -> Expression { .choice(CaseExpression(nil, [CaseExpression.Branch(condition, value)])) }
        switch measure {
        case .rows(let table):
            let key = index.tables[table].primaryKey
            let isRepeated = tree.multiplies(table) && key.count == 1
            let counted = isRepeated ? reference(ColumnID(table, key[0])) : .literal(.number("1"))
            return .function(FunctionCall("count", .list([.init(those(counted))]), isDistinct: isRepeated))
        case .distinct(let column): return .function(FunctionCall("count", .list([.init(those(reference(column)))]), isDistinct: true))
        case .aggregate(let aggregate, let column):
            return .function(FunctionCall(SQLName(aggregate.rawValue), .list([.init(those(numeric(column)))])))
        }
    }
}
