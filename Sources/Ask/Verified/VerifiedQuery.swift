import JSON
import SQL
package import Store

/// A question with an approved SQL statement: a pattern with slots, and a statement with the same slots.
package struct VerifiedQuery: Hashable, Sendable {
    package enum Status: String, Hashable, Sendable, CaseIterable {
        /// Proposed as correct. It answers no questions until it is reviewed.
        case proposed
        case approved, rejected
    }

    /// The content that people write.
    package struct Content: Hashable, Sendable {
        /// For example `revenue of {store} in {year}`.
        package var pattern: String
        /// The type of each slot, see ``VerifiedSlot``.
        package var slots: [String: String]
        /// One SELECT in the dialect of the data source, with `'{store}'` in place of a slot's value.
        package var sql: String

        package init(pattern: String, slots: [String: String], sql: String) {
            self.pattern = pattern
            self.slots = slots
            self.sql = sql
        }
    }

    package let id: VerifiedQueryID
    package let source: String
    package let content: Content
    package let status: Status
    /// For example `acme/ann`.
    package let proposedBy: String
    package let proposed: Timestamp
    /// Who approved or rejected it, and when. Nil before the review.
    package let reviewedBy: String?
    package let reviewed: Timestamp?

    static let columns: Statement = "id, source, pattern, slots, sql_text, status, proposed_by, proposed_at, reviewed_by, reviewed_at"

    init(_ row: StoredRow) throws {
        id = try row["id", .id()]
        source = try row["source", .text]
        let slots = try row["slots", .object].map { name, type in
            guard let type = type.string else { throw row.damage("slots", "expected an object of strings") }
            return (name, type)
        }
        content = Content(
            pattern: try row["pattern", .text], slots: Dictionary(slots) { first, _ in first }, sql: try row["sql_text", .text])
        status = try row["status", .word()]
        proposedBy = try row["proposed_by", .text]
        proposed = try row["proposed_at", .time]
        reviewedBy = try row["reviewed_by", .optional(.text)]
        reviewed = try row["reviewed_at", .optional(.time)]
    }
}
