package import SQL
package import SQLSyntax

/// Runs small queries to decide what the words alone leave open.
extension QuestionEngine {
    /// Most database steps for the probes of one question, about 15 ms. Probes beyond it are skipped, so the result does not depend on how
    /// busy the machine is.
    package static let probeSteps: Int64 = 400_000
    /// The time limit of the probes. A question that takes longer is read by its words alone.
    package static let probeTime = Duration.milliseconds(250)
    /// Most rows of a list that a probe reads.
    package static let probedRows = 1_000

    /// Improves the reading with probes of its rows. They decide which of two close readings has rows, whether both have the same rows, and
    /// whether a join duplicates rows.
    ///
    /// - Parameters:
    ///   - time: a longer limit for a very busy machine.
    ///   - run: executes a statement with the caller's rights, within the time and step limits. Nil if it failed.
    package func probed(
        _ reading: Reading, within time: Duration = QuestionEngine.probeTime,
        _ run: @Sendable (SelectStatement, CallBounds) async -> [[String?]]?
    ) async -> Reading {
        let bounds = CallBounds.within(time, doing: WorkLimit(steps: Self.probeSteps))
        let look: Look = { statement in bounds.refusal == nil ? await run(statement, bounds) : nil }
        let chosen = await compared(reading, look)
        let once = await listed(chosen, look)
        let counted = await counted(once, look)
        let plain = await writtenPlainly(counted, look)
        let presupposed = await presupposing(plain, look)
        // Partial results are not used, because they would depend on how busy the machine is.
        return bounds.refusal == nil ? presupposed : reading
    }

    private typealias Look = @Sendable (SelectStatement) async -> [[String?]]?

    /// Removes notes about duplicates from joins and numbers stored as text if the plain statement returns the same rows.
    private func writtenPlainly(_ reading: Reading, _ look: Look) async -> Reading {
        guard reading.unused.isEmpty, let statement = reading.statement, let plain = reading.plain, let rows = await look(statement.probing),
            let others = await look(plain.probing)
        else { return reading }
        var out = reading
        if rows.map(Self.numbered) == others.map(Self.numbered) {
            out.notes.subtract([.countedOnce, .numberInText])
        } else if out.notes.contains(.countedOnce), out.form?.groups.isEmpty == false {
            out.notes.insert(.countsDiffer)
        }
        out.judge()
        return out
    }

    /// Normalizes numbers in a row, so that different spellings of a number are equal.
    private static func numbered(_ row: [String?]) -> [String?] { row.map { text in text.flatMap(Double.init).map { "\($0)" } ?? text } }

    /// Notes about guesses.
    private static let guesses: Set<Draft.Note> = [
        .partialName, .weakLink, .looseClause, .softWord, .softVerb, .softVerbs, .pendingColumn, .impliedTable, .impliedYear, .wordOfValue,
        .ambiguousColumn, .ambiguousValue, .farColumn, .joinOfThree, .joinOfMore, .both, .combined, .groupCondition, .inferredJoin,
        .unusedTable, .anyOfThem,
    ]

    /// Lowers the confidence of a guess that no row matches, because people ask about things that they believe to exist.
    private func presupposing(_ reading: Reading, _ look: Look) async -> Reading {
        guard reading.unused.isEmpty, reading.status == .answered, !reading.notes.isDisjoint(with: Self.guesses), let form = reading.form,
            !form.filter.contains(where: { if case .days = $0 { true } else { false } }), form.bucket == nil, form.spans == nil,
            let statement = reading.statement, let rows = await look(statement.probing), rows.allSatisfy({ $0.allSatisfy { $0 == nil } })
        else { return reading }
        var out = reading
        out.notes.insert(.noRows)
        out.judge()
        return out
    }

    /// Decides between two columns for the same words: the one with rows if only one has rows. If both have the same rows, the ambiguity
    /// does not matter.
    private func compared(_ reading: Reading, _ look: Look) async -> Reading {
        guard reading.unused.isEmpty, let other = reading.alternatives.first, let first = reading.statement, let second = other.statement,
            !reading.notes.isDisjoint(with: [.ambiguousColumn, .ambiguousValue]),
            let rows = await look(first.probing), let others = await look(second.probing)
        else { return reading }
        var out = reading
        if rows == others {
            out.notes.subtract([.ambiguousColumn, .ambiguousValue])
            out.judge()
        } else if rows.isEmpty, !others.isEmpty {
            out = other
            out.alternatives = [reading]
        }
        return out
    }

    /// Decides whether equal rows are listed once. If no rows are equal, it does not matter.
    private func listed(_ reading: Reading, _ look: Look) async -> Reading {
        let isOnce = reading.form?.isDistinct ?? false
        guard reading.unused.isEmpty, reading.notes.contains(.mayRepeat) || isOnce && reading.notes.contains(.attributeList),
            var statement = reading.statement, case .select(var core) = statement.body
        else { return reading }
        core.distinct = .no
        statement.body = .select(core)
        guard statement.limit == nil, let rows = await look(statement.probing), Set(rows).count == rows.count else { return reading }
        var out = reading
        out.notes.subtract(isOnce ? [.attributeList, .once] : [.mayRepeat, .attributeList])
        out.judge()
        return out
    }

    private func counted(_ reading: Reading, _ look: Look) async -> Reading {
        guard reading.notes.contains(.multiplied), reading.unused.isEmpty, let statement = reading.statement, statement.limit == nil else {
            return reading
        }
        guard let rows = await look(statement.probing) else {
            // The probe exceeds the limit. Listing each row once is right whether or not rows are equal.
            return listedOnce(reading) ?? reading
        }
        let different = Set(rows).count
        guard different < rows.count else { return reading }
        var out = reading
        out.rows = (rows.count, different)
        if let once = listedOnce(out) { return once }
        out.notes.insert(.repeated)
        out.judge()
        if let once = once(reading) { out.alternatives.insert(once, at: 0) }
        return out
    }

    /// "teachers who teach grade 5": lists each teacher once, although several rows match. Nil if other rows are equal.
    private func listedOnce(_ reading: Reading) -> Reading? {
        guard repeatsEntity(reading), var out = once(reading) else { return nil }
        out.notes.insert(out.notes.remove(.asksForEach) == nil ? .listedOnce : .eachOnce)
        out.judge()
        out.alternatives = [reading]
        return out
    }

    /// Whether the duplicate rows are the requested ones, and only their own columns are displayed.
    private func repeatsEntity(_ reading: Reading) -> Bool {
        guard let form = reading.form, let index = reading.index, reading.isEntityNamed,
            let tree = JoinTree.over(form.neededTables, in: index.joins), tree.multiplies(form.entity)
        else { return false }
        return form.outputs.allSatisfy { if case .column(let column) = $0 { column.table == form.entity } else { false } }
    }

    /// The same list without duplicate rows.
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
        out.interpretation = interpretation(of: form, in: index)
        out.alternatives = []
        return out
    }
}

extension SelectStatement {
    /// The statement, limited to the rows that a probe reads.
    fileprivate var probing: SelectStatement {
        guard limit == nil else { return self }
        var out = self
        out.limit = LimitClause(.literal(.number("\(QuestionEngine.probedRows)")))
        return out
    }
}
