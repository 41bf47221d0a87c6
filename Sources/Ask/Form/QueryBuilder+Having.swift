import SQLSyntax

/// Conditions on groups.
extension QueryBuilder {
    /// The SQL condition on the groups of a form. Nil if it cannot be built.
    func expression(_ condition: LogicalForm.GroupCondition, in form: LogicalForm) -> Expression? {
        let sign = condition.comparison.binary
        switch condition.right {
        case .number(let number): return .binary(expression(condition.measure), sign, .literal(Self.number(number)))
        case .timesAverage(let factor):
            guard let average = average(of: condition.measure, in: form) else { return nil }
            return .binary(expression(condition.measure), sign, factor == 1 ? average : .binary(.literal(Self.number(factor)), .multiply, average))
        case .earlier(let spans):
            guard let later = expression(.days(spans.column, spans.later)), let earlier = expression(.days(spans.column, spans.earlier)) else {
                return nil
            }
            return .binary(sum(condition.measure, where: later), sign, sum(condition.measure, where: earlier))
        }
    }

    /// The measure over only the rows that meet the condition. A sum of none is zero, so that groups without rows in a period are compared too.
    private func sum(_ measure: LogicalForm.Measure, where condition: Expression) -> Expression {
        let value = expression(measure, where: condition)
        guard case .aggregate(.sum, _) = measure else { return value }
        return .function(FunctionCall("coalesce", .list([.init(value), .init(.literal(.number("0")))])))
    }

    /// The average of a measure over all groups of a form.
    private func average(of measure: LogicalForm.Measure, in form: LogicalForm) -> Expression? {
        var groups = form
        (groups.having, groups.order, groups.limit, groups.skipped, groups.isDistinct) = ([], [], nil, 0, false)
        groups.outputs = [.measure(measure)]
        groups.isMeanOfGroups = true
        var builder = QueryBuilder(index, depth: depth + 1, preference: preference)
        return builder.statement(of: groups).map { .subquery($0) }
    }
}
