package import Access
package import Catalog
package import SQL
import SQLSyntax

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
