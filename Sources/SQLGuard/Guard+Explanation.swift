package import Access
import Catalog
package import SQL
import SQLSyntax

/// Whether the guard would accept a statement for one caller, and why. Nothing is run.
package struct GuardExplanation: Sendable {
    /// A table that the statement names, with sentences about the roles and rules that apply.
    package struct Table: Hashable, Sendable {
        package let name: String
        package let explanation: [String]
    }

    /// Why the guard would refuse the statement; nil when it would run.
    package let refusal: Refusal?
    /// The text that would run; nil when it would be refused.
    package let sql: String?
    /// What the caller's rights hide, in words.
    package let rulesApplied: [String]
    /// Database tables in the order of the text; empty when the text could not be parsed.
    package let tables: [Table]
}

extension Guard {
    /// Checks a statement as ``prepare(_:grant:source:rows:_:)`` does, including the source's cost limit, and explains the decision.
    /// - Parameter revealing: for administrators: also explains tables and names columns that are hidden from the caller.
    /// - Throws: ``Refusal`` when the data source is unknown or does not respond.
    package func opinion(
        on text: String, of caller: Caller, source: String, revealing: Bool, _ bounds: CallBounds
    ) async throws(Refusal) -> GuardExplanation {
        var sql: String?
        var applied: [String] = []
        var refusal: Refusal?
        do throws(Refusal) {
            guard caller.scopes.contains(.runSQL) else { throw Self.noScope }
            let read = try await judge(text, caller, source: source, rows: nil, bounds)
            try await read.check(bounds)
            try await read.checkCost(bounds)
            (sql, applied) = (read.sql, read.rulesApplied)
        } catch {
            guard [.forbidden, .invalidArgument, .insufficientScope, .limited].contains(error.code) else { throw error }
            refusal = error
        }
        return GuardExplanation(refusal: refusal, sql: sql, rulesApplied: applied, tables: try await tables(text, caller, source, revealing, bounds))
    }

    private func tables(
        _ text: String, _ caller: Caller, _ source: String, _ revealing: Bool, _ bounds: CallBounds
    ) async throws(Refusal) -> [GuardExplanation.Table] {
        do {
            let contents = try await catalog.contents(of: source, in: caller.workspace.id, bounds)
            // For text that cannot be parsed, the refusal has the reason.
            guard let named = try? SelectStatement.parse(text, in: contents.dialect).tables(in: contents.dialect) else { return [] }
            let rights = try await rules.rights(of: caller, in: contents)
            let view = SQLView(contents, rights)
            var seen: Set<String> = []
            return named.compactMap { table in
                let known = view.collection(table).flatMap { revealing || !rights.on($0).isEmpty ? $0 : nil }
                let name = known?.name ?? String(table.name.text.prefix(64))
                guard seen.insert(name).inserted else { return nil }
                return GuardExplanation.Table(
                    name: name,
                    explanation: known.map { rights.explained(on: $0, revealing: revealing) }
                        ?? ["data source '\(source)' has no collection of this name that is open to you"])
            }
        } catch {
            throw Self.refusal(error, source: source, nil)
        }
    }
}
