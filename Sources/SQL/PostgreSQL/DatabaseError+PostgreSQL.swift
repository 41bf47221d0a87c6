import CLibPQ

extension DatabaseError {
    /// The error that a result reports.
    /// - Parameter stop: why the server was asked to stop the statement, if it was.
    init(postgreSQL result: OpaquePointer, stop: PostgreSQLWire.Stop?, isLate: Bool) {
        func field(_ code: Int) -> String { PQresultErrorField(result, Int32(code)).map { String(cString: $0) } ?? "" }
        let state = field(Field.state)
        self.init(
            postgreSQLState: state,
            constraint: field(Field.constraint), schema: field(Field.schema), table: field(Field.table), column: field(Field.column),
            position: field(Field.position),
            detail: "\(state): \(field(Field.message)) \(field(Field.detail))", stop: stop ?? (isLate ? .timeout : nil))
    }

    /// An error outside any statement.
    init(postgreSQLConnection handle: OpaquePointer) {
        self.init(.unavailable, "the connection to the database was lost", detail: String(cString: PQerrorMessage(handle)))
    }

    /// The error for an SQLSTATE (PostgreSQL manual, appendix A).
    init(
        postgreSQLState state: String, constraint: String = "", schema: String = "", table: String = "", column: String = "", position: String = "",
        detail: String,
        stop: PostgreSQLWire.Stop? = nil
    ) {
        let of = table.isEmpty ? "" : " of table \"\(table)\""
        let (code, reason): (Code, String) =
            switch state {
            case "23505": (.constraint, "a row with the same key exists: unique constraint \"\(constraint)\"\(of)")
            case "23503": (.constraint, "the related row is missing or still in use: foreign key \"\(constraint)\"\(of)")
            case "23502": (.constraint, "column \"\(column)\"\(of) must have a value")
            case "23514": (.constraint, "a value is not allowed: check constraint \"\(constraint)\"\(of)")
            case let state where state.hasPrefix("23"): (.constraint, "constraint \"\(constraint)\"\(of) does not allow it")
            case "57014" where stop == .timeout: (.timeout, Self.timeout.reason)
            case "57014": (.cancelled, Self.cancelled.reason)
            case "40001", "40P01", "55P03": (.busy, "another change got in between; try again")
            case "53300": (.busy, "the database server has no connection left")
            case "26000", "0A000": (.invalid, "the database does not support the statement, or its tables have just changed")
            case "42601": (.invalid, position.isEmpty ? "not valid SQL" : "not valid SQL at character \(position)")
            case "42P01": (.invalid, "there is no such table")
            case "42703": (.invalid, "there is no such column")
            case "42883": (.invalid, "there is no function or operator for these types")
            case "25P02": (.invalid, "an earlier statement of the transaction failed or was cut short")
            case "25006": (.readOnly, "the transaction is read-only")
            case "53100": (.readOnly, "the disk of the database is full")
            case "42501": (.denied, "the database login lacks the right")
            case "3D000": (.denied, "the database server has no database of that name")
            case let state where state.hasPrefix("28"): (.denied, "the database server refused the login")
            case "22001": (.invalid, "a value is longer than its column takes")
            case "22003": (.invalid, "a number is out of the range of its column")
            case let state where state.hasPrefix("22"): (.invalid, "a value does not fit its type")
            case let state where state.hasPrefix("42"): (.invalid, "the statement does not fit the tables")
            case let state where state.hasPrefix("25"): (.invalid, "not allowed in this transaction")
            case let state where state.hasPrefix("53") || state.hasPrefix("54"): (.limit, "a limit of the database was reached")
            case let state where state.hasPrefix("08") || state.hasPrefix("57P"): (.unavailable, "the database server ended the connection")
            case "XX001", "XX002": (.corrupt, "the database reports damaged data")
            case "": (.unavailable, "the connection to the database was lost")
            default: (.other, "the database refused the statement")
            }
        func known(_ name: String) -> String? { name.isEmpty ? nil : name }
        let broken = BrokenConstraint(
            Self.kind(postgreSQLState: state), schema: known(schema), table: known(table), columns: column.isEmpty ? [] : [column],
            name: known(constraint))
        self.init(code, reason, detail: detail, constraint: broken)
    }

    private static func kind(postgreSQLState state: String) -> BrokenConstraint.Kind {
        switch state {
        case "23505": .unique
        case "23P01": .exclusion
        case "23503", "23001": .foreignKey
        case "23502": .notNull
        case "23514": .check
        default: .other
        }
    }

    /// Field codes of error messages (PostgreSQL manual, 55.8); macros that are not imported.
    private enum Field {
        static let state = Int(UInt8(ascii: "C"))
        static let message = Int(UInt8(ascii: "M"))
        static let detail = Int(UInt8(ascii: "D"))
        static let position = Int(UInt8(ascii: "P"))
        static let schema = Int(UInt8(ascii: "s"))
        static let table = Int(UInt8(ascii: "t"))
        static let column = Int(UInt8(ascii: "c"))
        static let constraint = Int(UInt8(ascii: "n"))
    }
}
