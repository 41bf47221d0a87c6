package import Access
package import Catalog
package import SQL
import SQLSyntax
import Synchronization

/// One call on a collection: the caller, its rights, the database and the deadline. A class, because every step carries it.
package final class RecordCall: Sendable {
    package let grant: Grant
    /// The rights of the grant, with the collection that they are on.
    package let rights: CollectionRights
    /// The data source's database; the server's own state for a collection that is a query on it.
    package let database: any Database
    package let bounds: CallBounds
    /// Any collection of the same data source by its name, without regard to rights.
    package let catalog: @Sendable (String) -> Collection?
    /// The rights of the grant on another collection of the same data source.
    package let rightsOn: @Sendable (Collection) -> CollectionRights
    /// For the rows that the call adds, also to other collections.
    let numbers: AllocatedNumbers
    /// What the rows must be beside what the caller asks for: the related rows of an ``Association``. Nil when these are all.
    let narrowing: Statement?
    /// Whose days the filters and figures of the call are about.
    let zone: CalendarZone
    /// What the change of rows tells; nil where rows are only read.
    let notes: ChangeNotes?

    package convenience init(
        grant: Grant, rights: CollectionRights, database: any Database, bounds: CallBounds,
        zone: CalendarZone = .utc, catalog: @escaping @Sendable (String) -> Collection?,
        rightsOn: @escaping @Sendable (Collection) -> CollectionRights, notes: ChangeNotes? = nil
    ) {
        self.init(
            grant: grant, rights: rights, database: database, bounds: bounds, zone: zone, catalog: catalog, rightsOn: rightsOn,
            numbers: AllocatedNumbers(), narrowing: nil, notes: notes)
    }

    private init(
        grant: Grant, rights: CollectionRights, database: any Database, bounds: CallBounds, zone: CalendarZone,
        catalog: @escaping @Sendable (String) -> Collection?, rightsOn: @escaping @Sendable (Collection) -> CollectionRights,
        numbers: AllocatedNumbers,
        narrowing: Statement?, notes: ChangeNotes?
    ) {
        self.zone = zone
        self.grant = grant
        self.rights = rights
        self.database = database
        self.bounds = bounds
        self.catalog = catalog
        self.rightsOn = rightsOn
        self.numbers = numbers
        self.narrowing = narrowing
        self.notes = notes
    }

    /// What stands for the collection in every statement.
    static let alias = Identifier("t")

    var collection: Collection { rights.collection }
    var dialect: Dialect { database.dialect }

    /// The same call on another collection of the source.
    func on(_ target: Collection) -> RecordCall {
        RecordCall(
            grant: grant, rights: rightsOn(target), database: database, bounds: bounds, zone: zone, catalog: catalog, rightsOn: rightsOn,
            numbers: numbers, narrowing: nil, notes: notes)
    }

    /// The same call on those rows of the collection for which a condition on ``alias`` holds; nil for all.
    func narrowed(to condition: Statement?) -> RecordCall {
        RecordCall(
            grant: grant, rights: rights, database: database, bounds: bounds, zone: zone, catalog: catalog, rightsOn: rightsOn, numbers: numbers,
            narrowing: condition, notes: notes)
    }
}

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

/// The sequence numbers that one call has taken. No other call gets them; those of a failed call are lost.
final class AllocatedNumbers: Sendable {
    private struct Part {
        let taken: Range<Int64>
        var left: Range<Int64>
    }

    private let parts = Mutex<[NumberedField: Part]>([:])

    func add(_ first: Int64, _ count: Int64, for field: NumberedField) {
        parts.withLock { $0[field] = Part(taken: first..<first + count, left: first..<first + count) }
    }

    /// Gives all of them again: where a transaction begins, since what it did before was undone.
    func beginAgain() {
        parts.withLock { parts in parts = parts.mapValues { Part(taken: $0.taken, left: $0.taken) } }
    }

    /// The next one; nil when none is left.
    func next(for field: NumberedField) -> Int64? {
        parts.withLock { parts in
            guard let next = parts[field]?.left.first else { return nil }
            parts[field]?.left.removeFirst()
            return next
        }
    }
}
