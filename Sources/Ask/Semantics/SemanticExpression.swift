package import SQLSyntax

/// The expression of a concept over the columns of one table.
package struct SemanticExpression: Hashable, Sendable {
    /// The expression with unqualified column names, in the table's spelling.
    package let value: Expression
    /// How rows are aggregated: a measure by its sum, a metric by its own aggregate. Nil for a filter.
    package let total: Total?

    package enum Total: Hashable, Sendable {
        case aggregate(LogicalForm.Aggregate)
        case distinct
    }

    /// The reason why an expression is invalid.
    struct Failure: Error {
        let reason: String
    }

    /// - Parameter columns: the columns of the table.
    /// - Throws: ``Failure``.
    init(_ concept: SemanticLayer.Concept, columns: [String], in dialect: Dialect) throws {
        let written = try Self.parsed(concept.expression, in: dialect)
        var reader = Reader(columns: columns, dialect: dialect)
        switch concept.kind {
        case .measure:
            (value, total) = (try reader.expression(written), .aggregate(.sum))
            guard reader.aggregates == nil else {
                throw Failure(reason: "a measure is a number of each row, which questions sum up; an aggregate of rows is a metric")
            }
        case .filter:
            (value, total) = (try reader.expression(written), nil)
            guard reader.aggregates == nil else { throw Failure(reason: "a filter is a condition on one row and cannot contain an aggregate") }
        case .metric: (value, total) = try Self.metric(written, &reader)
        }
    }

    /// Parses a text that contains one expression.
    private static func parsed(_ text: String, in dialect: Dialect) throws(Failure) -> Expression {
        do throws(SyntaxError) { return try Expression.parse(text, in: dialect) } catch { throw Failure(reason: "\(error)") }
    }

    private static func metric(_ written: Expression, _ reader: inout Reader) throws -> (Expression, Total) {
        guard case .function(let call) = written, call.schema == nil, call.over == nil, call.order.isEmpty, call.withinGroup.isEmpty else {
            throw Failure(reason: "a metric is one call of count, sum, avg, min or max")
        }
        let name = call.name.text.asciiLowercased
        var filter = try call.filter.map { try reader.expression($0) }
        let value: Expression
        let total: Total
        switch (name, call.arguments) {
        case ("count", .all): (value, total) = (.literal(.number("1")), .aggregate(.sum))
        case ("count", .list(let list)) where list.count == 1:
            let operand = try reader.expression(list[0].value)
            if call.isDistinct {
                (value, total) = (operand, .distinct)
            } else {
                let known = Expression.truth(operand, .null, isNegated: true)
                filter = filter.map { .logical(.and, [$0, known]) } ?? known
                (value, total) = (.literal(.number("1")), .aggregate(.sum))
            }
        case (_, .list(let list)) where list.count == 1 && !call.isDistinct:
            guard let aggregate = LogicalForm.Aggregate(rawValue: name) else {
                throw Failure(reason: "a metric is one call of count, sum, avg, min or max")
            }
            (value, total) = (try reader.expression(list[0].value), .aggregate(aggregate))
        default: throw Failure(reason: "a metric is one call of count, sum, avg, min or max of one value")
        }
        guard reader.aggregates == nil else { throw Failure(reason: "a metric puts rows together once") }
        guard let filter else { return (value, total) }
        // Rows that do not count add zero to a count, and are not part of an average.
        let otherwise: Expression? = value == .literal(.number("1")) ? .literal(.number("0")) : nil
        return (.choice(CaseExpression(nil, [CaseExpression.Branch(filter, value)], else: otherwise)), total)
    }

    /// The expression with its columns qualified by the table.
    func value(of table: SQLName?) -> Expression {
        var reader = Reader(columns: nil, dialect: .sqlite)
        reader.table = table
        // As above.
        return (try? reader.expression(value)) ?? value
    }

    /// Resolves column names, and refuses expressions that need more than one row of one table.
    private struct Reader: SyntaxRewriter {
        /// Nil if the names are already resolved.
        let columns: [String]?
        let dialect: Dialect
        var table: SQLName?
        var aggregates: String?

        init(columns: [String]?, dialect: Dialect) {
            self.columns = columns
            self.dialect = dialect
        }

        private static let aggregating: Set<String> = [
            "count", "sum", "avg", "min", "max", "total", "group_concat", "string_agg", "array_agg", "bool_and", "bool_or", "every", "stddev",
            "variance",
        ]

        mutating func statement(_ statement: SelectStatement) throws -> SelectStatement {
            throw Failure(reason: "queries inside an expression are not read")
        }

        mutating func call(_ call: FunctionCall) throws -> FunctionCall {
            guard call.over == nil else { throw Failure(reason: "window functions are not read") }
            if Self.aggregating.contains(call.name.text.asciiLowercased) {
                // In SQLite, min and max of several arguments are not aggregates.
                let isOfOneRow = if case .list(let list) = call.arguments { list.count > 1 && dialect == .sqlite } else { false }
                if !isOfOneRow { aggregates = call.name.text }
            }
            return try rewritten(call)
        }

        mutating func expression(_ expression: Expression) throws -> Expression {
            guard case .column(var column) = expression else { return try rewritten(expression) }
            if let columns {
                guard column.table == nil, column.schema == nil else {
                    throw Failure(reason: "'\(column.name)': columns of the table are named without it")
                }
                guard let own = columns.first(where: { SQLName($0).isSame(as: column.name, in: dialect) }) else {
                    throw Failure(reason: "no column '\(column.name)'" + NearestName.hint(for: column.name.text, among: columns))
                }
                column = ColumnReference(SQLName(own))
            }
            column.table = table
            return .column(column)
        }
    }
}
