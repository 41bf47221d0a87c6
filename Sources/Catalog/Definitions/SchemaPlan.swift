package import JSON
package import SQL

/// The steps that make the tables of a database match their definition.
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
    /// Sentences about data that will be lost, to be confirmed.
    package var losses: [String] = []
    /// Collections whose tables are created.
    package var made: [String] = []
    /// Collections whose tables are dropped.
    package var dropped: [String] = []

    package mutating func run(_ statement: Statement) { steps.append(.run(statement)) }
    mutating func add(_ step: Step) { steps.append(step) }
    mutating func begin(with first: [Step]) { steps.insert(contentsOf: first, at: 0) }

    /// Adds a removed or replaced column; all such columns of a table become one change.
    mutating func change(_ table: String, removing: String? = nil, replacing: (column: String, definition: Statement)? = nil) {
        let index = steps.firstIndex { if case .change(let known) = $0 { known.table == table } else { false } }
        var change = SQLiteTableChange(table: table)
        if let index, case .change(let known) = steps[index] { change = known }
        if let removing { change.removed.insert(removing) }
        if let replacing { change.replaced[replacing.column] = replacing.definition }
        if let index { steps[index] = .change(change) } else { steps.append(.change(change)) }
    }

    /// The statements that change something, in order, for the current tables.
    func statements(on connection: any Connection) throws -> [Statement] {
        try steps.flatMap { step -> [Statement] in
            switch step {
            case .run(let statement): [statement]
            case .change(let change): try change.statements(on: connection)
            case .check, .checkAfterwards: []
            }
        }
    }

    /// Runs the steps, inside ``Database/define(_:_:)``.
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

/// The requested definition of a collection. Members that are nil stay unchanged.
package struct CollectionOrder: Sendable {
    package var name: String
    package var source: String
    /// An empty text clears it; nil leaves it unchanged.
    package var title: String?
    package var description: String?
    /// Fields and relations, as JSON objects.
    package var fields: [JSONValue]
    /// Whether the server's columns are created with a new table; nil adds none to an existing table.
    package var autoGenID: Bool?
    package var timestamps: Bool?
    package var createdBy: Bool?
    package var updatedBy: Bool?
    /// As ``CollectionDefinition/keepsDeleted``; nil leaves it unchanged.
    package var softDelete: Bool?
    /// As ``CollectionDefinition/keepsHistory``; nil leaves it unchanged.
    package var history: Bool?

    /// Most fields in one call.
    package static let maximumFields = 200
    /// Most collections of one data source that can be created here.
    package static let maximumCollections = 500

    package init(name: String, source: String, fields: [JSONValue] = []) {
        self.name = name
        self.source = source
        self.fields = fields
    }
}

/// What a change of tables may do: only a dry run, or also destroy data.
package struct SchemaConsent: Sendable {
    /// Whether nothing is changed and the statements are only returned.
    package var isDryRun: Bool
    /// Whether data may be lost.
    package var isConfirmed: Bool
    /// Whether a table is dropped only if it has no row at that moment.
    package var keepsRows: Bool

    package init(isDryRun: Bool, isConfirmed: Bool, keepsRows: Bool = false) {
        (self.isDryRun, self.isConfirmed, self.keepsRows) = (isDryRun, isConfirmed, keepsRows)
    }
}

/// The result of a change of tables, or of its dry run.
package struct SchemaOutcome: Sendable {
    /// The statements in the order in which the engine gets them; empty when nothing differed.
    package let statements: [String]
    package let losses: [String]
    /// Whether the definition of the collection, or its table, has changed.
    package let isChanged: Bool
    package let isDryRun: Bool
}
