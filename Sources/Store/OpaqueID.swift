package import SQL
import Synchronization

/// Makes ids that do not reveal the number of rows in the instance: the time followed by random digits. Ids of one process ascend, so lists
/// sorted by id are in order of creation.
package enum OpaqueID {
    /// 2024-01-01T00:00:00Z. Unit: milliseconds since 1970.
    private static let epoch: Int64 = 1_704_067_200_000
    /// The number of ids of one millisecond. Until 2058 all ids are below 2^53, which JavaScript clients represent exactly.
    private static let idsPerMillisecond: Int64 = 8_192
    /// The largest id that this process has made.
    private static let last = Mutex<Int64>(0)

    /// The id of an object created at a given time. The name distinguishes it from others of that time. The same arguments always give the
    /// same id.
    package static func of(_ name: String, made: Timestamp) -> Int64 {
        let suffix = name.utf8.reduce(Int64(0)) { ($0 * 31 + Int64($1)) % idsPerMillisecond }
        return max(0, made.microseconds / 1_000 - epoch) * idsPerMillisecond + suffix
    }

    /// - Parameter before: the new id is larger than this one.
    package static func next(after before: Int64 = 0, at now: Timestamp = .now) -> Int64 {
        let random = Int64.random(in: 0..<idsPerMillisecond)
        let id = max(0, now.microseconds / 1_000 - epoch) * idsPerMillisecond + random
        return last.withLock { last in
            let previous = max(before, last)
            last = id > previous ? id : previous + 1 + random
            return last
        }
    }

    /// An id for a new row that no row visible to this transaction has.
    package static func free(in table: String, on connection: any Connection) throws -> Int64 {
        var id = next()
        while try connection.first("SELECT 1 FROM \(Identifier(table)) WHERE id = \(id)", { _ in true }) != nil { id = next(after: id) }
        return id
    }
}
