import CMariaDB

extension DatabaseError {
    /// The error of a statement.
    init(mySQLStatement handle: UnsafeMutablePointer<MYSQL_STMT>, on connection: UnsafeMutablePointer<MYSQL>) {
        // Between two rows the library records an error only on the connection.
        guard mysql_stmt_errno(handle) != 0 else {
            self.init(mySQLConnection: connection)
            return
        }
        self.init(
            mySQL: mysql_stmt_errno(handle), state: mysql_stmt_sqlstate(handle).map { String(cString: $0) } ?? "",
            words: mysql_stmt_error(handle).map { String(cString: $0) } ?? "")
    }

    /// The error of a connection.
    init(mySQLConnection handle: UnsafeMutablePointer<MYSQL>) {
        self.init(
            mySQL: mysql_errno(handle), state: mysql_sqlstate(handle).map { String(cString: $0) } ?? "",
            words: mysql_error(handle).map { String(cString: $0) } ?? "")
    }

    /// The error for a number of the server (MariaDB manual, error codes) or of the client library (2000 to 2999, from 5000 on).
    init(mySQL number: UInt32, state: String, words: String) {
        let (code, reason) = Self.known(number, words) ?? Self.byClass(state)
        self.init(code, reason, detail: "\(number) \(state): \(words)", constraint: Self.broken(number, words))
    }

    private static func known(_ number: UInt32, _ words: String) -> (Code, String)? {
        known(constraint: number, words) ?? known(statement: number, words) ?? known(server: number)
    }

    private static func known(constraint number: UInt32, _ words: String) -> (Code, String)? {
        switch number {
        case 1022, 1062, 1586, 1859:
            let key = quoted(in: words, after: "for key ").map { ": unique key \"\($0)\"" } ?? ""
            return (.constraint, "a row with the same key exists\(key)")
        case 1216, 1217, 1451, 1452:
            let key = quoted(in: words, after: "CONSTRAINT ").map { ": foreign key \"\($0)\"" } ?? ""
            return (.constraint, "the related row is missing or still in use\(key)")
        case 1048, 1364:
            let column = quoted(in: words, after: number == 1048 ? "Column " : "Field ").map { "column \"\($0)\"" } ?? "a column"
            return (.constraint, "\(column) must have a value")
        case 3819, 4025:
            let check = quoted(in: words, after: number == 4025 ? "CONSTRAINT " : "Check constraint ").map { ": check constraint \"\($0)\"" } ?? ""
            return (.constraint, "a value is not allowed\(check)")
        default: return nil
        }
    }

    /// The violated constraint by the error's number. Only names in quotation marks at fixed positions are taken from the message.
    private static func broken(_ number: UInt32, _ words: String) -> BrokenConstraint {
        switch number {
        case 1022, 1062, 1586, 1859: return BrokenConstraint(.unique, name: quoted(in: words, after: "for key "))
        case 1216, 1217, 1451, 1452:
            let table = names(in: words, after: "constraint fails (")
            return BrokenConstraint(.foreignKey, schema: table?.schema, table: table?.name, name: quoted(in: words, after: "CONSTRAINT "))
        case 1048: return BrokenConstraint(.notNull, columns: quoted(in: words, after: "Column ").map { [$0] } ?? [])
        case 1364: return BrokenConstraint(.notNull, columns: quoted(in: words, after: "Field ").map { [$0] } ?? [])
        case 4025:
            let table = names(in: words, after: " failed for ")
            return BrokenConstraint(.check, schema: table?.schema, table: table?.name, name: quoted(in: words, after: "CONSTRAINT "))
        case 3819: return BrokenConstraint(.check, name: quoted(in: words, after: "Check constraint "))
        default: return BrokenConstraint(.other)
        }
    }

    /// The two names in backquotes after `mark`: `` `schema`.`table` ``.
    private static func names(in words: String, after mark: String) -> (schema: String, name: String)? {
        guard let found = words.ranges(of: mark).last else { return nil }
        let parts = words[found.upperBound...].split(separator: "`", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[2] == "." else { return nil }
        return (String(parts[1]), String(parts[3]))
    }

    private static func known(statement number: UInt32, _ words: String) -> (Code, String)? {
        switch number {
        case 1064, 1149:
            let line = words.split(separator: " ").last.flatMap { Int($0) }.map { " at line \($0)" } ?? ""
            return (.invalid, "not valid SQL\(line)")
        case 1065: return (.invalid, "there is no statement")
        case 1295: return (.invalid, "the database does not run statements of this kind for us")
        case 1051, 1109, 1146: return (.invalid, "there is no such table")
        case 1054: return (.invalid, "there is no such column")
        case 1305, 1630: return (.invalid, "there is no such function")
        case 1406: return (.invalid, "a value is longer than its column takes")
        case 1264, 1690: return (.invalid, "a number is out of the range of its column")
        case 1265, 1292, 1365, 1366, 1367, 1411, 1426, 3140, 3141: return (.invalid, "a value does not fit its type")
        case 1568: return (.invalid, "not allowed in this transaction")
        case 1792: return (.readOnly, "the transaction is read-only")
        case 1290, 1836: return (.readOnly, "the database server is read-only")
        case 1021, 1114: return (.readOnly, "the disk of the database is full")
        case 1020, 1205, 1213, 1412: return (.busy, "another change got in between; try again")
        case 1317: return (.cancelled, Self.cancelled.reason)
        case 1969, 3024: return (.timeout, Self.timeout.reason)
        case 1037, 1038, 1041, 1104, 1116, 1118, 1153, 1301, 1390, 1436, 2020, 2027: return (.limit, "a limit of the database was reached")
        case 1142, 1143, 1227, 1370, 1419, 1044: return (.denied, "the database login lacks the right")
        default: return nil
        }
    }

    private static func known(server number: UInt32) -> (Code, String)? {
        switch number {
        case 1045, 1698, 1862, 2058, 2059, 2061, 4151: return (.denied, "the database server refused the login")
        case 1049: return (.denied, "the database server has no database of that name")
        case 1040, 1203, 1226: return (.busy, "the database server has no connection left")
        case 2002, 2003, 2005: return (.unavailable, "the database server cannot be reached")
        case 2026, 3159: return (.unavailable, insecure)
        case 1053, 1079, 1080, 1129, 1130, 1152...1161, 1184, 1927, 4031: return (.unavailable, "the database server ended the connection")
        case 2006, 2012, 2013, 2055: return (.unavailable, "the connection to the database was lost")
        case 126, 127, 1034, 1035, 1194, 1195, 1712: return (.corrupt, "the database reports damaged data")
        default: return nil
        }
    }

    /// The code and reason for the class of the SQLSTATE.
    private static func byClass(_ state: String) -> (Code, String) {
        switch state.prefix(2) {
        case "22": (.invalid, "a value does not fit its type")
        case "23": (.constraint, "a constraint of the table does not allow it")
        case "25": (.invalid, "not allowed in this transaction")
        case "28": (.denied, "the database server refused the login")
        case "40": (.busy, "another change got in between; try again")
        case "42": (.invalid, "the statement does not fit the tables")
        case "08": (.unavailable, "the database server ended the connection")
        default: (.other, "the database refused the statement")
        }
    }

    /// The name in quotation marks after `mark`; of a qualified name, the last part. Values never appear there.
    private static func quoted(in words: String, after mark: String) -> String? {
        guard let found = words.ranges(of: mark).last, let quote = words[found.upperBound...].first, "'`".contains(quote) else { return nil }
        let name = words[found.upperBound...].dropFirst().prefix { $0 != quote }
        return name.split(separator: ".").last.map(String.init)
    }
}
