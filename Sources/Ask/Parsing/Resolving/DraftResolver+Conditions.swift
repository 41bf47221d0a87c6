extension DraftResolver {
    mutating func settle(_ condition: Draft.Condition) -> Condition? {
        switch condition {
        case .compare(let mention, let comparison, let constant): return compare(mention, comparison, constant)
        case .columns(let left, let comparison, let right):
            guard let first = column(for: left), let second = column(for: right), first != second else {
                return fail(.comparedWithItself)
            }
            return .columns(first, comparison, second)
        case .average(let mention, let comparison, let aggregate, let over, let inner):
            let takesDates = aggregate == .maximum || aggregate == .minimum
            let suits = { [index] (column: ColumnID) in
                index[column].profile.kind == .number || takesDates && index[column].profile.kind == .date
            }
            guard let column = column(for: narrowed(mention, suits)) else { return nil }
            let other = over.flatMap { self.column(for: narrowed($0, suits)) } ?? column
            guard suits(other) else { return fail(.notNumbers, index[other].name) }
            if case .shared(let group)? = inner.first {
                return shared(group, with: other).map { .aggregate(column, comparison, aggregate, other, [.shared($0)]) }
            }
            let conditions = inner.compactMap { settle($0) }
            return .aggregate(column, comparison, aggregate, other, conditions)
        case .timesAverage(let mention, let comparison, let factor):
            guard let column = column(for: narrowed(mention) { index[$0].profile.kind == .number }), index[column].profile.kind == .number else {
                return fail(.averageOfWhat)
            }
            return .timesAverage(column, comparison, factor)
        case .match(let mention, let match, let text, let isNegated):
            guard let column = column(for: narrowed(mention) { index[$0].profile.kind == .text || index[$0].profile.isStoredAsText }) else {
                return nil
            }
            return .match(column, match, text, isNegated: isNegated)
        case .between(let mention, let low, let high, let isNegated):
            guard let column = column(for: narrowed(mention) { index[$0].profile.kind == .number || index[$0].profile.kind == .date }) else {
                return nil
            }
            return .between(column, .number(low), .number(high), isNegated: isNegated)
        case .dateBetween(let mention, let low, let high):
            return column(for: mention).map { .between($0, .text(low), .text(high), isNegated: false) }
        case .flag(let mention, let isNegated):
            return column(for: mention).flatMap { column in
                let profile = index[column].profile
                // "not paid", if the time of payment is stored.
                if profile.kind == .date { return profile.hasNulls ? .null(column, isNegated: !isNegated) : fail(.notRead) }
                guard let spelled = profile.yesAndNo.map({ isNegated ? $0.no : $0.yes }) else { return .compare(column, .equal, .flag(!isNegated)) }
                return .compare(column, .equal, profile.kind == .number ? .number(isNegated ? 0 : 1) : .text(spelled))
            }
        case .null(let mention, let isNegated): return column(for: mention).map { .null($0, isNegated: isNegated) }
        case .value(let values, let near, let isNegated): return value(values, near, isNegated)
        case .word(let columns, let text, let near):
            let best = columns.max { (fit($0, owner: near, near: near), $1) < (fit($1, owner: near, near: near), $0) }
            return best.map { .match($0, .contains, text, isNegated: false) }
        case .year(let comparison, let year, let near, let verb): return self.year(comparison, year, near, verb)
        case .yearBetween(let low, let high, let near):
            guard let column = yearColumn(near, []) else { return nil }
            if index[column].profile.kind == .date { return .days(column, Self.years(Int(low), Int(high))) }
            return .between(column, .number(low), .number(high), isNegated: false)
        case .days(let mention, let span, let near): return days(mention, span, near)
        case .first(let table, let span): return first(table, span)
        case .instant(let comparison, let text, let near):
            guard let column = yearColumn(near, []), index[column].profile.kind == .date else { return fail(.noDates) }
            return .compare(column, comparison, .text(text))
        case .adjective("old", let comparison, let years, let near) where birth(near) != nil:
            guard let column = birth(near), let span = Self.births(comparison, Int(years), until: today) else { return fail(.noMeaning, "old") }
            return .days(column, span)
        case .adjective(let adjective, let comparison, let number, let near):
            guard let found = column(of: adjective, near: near), index[found.column].profile.kind == .number, !index[found.column].profile.holdsYears
            else {
                return fail(.noMeaning, adjective)
            }
            notes.insert(.impliedAdjective)
            return .compare(found.column, comparison, .number(number))
        case .adjectiveAverage(let adjective, let comparison, let near, let inner):
            guard let adjective, let found = column(of: adjective, near: near ?? entity ?? valueTable()), index[found.column].profile.kind == .number
            else {
                return fail(.averageOfWhat)
            }
            notes.insert(.impliedAdjective)
            if case .shared(let group)? = inner.first {
                return shared(group, with: found.column).map { .aggregate(found.column, comparison, .average, found.column, [.shared($0)]) }
            }
            let kept = inner.compactMap { settle($0) }
            guard kept.count == inner.count else { return nil }
            return .aggregate(found.column, comparison, .average, found.column, kept)
        case .shared: return fail(.averageOfWhat)
        case .any(let parts):
            notes.insert(.or)
            let settled = settleAlternatives(parts)
            guard settled.count == parts.count else { return nil }
            return .any(settled)
        case .absent(let tables, let inner): return absent(tables, inner)
        }
    }

    /// The column of the compared rows' own table that says to which group a row belongs.
    private mutating func shared(_ group: Draft.Group, with other: ColumnID) -> ColumnID? {
        switch group {
        case .column(let mention):
            let own = narrowed(mention) { $0.table == other.table }
            guard let column = column(for: own), column.table == other.table, column != other else { return fail(.averageOfWhat) }
            return column
        case .table(let table):
            let keys = index.joins.edges(at: other.table).filter { $0.from.table == other.table && $0.to.table == table }
            guard keys.count == 1, table != other.table else { return fail(.averageOfWhat) }
            return keys[0].from
        }
    }

    /// Resolves alternatives, which usually concern one column.
    private mutating func settleAlternatives(_ parts: [Draft.Condition]) -> [Condition] {
        var out: [Condition] = []
        for part in parts {
            if case .value(let values, let near, let isNegated) = part, case .compare(let column, _, _)? = out.last,
                let same = values.first(where: { $0.column == column })
            {
                _ = near
                out.append(.compare(column, isNegated ? .notEqual : .equal, .text(same.text)))
            } else if let settled = settle(part) {
                out.append(settled)
            }
        }
        return out
    }

    mutating func compare(_ mention: Draft.Mention, _ comparison: Comparison, _ constant: Constant) -> Condition? {
        switch constant {
        case .flag: return column(for: mention).map { .compare($0, comparison, constant) }
        case .number(let number):
            var suited = narrowed(mention) { column in
                let profile = index[column].profile
                return profile.kind == .number || profile.kind == .date
            }
            // Keys are not compared by size.
            if comparison != .equal, comparison != .notEqual, !mention.saysId { suited = narrowed(suited) { !isKey($0) } }
            guard let column = column(for: suited) else { return nil }
            let profile = index[column].profile
            let number = inUnits(number, of: column)
            let constant = Constant.number(number)
            if profile.kind == .date, number >= 1000, number <= 2999 { return .days(column, Self.span(comparison, Int(number))) }
            if profile.kind == .text, comparison != .equal, comparison != .notEqual { return fail(.notNumbers, index[column].name) }
            return .compare(column, comparison, constant)
        case .text(let text):
            let key = QuestionText.normalized(text)
            let entries = index.entries(key)
            let holding = Set(entries.map(\.column))
            var suited = mention
            if mention.isName, let table = mention.owner ?? mention.near ?? entity {
                // "named X": any display column of the table with that value.
                let shown = display.columns(of: table).filter { holding.contains($0) }
                if let column = shown.first, !mention.candidates.contains(where: { $0.column.table == table && holding.contains($0.column) }) {
                    return .compare(column, comparison, stored(text, entries, column))
                }
            }
            suited = narrowed(mention) { holding.contains($0) }
            guard var column = column(for: suited) else { return nil }
            if !holding.contains(column), let name = namesReferred(by: column)?.first(where: { holding.contains($0) }) { column = name }
            if !holding.contains(column) {
                if index[column].profile.kind == .number { return fail(.holdsNot, index[column].name, text) }
                // There is no such value, so the words may be a part of one.
                notes.insert(.weakLink)
            }
            return .compare(column, comparison, stored(text, entries, column))
        }
    }

    /// The number in the units of the column: "50 billion" in a column of billions is 50.
    private func inUnits(_ number: Double, of column: ColumnID) -> Double {
        for (word, unit) in [("billion", 1e9), ("million", 1e6), ("thousand", 1e3)]
        where index[column].form.words.contains(where: { $0.lemma == word }) {
            if number >= unit { return number / unit }
        }
        return number
    }

    private func stored(_ text: String, _ entries: [ValueIndex.Entry], _ column: ColumnID) -> Constant {
        let own = entries.filter { $0.column == column }
        return .text(own.first { $0.text == text }?.text ?? own.first?.text ?? text)
    }

    private mutating func value(_ values: [LinkedItem.ValueLink], _ near: Int?, _ isNegated: Bool) -> Condition? {
        func score(_ link: LinkedItem.ValueLink) -> Double {
            var sum = link.score + fit(link.column, owner: nil, near: near)
            if index[link.column].isForeignKey { sum += 0.03 }
            sum += 0.08 * Double(index[link.column].form.words.count { named.contains($0.stem) })
            // Prefers categories to names, and never the displayed columns.
            if index[link.column].profile.distinctValues * 2 < Int(index.tables[link.column.table].rows ?? 0),
                !display.columns(of: link.column.table).contains(link.column)
            {
                sum += 0.1
            }
            if shownColumns.contains(link.column) { sum -= 0.06 }
            return sum
        }
        let ranked = values.map { (link: $0, score: score($0)) }.sorted {
            $0.score > $1.score || ($0.score == $1.score && $0.link.column < $1.link.column)
        }
        guard let best = ranked.first else { return nil }
        if let taken, let link = values.first(where: { taken.words == .value($0.text) && $0.column == taken.column }) {
            return .compare(link.column, isNegated ? .notEqual : .equal, .text(link.text))
        }
        if let second = ranked.dropFirst().first(where: { $0.link.column != best.link.column }), best.score - second.score < 0.08,
            !areLinked(best.link.column, second.link.column)
        {
            notes.insert(.ambiguousValue)
            choices.append(Choice(words: .value(second.link.text), column: second.link.column))
        }
        if draft.places.contains(best.link.text), let entity, isElsewhere(best.link.column.table, from: entity) {
            return fail(.holdsNot, index.tables[entity].name, best.link.text)
        }
        if let own = ownColumn(likeThatOf: best.link.column) { return fail(.holdsNot, index[own].name, best.link.text) }
        if best.link.score < 0.75 { weakest = min(weakest, best.link.score) }
        return .compare(best.link.column, isNegated ? .notEqual : .equal, .text(best.link.text))
    }

    /// Whether rows of a table relate to another table only through a third table of events, which the question does not name.
    private func isElsewhere(_ table: Int, from entity: Int) -> Bool {
        guard table != entity, !anchors.contains(table), !refers(entity, to: table), let path = index.joins.path(from: [entity], to: table) else {
            return false
        }
        let between = Set(path.flatMap { [$0.from.table, $0.to.table] }).subtracting([entity, table])
        return between.contains { between in !index.columns(of: between).allSatisfy { isKey($0) } }
    }

    /// "stores in Graz", if no store is there but customers are: the column with that name in the table that the question is about, unless
    /// it mentions the other table.
    private func ownColumn(likeThatOf column: ColumnID) -> ColumnID? {
        guard let entity, column.table != entity, !anchors.contains(column.table), !refers(entity, to: column.table),
            index.tables[entity].held == nil, index.tables[column.table].held == nil, !isNaming(column)
        else { return nil }
        let words = index[column].form.words.map(\.lemma)
        return index.columns(of: entity).first { index[$0].profile.kind == .text && index[$0].form.words.map(\.lemma) == words }
    }

    // MARK: Absence

    private mutating func absent(_ tables: [Int], _ inner: [Draft.Condition]) -> Condition? {
        guard let anchor = entity else { return fail(.whatIsAbsent) }
        let saved = entity
        if let first = tables.first { (entity, absentTable) = (first, first) }
        defer { absentTable = nil }
        var conditions: [Condition] = []
        for part in inner {
            guard let settled = settle(part) else { return nil }
            conditions.append(settled)
        }
        if tables.isEmpty { conditions = Self.alternatives(conditions) }
        entity = saved
        if draft.entity == nil {
            // The question shows a value that many rows share: none of them may meet it.
            guard !conditions.isEmpty || tables.contains(where: { $0 != anchor }) else { return fail(.whatIsAbsent) }
            if tables.isEmpty, conditions.count == 1, conditions[0].columns.allSatisfy({ shownColumns.contains($0) }) {
                return Self.negated(conditions[0])
            }
            return .absent(anchor: anchor, tables: tables, conditions)
        }
        let foreign = (tables + conditions.flatMap(\.tables)).filter { $0 != anchor }
        if foreign.isEmpty {
            guard !conditions.isEmpty else { return fail(.whatIsAbsent) }
            let negated = conditions.compactMap { Self.negated($0) }
            guard negated.count == conditions.count else { return nil }
            return negated.count == 1 ? negated[0] : .any(negated)
        }
        return .absent(anchor: anchor, tables: FormWording.unique(tables.filter { $0 != anchor }), conditions)
    }

    /// "except cancelled and returned ones": several values of one column are alternatives, because no row has two of them.
    private static func alternatives(_ conditions: [Condition]) -> [Condition] {
        let parts = conditions.flatMap { if case .any(let parts) = $0 { parts } else { [$0] } }
        let columns = Set(parts.map { if case .compare(let column, .equal, _) = $0 { column } else { nil as ColumnID? } })
        return parts.count > 1 && columns.count == 1 && columns != [nil] ? [.any(parts)] : conditions
    }

    private var shownColumns: Set<ColumnID> {
        Set(
            draft.shown.flatMap { shown -> [ColumnID] in if case .column(let mention) = shown.output { mention.candidates.map(\.column) } else { [] }
            })
    }

    static func negated(_ condition: Condition) -> Condition? {
        switch condition {
        case .compare(let column, let comparison, let constant): return .compare(column, comparison.negated, constant)
        case .columns(let left, let comparison, let right): return .columns(left, comparison.negated, right)
        case .aggregate(let column, let comparison, let aggregate, let over, let inner):
            return .aggregate(column, comparison.negated, aggregate, over, inner)
        case .timesAverage(let column, let comparison, let factor): return .timesAverage(column, comparison.negated, factor)
        case .match(let column, let match, let text, let isNegated): return .match(column, match, text, isNegated: !isNegated)
        case .between(let column, let low, let high, let isNegated): return .between(column, low, high, isNegated: !isNegated)
        case .null(let column, let isNegated): return .null(column, isNegated: !isNegated)
        case .any(let parts):
            let negated = parts.compactMap { Self.negated($0) }
            return negated.count == parts.count ? .all(negated) : nil
        case .all(let parts):
            let negated = parts.compactMap { Self.negated($0) }
            return negated.count == parts.count ? .any(negated) : nil
        case .absent(let anchor, let tables, let conditions): return .present(anchor: anchor, tables: tables, conditions)
        case .present(let anchor, let tables, let conditions): return .absent(anchor: anchor, tables: tables, conditions)
        case .days(let column, let span):
            let others = [span.start.map { _ in Comparison.less }, span.end.map { _ in .greater }].compactMap { $0 }
            let parts = others.map { Condition.days(column, span.compared($0)) }
            return parts.count == 1 ? parts[0] : .any(parts)
        case .counted, .shared: return nil
        }
    }
}
