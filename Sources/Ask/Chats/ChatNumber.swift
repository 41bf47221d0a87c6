package import Store

/// Ids that the question server shows. Those of chats and of their questions are the time with random digits behind it, so that an id tells nobody how many
/// others there are in the instance, and those of one chat are in its order.
package enum ChatNumber {
    /// 2024-01-01T00:00:00Z. Unit: milliseconds since 1970.
    private static let epoch: Int64 = 1_704_067_200_000
    /// Ids of one millisecond. Until 2058 all are below 2^53, as clients need them.
    private static let perMillisecond: Int64 = 8_192

    /// The id of something that was made at a time and is told from others of that moment by its name: always the same one.
    package static func of(_ name: String, made: Timestamp) -> Int64 {
        let digits = name.utf8.reduce(Int64(0)) { ($0 * 31 + Int64($1)) % perMillisecond }
        return max(0, made.microseconds / 1_000 - epoch) * perMillisecond + digits
    }

    /// - Parameter last: an id that the new one comes after.
    package static func next(after last: Int64 = 0, at now: Timestamp = .now) -> Int64 {
        let chance = Int64.random(in: 0..<perMillisecond)
        let id = max(0, now.microseconds / 1_000 - epoch) * perMillisecond + chance
        return id > last ? id : last + 1 + chance
    }
}
