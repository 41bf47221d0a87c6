import SQLSyntax

/// The tables and columns that a caller's statement may read. Names ignore the case of ASCII letters, as in SQLite.
package struct SQLiteReadRights: Hashable, Sendable {
    /// Columns by table or view; nil allows all of them.
    let tables: [String: Set<String>?]
    let functions: Set<String>

    /// - Parameters:
    ///   - tables: allowed tables and views, each with its allowed columns, or nil for all. An allowed view may read everything that it uses.
    ///   - functions: allowed functions, including table-valued ones such as `json_each`. Operators need no permission.
    package init(tables: [String: Set<String>?], functions: Set<String>) {
        self.init(tables, canonical: Set(functions.map(\.asciiLowercased)).subtracting(Self.never))
    }

    /// The same functions with other tables.
    package func on(tables: [String: Set<String>?]) -> SQLiteReadRights { SQLiteReadRights(tables, canonical: functions) }

    private init(_ tables: [String: Set<String>?], canonical functions: Set<String>) {
        self.tables = Dictionary(
            tables.map { name, columns in (name.asciiLowercased, columns.map { Set($0.map(\.asciiLowercased)) }) },
            uniquingKeysWith: { first, second in
                // Two spellings of one table: only columns that both allow.
                guard let first else { return second }
                return second.map { first.intersection($0) } ?? first
            })
        self.functions = functions
    }

    /// Operators that SQLite implements as functions, and the server's own function for conditions of rules that compare times.
    private static let operators: Set<String> = ["like", "glob", "->", "->>", SQLiteInstant.function]

    /// Functions that are never allowed, even if listed: they load code, read or write files, or start programs.
    private static let never: Set<String> = ["load_extension", "fts3_tokenizer", "readfile", "writefile", "edit"]

    func allows(table: String) -> Bool { tables[table.asciiLowercased] != nil }

    func allows(column: String, of table: String) -> Bool {
        guard let columns = tables[table.asciiLowercased] else { return false }
        return columns?.contains(column.asciiLowercased) ?? true
    }

    func allows(function: String) -> Bool {
        let name = function.asciiLowercased
        return functions.contains(name) || Self.operators.contains(name)
    }

    static func isNeverAllowed(function: String) -> Bool { never.contains(function.asciiLowercased) }
}
