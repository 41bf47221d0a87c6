import Access
import Catalog
import SQL

extension RecordCall {
    /// - Throws: ``Refusal`` `forbidden` when the caller may not do this on the collection at all.
    func require(_ action: RecordAction) throws(Refusal) {
        guard rights.allows(action) || collection.isReadOnly && action != .view else {
            throw Refusal(.forbidden, "no right to \(action.rawValue) in \(collection.name)")
        }
        guard action != .view else { return }
        guard !collection.isReadOnly, collection.kind == .table, case .table = collection.origin else {
            throw Refusal(.forbidden, "\(collection.name) is read-only")
        }
        guard !collection.primaryKey.isEmpty else {
            throw Refusal(.forbidden, "\(collection.name) has no primary key: its rows can be listed, not changed")
        }
    }

    /// Fields that an answer may have, masked ones among them.
    var visibleFields: [Field] {
        let names = rights.readable
        return names.count == collection.fields.count ? collection.fields : names.compactMap(collection.field)
    }

    /// The same words for a field that does not exist and for one that is hidden, so that nobody learns which.
    func unknown(_ name: String, argument: String) -> Refusal {
        let known = rights.readable + collection.relations.map(\.name).filter { (try? enter($0, argument: argument)) != nil }
        let listed = known.prefix(40).joined(separator: ", ") + (known.count > 40 ? " and \(known.count - 40) more" : "")
        return Refusal(.invalidArgument, "\(argument): \"\(excerpt(name))\" is not known in \(collection.name); known: \(listed)")
    }

    /// A field whose values may be known: what keys and sorting can name.
    func open(_ name: String, argument: String) throws(Refusal) -> Field {
        guard let field = collection.field(name), rights.readable.contains(field.name) else { throw unknown(name, argument: argument) }
        guard !rights.masked.contains(field.name) else {
            throw Refusal(.forbidden, "\(argument): \"\(field.name)\" is masked: it can be neither filtered nor sorted by")
        }
        return field
    }

    /// The collection behind a relation, as a call of its own.
    /// - Throws: ``Refusal``: `forbidden` when the collection behind it may not be viewed.
    func enter(_ name: String, argument: String) throws(Refusal) -> (Relation, RecordCall) {
        guard let relation = collection.relation(name), isOpen(relation.fields), let target = catalog(relation.target) else {
            throw Refusal(.invalidArgument, "\(argument): \"\(excerpt(name))\" is not known in \(collection.name)")
        }
        let call = on(target)
        guard call.rights.allows(.view), call.isOpen(relation.targetFields) else {
            throw Refusal(.forbidden, "\(argument): \"\(relation.name)\" leads to \(target.name), which you have no right to view")
        }
        return (relation, call)
    }

    /// Whether the values of all these fields may be known.
    func isOpen(_ fields: [String]) -> Bool { Set(rights.readable).subtracting(rights.masked).isSuperset(of: fields) }

    /// A caller's own text as an error repeats it.
    private func excerpt(_ text: String) -> String {
        let clean = text.unicodeScalars.prefix(60).map { $0.value < 32 || $0.value == 127 ? " " : $0 }
        return String(String.UnicodeScalarView(clean))
    }
}
