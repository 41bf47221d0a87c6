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

    /// A field whose values may be known: what keys and sorting can name.
    func open(_ name: String, argument: String) throws(Refusal) -> Field {
        guard let field = collection.field(name), rights.readable.contains(field.name) else {
            throw unknown(name, argument: argument, for: .compared)
        }
        guard !rights.masked.contains(field.name) else {
            throw Refusal(.forbidden, "\(argument): \"\(field.name)\" is masked: it can be neither filtered nor sorted by")
        }
        return field
    }

    /// The relation and its target, as a call of its own.
    /// - Throws: ``Refusal`` `invalidArgument`, the same for a relation that does not exist and for one that the caller may not follow.
    func enter(_ name: String, argument: String, for use: NameUse = .related) throws(Refusal) -> (Relation, RecordCall) {
        guard let relation = collection.relation(name), isOpen(relation.fields), let call = target(of: relation) else {
            throw unknown(name, argument: argument, for: use)
        }
        return (relation, call)
    }

    /// The target of a relation, as a call of its own; nil when the caller may not go there or may not know by what.
    ///
    /// Whether it may know the fields on this side is not looked at: the relation may be another collection's.
    func target(of relation: Relation) -> RecordCall? {
        guard let target = catalog(relation.target), case let call = on(target), call.rights.allows(.view), call.isOpen(relation.targetFields) else {
            return nil
        }
        guard let through = relation.through else { return call }
        return join(of: through) == nil ? nil : call
    }

    /// The join table of a relation, as a call of its own; nil when the caller may not know which rows it relates.
    func join(of through: Relation.Through) -> RecordCall? {
        guard let table = catalog(through.collection), case let call = on(table), call.rights.isOpen(through) else { return nil }
        return call
    }

    /// Whether the values of all these fields may be known.
    func isOpen(_ fields: [String]) -> Bool { rights.open.isSuperset(of: fields) }
}
