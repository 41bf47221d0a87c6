import Access
import Catalog
import SQL

extension RecordCall {
    /// Runs a change. The error of a violated constraint reveals only columns and rows that the caller may know.
    func changing<R>(_ body: () async throws -> R) async throws -> R {
        do {
            return try await body()
        } catch let error as DatabaseError {
            guard let broken = error.constraint else { return try mapped { throw error } }
            throw refusal(of: broken)
        } catch {
            return try mapped { throw error }
        }
    }

    func refusal(of broken: BrokenConstraint) -> Refusal {
        let isClash = broken.kind == .unique || broken.kind == .exclusion || broken.kind == .other
        // The conflicting row may be one that rules hide from the caller.
        guard rights.filter(.view) == .always || !isClash else { return unreachable }
        let columns = knownColumns(of: broken)
        guard let columns else {
            // Only the kind: table, columns and name may be hidden from the caller.
            return switch broken.kind {
            case .foreignKey: Refusal(.conflict, "the related row is missing or still in use")
            case .check: Refusal(.conflict, "the values break a check")
            default: Refusal(.conflict, "the values break a rule of \(collection.name)")
            }
        }
        let names = columns.joined(separator: ", ")
        let place = names.isEmpty ? "" : "\(names): "
        let words =
            switch broken.kind {
            case .unique, .exclusion: "another row of \(collection.name) has this value\(columns.count > 1 ? " or these values together" : "")"
            case .foreignKey: "the related row is missing or still in use"
            case .notNull: "must have a value"
            case .check: "the values break a check of \(collection.name)"
            case .type, .other: "the values break a rule of \(collection.name)"
            }
        return Refusal(.conflict, "\(place)\(words)\(shown(broken))")
    }

    /// The constraint's name, with the values that a check allows; for a check without a name its expression.
    private func shown(_ broken: BrokenConstraint) -> String {
        guard let name = broken.name else { return "" }
        guard broken.kind == .check, let expression = collection.checks[name] else { return " (\"\(name)\")" }
        let text = expression.count <= 200 ? expression : "\(expression.prefix(200))…"
        return name == expression ? " (\(text))" : " (\"\(name)\": \(text))"
    }

    /// Columns of the constraint, sorted; empty when the engine does not report them. Nil when the caller may not know of the constraint.
    private func knownColumns(of broken: BrokenConstraint) -> [String]? {
        guard case .table(let schema, let name) = collection.origin else { return nil }
        let told = broken.name.flatMap { collection.constraintFields[$0] }
        if let table = broken.table {
            guard table == name, broken.schema.map({ $0 == schema }) ?? true else { return nil }
        } else {
            // Without a table in the error, only the collection's own constraint names are used.
            guard !broken.columns.isEmpty || told != nil else { return nil }
        }
        let columns = broken.columns.isEmpty ? told?.sorted() ?? [] : broken.columns.sorted()
        let needed = columns.isEmpty ? collection.fields.map(\.name) : columns
        let seen = Set(rights.readable).union(rights.writable(.create)).union(rights.writable(.update))
        return seen.isSuperset(of: needed) ? columns : nil
    }
}
