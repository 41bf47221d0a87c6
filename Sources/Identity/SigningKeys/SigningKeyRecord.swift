import SQL
package import Store

/// A signing key as it is listed: without its private half.
package struct SigningKeyRecord: Hashable, Sendable {
    /// The `kid`.
    package let id: String
    package let createdAt: Timestamp
    /// From when it signs.
    package let signsFrom: Timestamp
    /// From when another key signs; nil when none is to come.
    package let retiredAt: Timestamp?
    /// When the last token that it signed has ended; until then it verifies.
    package let endsAt: Timestamp?
    /// Whether it signs at this moment.
    package let isCurrent: Bool

    static let columns: Statement =
        """
        id, created_at, retired_at, ends_at, (SELECT max(older.retired_at) FROM signing_keys AS older WHERE older.retired_at IS NOT NULL
        AND (signing_keys.retired_at IS NULL OR older.retired_at < signing_keys.retired_at))
        """

    init(_ row: any Row, at time: Timestamp) {
        id = row.text(0) ?? ""
        createdAt = row.time(1) ?? .earliest
        retiredAt = row.time(2)
        endsAt = row.time(3)
        signsFrom = row.time(4) ?? createdAt
        isCurrent = signsFrom <= time && retiredAt.map { time < $0 } ?? true
    }
}
