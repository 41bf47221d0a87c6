import SQL
package import Store

/// A listed signing key: without its private part.
package struct SigningKeyRecord: Hashable, Sendable {
    /// The `kid`.
    package let id: String
    package let createdAt: Timestamp
    /// When it starts to sign.
    package let signsFrom: Timestamp
    /// When another key starts to sign; nil when none is planned.
    package let retiredAt: Timestamp?
    /// When the last token that it signed has expired; until then it verifies.
    package let endsAt: Timestamp?
    /// Whether it currently signs.
    package let isCurrent: Bool

    static let columns: Statement =
        """
        id, created_at, retired_at, ends_at, (SELECT max(older.retired_at) FROM signing_keys AS older WHERE older.retired_at IS NOT NULL
        AND (signing_keys.retired_at IS NULL OR older.retired_at < signing_keys.retired_at)) AS signs_from
        """

    init(_ row: StoredRow, at time: Timestamp) throws {
        id = try row["id", .text]
        createdAt = try row["created_at", .time]
        retiredAt = try row["retired_at", .optional(.time)]
        endsAt = try row["ends_at", .optional(.time)]
        signsFrom = try row["signs_from", .optional(.time)] ?? createdAt
        isCurrent = signsFrom <= time && retiredAt.map { time < $0 } ?? true
    }
}
