import SQL
import SQLSyntax
import Store

/// One counter in the table `attempts`.
struct AttemptRow {
    let key: AttemptKey
    var counter: AttemptCounter

    /// The counter of a key, kept from others until the transaction ends; a new one when there is none.
    static func locked(_ key: AttemptKey, at time: Timestamp, on connection: any Connection) throws -> AttemptRow {
        let digest = key.digest.bytes
        // First, so that of two transactions that make the same counter the second waits and reads what the first made.
        try connection.execute(
            """
            INSERT INTO attempts (hash, attempts, next_at, last_at, settled_at, ends_at)
            VALUES (\(digest), 0, \(AttemptCounter.noWait), \(time), \(time), \(time)) ON CONFLICT (hash) DO NOTHING
            """)
        return try existing(key, on: connection) ?? AttemptRow(key: key, counter: AttemptCounter(at: time))
    }

    static func existing(_ key: AttemptKey, on connection: any Connection) throws -> AttemptRow? {
        let lock: Statement = connection.dialect == .postgresql ? " FOR UPDATE" : ""
        return try connection.first(
            of: "attempts", "SELECT hash, attempts, next_at, last_at, settled_at FROM attempts WHERE hash = \(key.digest.bytes)\(lock)"
        ) { row in
            let counter = AttemptCounter(
                attempts: try row["attempts", .int], next: try row["next_at", .time], last: try row["last_at", .time],
                settled: try row["settled_at", .time])
            return AttemptRow(key: key, counter: counter)
        }
    }

    func save(on connection: any Connection) throws {
        try connection.execute(
            """
            UPDATE attempts SET attempts = \(Int64(counter.attempts)), next_at = \(counter.next), last_at = \(counter.last),
            settled_at = \(counter.settled), ends_at = \(counter.end(key.rule)) WHERE hash = \(key.digest.bytes)
            """)
    }
}
