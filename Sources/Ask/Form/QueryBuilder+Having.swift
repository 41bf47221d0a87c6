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
            return .binary(expression(condition.measure, where: later), sign, expression(condition.measure, where: earlier))
        }
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
