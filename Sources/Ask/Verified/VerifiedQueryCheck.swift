package import SQLSyntax

/// Checks whether a verified query can answer questions.
package struct VerifiedQueryCheck {
    /// The statement with sample values in its slots, for the guard. Nil if something is wrong.
    package let sample: String?
    /// The problem, for the author. Nil if there is none.
    package let problem: String?

    /// - Parameter tables: the tables that slots may name.
    package init(_ content: VerifiedQuery.Content, tables: [TableOutline], in dialect: Dialect) {
        do {
            sample = try Self.sample(content, tables, dialect)
            problem = nil
        } catch let failure as VerifiedPattern.Failure {
            (sample, problem) = (nil, failure.reason)
        } catch {
            (sample, problem) = (nil, "sql: \(error)")
        }
    }

    private static func sample(_ content: VerifiedQuery.Content, _ tables: [TableOutline], _ dialect: Dialect) throws -> String {
        func fail(_ reason: String) -> VerifiedPattern.Failure { VerifiedPattern.Failure(reason: reason) }
        guard content.pattern.count <= 500 else { throw fail("pattern: at most 500 characters") }
        guard content.sql.utf8.count <= VerifiedStatement.maximumLength else { throw fail("sql: at most \(VerifiedStatement.maximumLength) bytes") }
        let pattern: VerifiedPattern
        do { pattern = try VerifiedPattern(content.pattern) } catch let failure as VerifiedPattern.Failure {
            throw fail("pattern: \(failure.reason)")
        }
        var values: [String: Constant] = [:]
        for name in content.slots.keys where !pattern.slots.contains(name) { throw fail("slots: the pattern has no '{\(name.prefix(40))}'") }
        for name in pattern.slots {
            guard let type = content.slots[name], let slot = VerifiedSlot(type) else {
                throw fail("slots: '\(name)' takes \(VerifiedSlot.types)")
            }
            if case .value(let table, let column) = slot {
                guard let own = tables.first(where: { $0.id == table }) else {
                    throw fail("slots: no table '\(table.prefix(60))'" + NearestName.hint(for: table, among: tables.map(\.id)))
                }
                guard own.columns.contains(where: { $0.name == column }) else {
                    throw fail("slots: no column '\(column.prefix(60))' in \(table)" + NearestName.hint(for: column, among: own.columns.map(\.name)))
                }
            }
            values.merge(slot.samples(of: name)) { first, _ in first }
        }
        let statement = try VerifiedStatement(content.sql, in: dialect)
        let marks = statement.marks
        for mark in marks.sorted() where values[mark] == nil { throw fail("sql: '{\(mark.prefix(40))}' is not a slot of the pattern") }
        for mark in values.keys.sorted() where !marks.contains(mark) {
            throw fail("sql: the value of a slot has no place; write '{\(mark)}' where it belongs, in quotation marks also for numbers")
        }
        return statement.filled(with: values).printed(for: dialect)
    }
}
