extension FormWording {
    /// All row conditions, as they follow the rows: " ordered in 2024 where status is 'paid', without returns".
    func conditions() -> String { restriction(of: form.filter, after: lastRows) }

    /// - Parameter rows: the table of the rows that were just named. Nil if something else was named.
    func restriction(of conditions: [Condition], after rows: Int?) -> String {
        var out = ""
        let plain = conditions.filter { !$0.readsOtherRows }
        let first = spokenFirst(of: conditions, after: rows)
        if let first { out += " " + first }
        let others = plain.dropFirst(first == nil ? 0 : 1)
        if !others.isEmpty { out += " where " + others.map(text).joined(separator: " and ") }
        for condition in conditions where condition.readsOtherRows { out += (others.isEmpty || style.listsAll ? " " : ", ") + text(condition) }
        return out
    }

    /// The first condition, if it can directly follow the rows: "ordered in 2024", "that are active".
    func spokenFirst(of conditions: [Condition], after rows: Int?) -> String? {
        guard let rows, let first = conditions.first(where: { !$0.readsOtherRows }), !form.isMeanOfGroups || countsRows else { return nil }
        switch first {
        case .days(let column, let span) where column.table == rows: return words.participle(of: column).map { "\($0) \(span.phrase)" }
        case .compare(let column, let comparison, .flag(let flag)) where column.table == rows && !style.listsAll:
            let holds = flag == (comparison == .equal)
            let said = flagWords(column)
            if index[column].expression != nil || isAdjective(column) { return "that are \(holds ? "" : "not ")\(said)" }
            return "\(holds ? "with" : "without") \(said)"
        default: return nil
        }
    }

    private var countsRows: Bool { form.outputs.contains { if case .measure(.rows) = $0 { true } else { false } } }

    /// Whether a boolean column is named by an adjective: `is_active`, `insured`.
    private func isAdjective(_ column: ColumnID) -> Bool {
        let words = IdentifierWords.words(of: index[column].name)
        return ["is", "was"].contains(words.first) || words.count == 1 && words[0].hasSuffix("ed")
    }

    private func flagWords(_ column: ColumnID) -> String {
        guard index[column].expression == nil else { return index[column].name }
        return index[column].form.words.filter { $0.lemma != "is" && $0.lemma != "has" }.map(\.lemma).joined(separator: " ")
    }

    func text(_ condition: Condition) -> String {
        switch condition {
        case .compare(let column, let comparison, .flag(let flag)): flagged(column, flag == (comparison == .equal))
        case .compare(let column, let comparison, let constant):
            "\(name(column)) \(isDate(column) ? Self.timeSign(comparison) : Self.sign(comparison)) \(constant.text)"
        case .columns(let left, let comparison, let right):
            "\(name(left)) \(isDate(left) ? Self.timeSign(comparison) : Self.sign(comparison)) \(name(right))"
        case .aggregate(let column, let comparison, let aggregate, let over, let conditions) where conditions.count == 1 && conditions[0].readsGroup:
            "\(name(column)) \(Self.sign(comparison)) the \(text(LogicalForm.Measure.aggregate(aggregate, over))) of \(text(conditions[0]))"
        case .aggregate(let column, let comparison, let aggregate, let over, let conditions):
            "\(name(column)) \(Self.sign(comparison)) the \(text(LogicalForm.Measure.aggregate(aggregate, over)))"
                + (conditions.isEmpty ? "" : " of \(words.rows(of: over.table)) where " + conditions.map(text).joined(separator: " and "))
        case .timesAverage(let column, let comparison, let factor):
            "\(name(column)) \(Self.sign(comparison)) \(factor == 0.5 ? "half" : "\(QueryBuilder.digits(factor)) times") the average \(name(column))"
        case .match(let column, let match, let word, let isNegated): "\(name(column)) \(Self.verb(match, isNegated)) '\(word)'"
        case .between(let column, let low, let high, let isNegated):
            "\(name(column)) is \(isNegated ? "not " : "")between \(low.text) and \(high.text)"
        case .days(let column, let span): "\(name(column)) is \(span.phrase)"
        case .shared(let column):
            "the same \(group(of: column))"
        case .null(let column, let isNegated): "\(name(column)) is \(isNegated ? "not " : "")missing"
        case .counted(_, let table, let comparison, let number, let conditions) where comparison != .notEqual:
            "with \(Self.count(comparison)) \(QueryBuilder.digits(number)) \(words.rows(of: table))" + inner(conditions)
        case .counted(_, let table, let comparison, let number, let conditions):
            "having the number of \(words.rows(of: table))" + inner(conditions) + " \(Self.sign(comparison)) \(QueryBuilder.digits(number))"
        case .any(let parts): alternatives(parts)
        case .all(let parts): parts.map(text).joined(separator: " and ")
        case .present(_, let tables, let conditions): others("with some", tables, conditions)
        case .absent(_, let tables, let conditions): others("without", tables, conditions)
        }
    }

    /// What rows with the same value of the column have in common: the row that a key refers to, or the value.
    private func group(of column: ColumnID) -> String {
        guard index[column].isForeignKey, let partner = index.joins.partners(of: column).first else { return name(column) }
        return words.row(of: partner.table)
    }

    /// "city is 'Vienna' or 'Graz'"
    private func alternatives(_ parts: [Condition]) -> String {
        let whole = parts.map(text)
        let starts = parts.map { part -> String? in
            if case .compare(let column, .equal, let constant) = part, case .text = constant { "\(name(column)) is " } else { nil }
        }
        guard let start = starts.first ?? nil, starts.allSatisfy({ $0 == start }) else { return whole.joined(separator: " or ") }
        return whole[0] + " or " + whole.dropFirst().map { String($0.dropFirst(start.count)) }.joined(separator: " or ")
    }

    private func flagged(_ column: ColumnID, _ holds: Bool) -> String {
        "\(words.rows(of: column.table)) are \(holds ? "" : "not ")\(flagWords(column))"
    }

    /// Rows of other tables that must exist or must not exist.
    private func others(_ word: String, _ tables: [Int], _ conditions: [Condition]) -> String {
        let named = tables.isEmpty ? conditions.flatMap(\.tables) : tables
        return "\(word) \(Self.unique(named).map(words.rows).joined(separator: " with "))" + inner(conditions)
    }

    /// Conditions on the rows of another table, in which only this table's columns occur.
    private func inner(_ conditions: [Condition]) -> String {
        guard !conditions.isEmpty else { return "" }
        if conditions.count == 1, case .days(let column, let span) = conditions[0], let participle = words.participle(of: column) {
            return " \(participle) \(span.phrase)"
        }
        return " where " + conditions.map(text).joined(separator: " and ")
    }

    static func sign(_ comparison: Comparison) -> String {
        switch comparison {
        case .equal: "is"
        case .notEqual: "is not"
        case .less: "is less than"
        case .lessOrEqual: "is at most"
        case .greater: "is more than"
        case .greaterOrEqual: "is at least"
        }
    }

    /// The words before a number of rows: "exactly", "at least".
    private static func count(_ comparison: Comparison) -> String {
        comparison == .equal ? "exactly" : String(sign(comparison).dropFirst("is ".count))
    }

    private static func timeSign(_ comparison: Comparison) -> String {
        switch comparison {
        case .less: "is before"
        case .greater: "is after"
        default: sign(comparison)
        }
    }

    private static func verb(_ match: TextMatch, _ isNegated: Bool) -> String {
        switch match {
        case .starts: isNegated ? "does not start with" : "starts with"
        case .ends: isNegated ? "does not end with" : "ends with"
        default: isNegated ? "does not contain" : "contains"
        }
    }
}
