package import Access
package import Catalog
package import SQL
import SQLSyntax
import Synchronization

/// One call on a collection: the caller, its rights, the database and the deadline. A class, because every step carries it.
package final class RecordCall: Sendable {
    package let grant: Grant
    /// The rights of the grant on the collection.
    package let rights: CollectionRights
    /// The data source's database; for a collection that is a query on the server's own state, the state's database.
    package let database: any Database
    package let bounds: CallBounds
    /// Any collection of the same data source by its name, whatever the rights.
    package let catalog: @Sendable (String) -> Collection?
    /// The rights of the grant on another collection of the same data source.
    package let rightsOn: @Sendable (Collection) -> CollectionRights
    /// Numbers for the rows that the call adds, also to other collections.
    let numbers: AllocatedNumbers
    /// A condition on the rows in addition to the request's: that they are the related rows of an ``Association``. Nil for all rows.
    let narrowing: Statement?
    /// The time zone of days in the filters and aggregates of the call.
    let zone: CalendarZone
    /// Where changes of rows are reported; nil if the call only reads.
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

    /// The alias of the collection in every statement.
    static let alias = Identifier("t")

    var collection: Collection { rights.collection }
    var dialect: Dialect { database.dialect }

    /// The same call on another collection of the source.
    func on(_ target: Collection) -> RecordCall {
        RecordCall(
            grant: grant, rights: rightsOn(target), database: database, bounds: bounds, zone: zone, catalog: catalog, rightsOn: rightsOn,
            numbers: numbers, narrowing: nil, notes: notes)
    }

    /// The same call on the rows of the collection that satisfy a condition on ``alias``; nil for all.
    func narrowed(to condition: Statement?) -> RecordCall {
        RecordCall(
            grant: grant, rights: rights, database: database, bounds: bounds, zone: zone, catalog: catalog, rightsOn: rightsOn, numbers: numbers,
            narrowing: condition, notes: notes)
    }
}

extension RecordCall {
    /// - Throws: ``Refusal`` `forbidden` when the caller may not perform the action on the collection.
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

    /// Fields that a result may have, including masked ones.
    var visibleFields: [Field] {
        let names = rights.readable
        return names.count == collection.fields.count ? collection.fields : names.compactMap(collection.field)
    }

    /// A field whose values the caller may know, so that keys and sorting can name it.
    func open(_ name: String, argument: String) throws(Refusal) -> Field {
        guard let field = collection.field(name), rights.readable.contains(field.name) else {
            throw unknown(name, argument: argument, for: .compared)
        }
        guard !rights.masked.contains(field.name) else {
            throw Refusal(.forbidden, "\(argument): \"\(field.name)\" is masked: it can be neither filtered nor sorted by")
        }
        return field
    }

    /// A relation and a call on its target.
    /// - Throws: ``Refusal`` `invalidArgument`, with the same text for a missing relation and for one that the caller may not follow.
    func enter(_ name: String, argument: String, for use: NameUse = .related) throws(Refusal) -> (Relation, RecordCall) {
        guard let relation = collection.relation(name), isOpen(relation.fields), let call = target(of: relation) else {
            throw unknown(name, argument: argument, for: use)
        }
        return (relation, call)
    }

    /// A call on the target of a relation; nil when the caller may not view it or may not know its key fields.
    ///
    /// The fields on this side are not checked, because the relation may belong to another collection.
    func target(of relation: Relation) -> RecordCall? {
        guard let target = catalog(relation.target), case let call = on(target), call.rights.allows(.view), call.isOpen(relation.targetFields) else {
            return nil
        }
        guard let through = relation.through else { return call }
        return join(of: through) == nil ? nil : call
    }

    /// A call on the join table of a relation; nil when the caller may not know which rows it relates.
    func join(of through: Relation.Through) -> RecordCall? {
        guard let table = catalog(through.collection), case let call = on(table), call.rights.isOpen(through) else { return nil }
        return call
    }

    /// Whether the caller may know the values of all these fields.
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

    /// Makes all numbers available again when a transaction restarts, because its earlier changes were rolled back.
    func beginAgain() {
        parts.withLock { parts in parts = parts.mapValues { Part(taken: $0.taken, left: $0.taken) } }
    }

    /// The next number; nil when none is left.
    func next(for field: NumberedField) -> Int64? {
        parts.withLock { parts in
            guard let next = parts[field]?.left.first else { return nil }
            parts[field]?.left.removeFirst()
            return next
        }
    }
}
