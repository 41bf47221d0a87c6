import CSQLite
import SQLSyntax

/// Callers' statements that one connection has checked and compiled, by rights and schema, so that the same text with the same rights is not
/// checked again. The least recently used one is dropped first.
final class SQLiteCheckedStatements {
    private static let limit = 32
    /// Larger statements are compiled for each call. Unit: bytes that SQLite holds for one.
    private static let largest: Int32 = 65_536

    private struct Key: Hashable {
        /// Compared byte for byte.
        let text: SQLName
        let readRights: SQLiteReadRights

        /// Hashes the text alone: a text mostly runs with the same rights, and hashing these would take longer than comparing them.
        func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }

    /// Statements that no running query uses.
    private var statements: [Key: SQLitePrepared] = [:]
    private var version: Int64?
    private var uses = 0

    /// Takes a checked statement out; return it with ``keep(_:for:)``.
    /// - Parameter version: SQLite's version of the schema; statements of another version are dropped.
    func take(_ text: String, for readRights: SQLiteReadRights, version: Int64) -> SQLitePrepared? {
        if version != self.version {
            statements = [:]
            self.version = version
        }
        return statements.removeValue(forKey: Key(text: SQLName(text), readRights: readRights))
    }

    /// Keeps a statement that was checked under the schema of the last ``take(_:for:version:)``.
    func keep(_ statement: SQLitePrepared, for readRights: SQLiteReadRights) {
        statement.reset()
        guard sqlite3_stmt_status(statement.handle, SQLITE_STMTSTATUS_MEMUSED, 0) <= Self.largest else { return }
        uses += 1
        statement.lastUse = uses
        if statements.count >= Self.limit, let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse }) { statements[oldest.key] = nil }
        statements[Key(text: SQLName(statement.text), readRights: readRights)] = statement
    }
}
