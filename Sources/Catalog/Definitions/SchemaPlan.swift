package import SQL

/// The steps that bring the tables of a database to their definition.
package struct SchemaPlan: Sendable {
    package enum Step: Hashable, Sendable {
        case run(Statement)
        case change(SQLiteTableChange)
        /// Refuses, before anything after it is done, when the statement gives a row.
        case check(Statement, refusal: String)
        /// Takes all back when the engine does not read the statement any more, where changes of tables can be taken back.
        case keep(Statement, refusal: String)
    }

    package private(set) var steps: [Step] = []
    /// What is lost by it, in sentences: to be confirmed.
    package var losses: [String] = []
    /// Collections whose tables it makes.
    package var made: [String] = []
    /// Collections whose tables it drops.
    package var dropped: [String] = []

    package mutating func run(_ statement: Statement) { steps.append(.run(statement)) }
    mutating func add(_ step: Step) { steps.append(step) }
    mutating func begin(with first: [Step]) { steps.insert(contentsOf: first, at: 0) }

    /// Columns of one table that go or change are one change of it.
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
            case .check, .keep: []
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
            case .keep(let question, let refusal):
                do { _ = try connection.first(question) { _ in true } } catch let error as DatabaseError
                    where error.code == .invalid || error.code == .other
                {
                    throw CatalogError(.invalidDefinition, refusal, detail: error.detail)
                }
            }
        }
    }
}
