import CSQLite

/// What SQLite is told once, before anything else of it is used in the process.
enum SQLiteLibrary {
    /// What savepoints of one transaction may have to take back is kept in memory up to here, and in a temporary file beyond: a full group of the audit
    /// log needs none. Unit: bytes.
    private static let savepointBytes: Int32 = 1_048_576

    private static let result = gatehouse_sqlite3_keep_savepoints(savepointBytes)

    /// To be called before SQLite is used; again and again does nothing.
    static func setUp() { _ = result }
}
