import CSQLite

/// Extended result codes of constraints, which are macros that Swift does not import (rescode.html).
enum SQLiteConstraint {
    static let check = SQLITE_CONSTRAINT | 1 << 8
    static let foreignKey = SQLITE_CONSTRAINT | 3 << 8
    static let notNull = SQLITE_CONSTRAINT | 5 << 8
    static let primaryKey = SQLITE_CONSTRAINT | 6 << 8
    static let unique = SQLITE_CONSTRAINT | 8 << 8
    static let rowID = SQLITE_CONSTRAINT | 10 << 8
    static let dataType = SQLITE_CONSTRAINT | 12 << 8
}

/// Makes safe reasons from SQLite's messages: they contain names of the schema or of the caller's own statement, never values or SQL.
enum SQLiteMessage {
    static func constraint(_ code: Int32, _ message: String) -> String {
        switch code {
        case SQLiteConstraint.unique, SQLiteConstraint.primaryKey, SQLiteConstraint.rowID:
            guard let columns = names(message, after: "UNIQUE constraint failed: "), !columns.hasPrefix("index ") else {
                return "the values must be unique"
            }
            return columns + (columns.utf8.contains(UInt8(ascii: ",")) ? " must be unique together" : " must be unique")
        case SQLiteConstraint.notNull:
            guard let column = names(message, after: "NOT NULL constraint failed: ") else { return "a column must not be null" }
            return column + " must not be null"
        case SQLiteConstraint.foreignKey:
            return "a row that is referred to does not exist, or this row is still referred to"
        case SQLiteConstraint.check:
            guard let rule = names(message, after: "CHECK constraint failed: ") else { return "the values break a check of the table" }
            return "the values break the check " + rule
        case SQLiteConstraint.dataType:
            // "cannot store TEXT value in INTEGER column t.c"
            guard let range = message.lastRange(of: " column "), let column = name(message[range...]) else {
                return "a value has the wrong type"
            }
            return column + " takes no value of this type"
        default:
            return "the values break a rule of the table"
        }
    }

    /// The violated constraint by the extended result code. Only names after the message's fixed beginning are taken from it.
    static func broken(_ code: Int32, _ message: String) -> BrokenConstraint {
        switch code {
        case SQLiteConstraint.unique, SQLiteConstraint.primaryKey, SQLiteConstraint.rowID:
            columns(.unique, message, after: "UNIQUE constraint failed: ")
        case SQLiteConstraint.notNull: columns(.notNull, message, after: "NOT NULL constraint failed: ")
        case SQLiteConstraint.foreignKey: BrokenConstraint(.foreignKey)
        case SQLiteConstraint.check: BrokenConstraint(.check, name: rest(message, after: "CHECK constraint failed: "))
        case SQLiteConstraint.dataType: BrokenConstraint(.type)
        default: BrokenConstraint(.other)
        }
    }

    /// Parses columns written as `table.column, table.column`; other text gives no columns.
    private static func columns(_ kind: BrokenConstraint.Kind, _ message: String, after prefix: String) -> BrokenConstraint {
        guard message.hasPrefix(prefix) else { return BrokenConstraint(kind) }
        let parts = message.dropFirst(prefix.count).split(separator: ", ").map { $0.split(separator: ".", omittingEmptySubsequences: false) }
        guard let table = parts.first?.first, parts.allSatisfy({ $0.count == 2 && $0[0] == table }) else { return BrokenConstraint(kind) }
        return BrokenConstraint(kind, table: String(table), columns: parts.map { String($0[1]) })
    }

    static func invalid(_ message: String) -> String {
        for (prefix, what) in [
            ("no such table: ", "no such table"), ("no such column: ", "no such column"), ("no such function: ", "no such function"),
            ("ambiguous column name: ", "ambiguous column name"),
        ] {
            if let name = names(message, after: prefix) { return "\(what): \(name)" }
        }
        if let end = message.lastRange(of: " has no column named "), let column = name(message[end...]) {
            return "no such column: \(column)"
        }
        if message.contains("syntax error") { return "the statement is not valid SQL" }
        if message.hasPrefix("Expression tree is too large") || message.hasPrefix("too many") || message.hasPrefix("parser stack") {
            return "the statement is too complex"
        }
        return "the statement cannot be run"
    }

    /// The text after `prefix`; for a check without a name, its expression.
    private static func rest(_ message: String, after prefix: String) -> String? {
        message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : nil
    }

    /// The text after `prefix`, if it consists of names alone.
    private static func names(_ message: String, after prefix: String) -> String? {
        message.hasPrefix(prefix) ? name(message.dropFirst(prefix.count)) : nil
    }

    private static func name(_ text: Substring) -> String? {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar == "_" || scalar == "." || scalar == "," || scalar == " " || scalar == "-" || scalar.properties.isAlphabetic
                || scalar.properties.numericType != nil
        }
        return isPlain && !text.isEmpty && text.utf8.count <= 200 ? String(text) : nil
    }
}

extension String {
    /// The index after the last occurrence of `text`.
    fileprivate func lastRange(of text: String) -> Index? {
        var found: Index?
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { found = index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return found
    }
}
