package import SQLSyntax

/// What words cannot decide is looked up.
extension QuestionEngine {
    /// Longest that looking something up may take; what takes longer stays unknown.
    package static let probeTime = Duration.milliseconds(15)
    /// Rows of a list that are looked at.
    package static let probedRows = 1_000

    /// The reading in the light of its first rows: a join that repeats rows leaves it open whether each is wanted once.
    /// - Parameter run: runs a statement with the rights of who asks, within ``probeTime``; nil where that did not do.
    package func probed(_ reading: Reading, _ run: @Sendable (SelectStatement) async -> [[String?]]?) async -> Reading {
        guard reading.notes.contains(.multiplied), reading.unused.isEmpty, var statement = reading.statement, statement.limit == nil else {
            return reading
        }
        statement.limit = LimitClause(.literal(.number("\(Self.probedRows)")))
        guard let rows = await run(statement) else { return reading }
        let different = Set(rows).count
        guard different < rows.count else { return reading }
        var out = reading
        out.rows = (rows.count, different)
        out.notes.insert(.repeated)
        out.judge()
        if let once = once(reading) { out.alternatives.insert(once, at: 0) }
        return out
    }

    /// The same list with each row once.
    private func once(_ reading: Reading) -> Reading? {
        guard var form = reading.form, let index = reading.index, form.order.isEmpty, var statement = reading.statement,
            case .select(var core) = statement.body
        else { return nil }
        form.isDistinct = true
        core.distinct = .rows
        statement.body = .select(core)
        var out = reading
        out.form = form
        out.statement = statement
        out.interpretation = Paraphrase(index).text(of: form)
        out.alternatives = []
        return out
    }
}
