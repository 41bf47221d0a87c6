import SQL
package import Store

/// A signing key as it is listed: without its private half.
package struct SigningKeyRecord: Hashable, Sendable {
    /// The `kid`.
    package let id: String
    package let createdAt: Timestamp
    /// Since when another key signs; nil for the one that does.
    package let retiredAt: Timestamp?
    /// When the last token that it signed has ended; until then it verifies.
    package let endsAt: Timestamp?

    package var isCurrent: Bool { retiredAt == nil }

    static let columns: Statement = "id, created_at, retired_at, ends_at"

    init(_ row: any Row) {
        id = row.text(0) ?? ""
        createdAt = row.time(1) ?? .earliest
        retiredAt = row.time(2)
        endsAt = row.time(3)
    }
}
