package import SQL
import Synchronization

/// Ids that tell nobody how many others there are in the instance: the time with random digits behind it. Those of one process ascend, so that lists in
/// the order of ids are in the order in which they were made.
package enum OpaqueNumber {
    /// 2024-01-01T00:00:00Z. Unit: milliseconds since 1970.
    private static let epoch: Int64 = 1_704_067_200_000
    /// Ids of one millisecond. Until 2058 all are below 2^53, as clients need them.
    private static let perMillisecond: Int64 = 8_192
    /// The largest that this process has given.
    private static let last = Mutex<Int64>(0)

    /// The id of something that was made at a given time; its name distinguishes it from others of that moment. The result is always the same.
    package static func of(_ name: String, made: Timestamp) -> Int64 {
        let digits = name.utf8.reduce(Int64(0)) { ($0 * 31 + Int64($1)) % perMillisecond }
        return max(0, made.microseconds / 1_000 - epoch) * perMillisecond + digits
    }

    /// - Parameter before: an id that the new one comes after.
    package static func next(after before: Int64 = 0, at now: Timestamp = .now) -> Int64 {
        let chance = Int64.random(in: 0..<perMillisecond)
        let id = max(0, now.microseconds / 1_000 - epoch) * perMillisecond + chance
        return last.withLock { last in
            let floor = max(before, last)
            let next = id > floor ? id : floor + 1 + chance
            last = next
            return next
        }
    }

    /// An id for a new row of a table, which no row has that this transaction sees.
    package static func free(in table: String, on connection: any Connection) throws -> Int64 {
        var id = next()
        while try connection.first("SELECT 1 FROM \(Identifier(table)) WHERE id = \(id)", { _ in true }) != nil { id = next(after: id) }
        return id
    }
}
