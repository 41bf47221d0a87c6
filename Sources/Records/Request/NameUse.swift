import Access
import Catalog

/// The use of a field's name in an argument, which decides which names an error lists.
enum NameUse {
    /// Fields and relations that a result can have.
    case shown
    /// Relations.
    case related
    /// Fields whose values the caller may know, also through a relation to one row: rows can be filtered, sorted and grouped by them.
    case compared
    /// Fields that the action may set.
    case written(RecordAction)
}

extension RecordCall {
    /// The refusal of a name, with the same text for a missing and a hidden one, so that hidden names stay unknown. For a relation it
    /// suggests its columns.
    func unknown(_ name: String, argument: String, for use: NameUse = .shown) -> Refusal {
        let said = "\(argument): \"\(excerpt(name))\""
        if let way = way(from: name, for: use) { return Refusal(.invalidArgument, "\(said) is a relation of \(collection.name): \(way)") }
        let known = names(for: use)
        return Refusal(
            .invalidArgument, "\(said) is not known in \(collection.name); known: \(listing(known))\(NearName.hint(name, among: known))")
    }

    private func names(for use: NameUse) -> [String] {
        switch use {
        case .shown: rights.readable + relations.map(\.name)
        case .related: relations.map(\.name)
        case .compared: rights.readable.filter(rights.open.contains) + relations.filter { !$0.isToMany }.map { "\($0.name).FIELD" }
        case .written(let action): rights.writable(action)
        }
    }

    /// Relations that the caller may follow.
    private var relations: [Relation] { collection.relations.filter { isOpen($0.fields) && target(of: $0) != nil } }

    /// What to name instead of a relation where a field is needed; nil when the name is not a relation that the caller may follow.
    private func way(from name: String, for use: NameUse) -> String? {
        guard let relation = relations.first(where: { $0.name == name }) else { return nil }
        switch use {
        case .shown, .related: return nil
        case .compared:
            guard !relation.isToMany else { return "it leads to many rows of \(relation.target), which have no one value" }
            guard relation.kind == .belongsTo else { return "use a field of it such as \(relation.name).\(relation.targetFields.first ?? "id")" }
            return "use \(relation.columns), or a field of it such as \(relation.name).\(relation.targetFields.first ?? "id")"
        case .written:
            guard relation.kind == .belongsTo else {
                return "write rows of it by a call of its own, with resource \(collection.name).\(relation.name) and sourceId"
            }
            return "set \(relation.columns)"
        }
    }

    /// A caller's own text for use in an error.
    private func excerpt(_ text: String) -> String {
        let clean = text.unicodeScalars.prefix(60).map { $0.value < 32 || $0.value == 127 ? " " : $0 }
        return String(String.UnicodeScalarView(clean))
    }
}
