package import JSON
package import SQL

/// The steps that bring the tables of a database to their definition.
package struct SchemaPlan: Sendable {
    package enum Step: Hashable, Sendable {
        case run(Statement)
        case change(SQLiteTableChange)
        /// Refuses the steps after it when the statement returns a row.
        case check(Statement, refusal: String)
        /// Rolls everything back when the engine rejects the statement after the change, on engines that can roll back DDL.
        case checkAfterwards(Statement, refusal: String)
    }

    package private(set) var steps: [Step] = []
    /// Sentences about the data that is lost, to be confirmed.
    package var losses: [String] = []
    /// Collections whose tables are created.
    package var made: [String] = []
    /// Collections whose tables are dropped.
    package var dropped: [String] = []

    package mutating func run(_ statement: Statement) { steps.append(.run(statement)) }
    mutating func add(_ step: Step) { steps.append(step) }
    mutating func begin(with first: [Step]) { steps.insert(contentsOf: first, at: 0) }

    /// Removed and replaced columns of one table are combined into one change.
    mutating func change(_ table: String, removing: String? = nil, replacing: (column: String, definition: Statement)? = nil) {
        let index = steps.firstIndex { if case .change(let known) = $0 { known.table == table } else { false } }
        var change = SQLiteTableChange(table: table)
        if let index, case .change(let known) = steps[index] { change = known }
        if let removing { change.removed.insert(removing) }
        if let replacing { change.replaced[replacing.column] = replacing.definition }
        if let index { steps[index] = .change(change) } else { steps.append(.change(change)) }
    }

    /// The statements that change something, in order, for the tables as they are now.
    func statements(on connection: any Connection) throws -> [Statement] {
        try steps.flatMap { step -> [Statement] in
            switch step {
            case .run(let statement): [statement]
            case .change(let change): try change.statements(on: connection)
            case .check, .checkAfterwards: []
            }
        }
    }

    /// To be run by ``Database/define(_:_:)``.
    func run(on connection: any Connection) throws {
        for step in steps {
            switch step {
            case .run(let statement): try connection.execute(statement)
            case .change(let change): for statement in try change.statements(on: connection) { try connection.execute(statement) }
            case .check(let question, let refusal):
                guard try connection.first(question, { _ in true }) == nil else { throw CatalogError(.invalidDefinition, refusal) }
            case .checkAfterwards(let question, let refusal):
                do { _ = try connection.first(question) { _ in true } } catch let error as DatabaseError
                    where error.code == .invalid || error.code == .other
                {
                    throw CatalogError(.invalidDefinition, refusal, detail: error.detail)
                }
            }
        }
    }
}

/// The requested definition of a collection. Members that are nil do not change.
package struct CollectionOrder: Sendable {
    package var name: String
    package var source: String
    /// Empty clears it; nil leaves it as it is.
    package var title: String?
    package var description: String?
    /// Fields and relations, as objects.
    package var fields: [JSONValue]
    /// Whether the server's columns are made with a new table; of a table that is there nil adds none.
    package var autoGenID: Bool?
    package var timestamps: Bool?
    package var createdBy: Bool?
    package var updatedBy: Bool?
    /// As ``CollectionDefinition/keepsDeleted``; nil leaves it as it is.
    package var softDelete: Bool?
    /// As ``CollectionDefinition/keepsHistory``; nil leaves it as it is.
    package var history: Bool?

    /// Unit: fields of one call.
    package static let maximumFields = 200
    /// Unit: collections of one data source that are made here.
    package static let maximumCollections = 500

    package init(name: String, source: String, fields: [JSONValue] = []) {
        self.name = name
        self.source = source
        self.fields = fields
    }
}

/// How far a change of tables may go: a dry run, or also what destroys data.
package struct SchemaConsent: Sendable {
    /// Nothing is changed: the statements are returned.
    package var isDryRun: Bool
    /// Whether data may be lost.
    package var isConfirmed: Bool
    /// Whether a table is dropped only if it has no row at the moment at which it goes.
    package var keepsRows: Bool

    package init(isDryRun: Bool, isConfirmed: Bool, keepsRows: Bool = false) {
        (self.isDryRun, self.isConfirmed, self.keepsRows) = (isDryRun, isConfirmed, keepsRows)
    }
}

/// The result of a change of tables, or of its dry run.
package struct SchemaOutcome: Sendable {
    /// In order, as the engine gets them; empty when all was there already.
    package let statements: [String]
    package let losses: [String]
    /// Whether the definition of the collection, or its table, has changed.
    package let isChanged: Bool
    package let isDryRun: Bool
}
