import Access
import Catalog
import SQL
import SQLSyntax

/// A row to be added, and how its key is found afterwards: from `RETURNING`, or on MySQL, which lacks it, from the values and the generated number.
struct InsertedRow: Sendable {
    private let statement: Statement
    /// On MySQL the given values of the key; nil stands for the number that the engine generates.
    private let key: [SQLValue?]?

    /// - Throws: ``Refusal`` `invalidArgument` when the engine would generate a key that it does not report.
    init(_ assignments: [(column: Identifier, value: SQLValue)], argument: String, _ call: RecordCall) throws(Refusal) {
        guard case .table(let schema, let name) = call.collection.origin else { throw Refusal(.forbidden, "\(call.collection.name) is read-only") }
        let table: Statement = "\(Identifier(schema)).\(Identifier(name))"
        let isMySQL = call.dialect == .mysql
        let columns = Statement.joined(assignments.map { "\($0.column)" }, by: ", ")
        let values = Statement.joined(assignments.map { "\($0.value)" }, by: ", ")
        let row: Statement = assignments.isEmpty && !isMySQL ? "DEFAULT VALUES" : "(\(columns)) VALUES (\(values))"
        let returning = Statement.joined(call.collection.primaryKey.map { "\(Identifier($0))" }, by: ", ")
        statement = isMySQL ? "INSERT INTO \(table) \(row)" : "INSERT INTO \(table) \(row) RETURNING \(returning)"
        guard isMySQL else {
            key = nil
            return
        }
        let given = Dictionary(assignments.map { ($0.column.name, $0.value) }) { first, _ in first }
        let missing = call.collection.primaryKey.filter { given[$0] == nil }
        let isNumbered = missing.allSatisfy { call.collection.field($0)?.type == .integer }
        guard missing.isEmpty || missing.count == 1 && isNumbered else {
            throw Refusal(
                .invalidArgument, "\(argument): give \(missing.joined(separator: ", ")): this database does not tell the key that it makes by itself")
        }
        key = call.collection.primaryKey.map { given[$0] }
    }

    /// Adds the row and returns its key.
    func insert(_ connection: any Connection) throws -> [SQLValue] {
        guard let key else {
            guard let key = try connection.first(statement, { row in (0..<row.columnCount).map(row.value) }) else { throw Self.lost }
            return key
        }
        try connection.execute(statement)
        let generated = connection.generatedKey
        return try key.map { given in
            guard let value = given ?? generated else { throw Self.lost }
            return value
        }
    }

    private static let lost = Refusal(.conflict, "the database did not keep the row under a key that it tells; nothing was changed")
}
