import JSON
import SQL
package import Store

/// A question that people approved an SQL statement for: a pattern with slots, and the statement with the slots in it.
package struct VerifiedQuery: Hashable, Sendable {
    package enum Status: String, Hashable, Sendable, CaseIterable {
        /// Somebody thinks that it is right; it answers nothing before it is reviewed.
        case proposed
        case approved, rejected
    }

    /// What people write.
    package struct Content: Hashable, Sendable {
        /// `revenue of {store} in {year}`
        package var pattern: String
        /// What each slot takes: see ``VerifiedSlot``.
        package var slots: [String: String]
        /// One SELECT in the dialect of the data source; `'{store}'` stands for the value of a slot.
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
    /// `acme/ann`
    package let proposedBy: String
    package let proposed: Timestamp
    /// Who approved or rejected it, and when; nil before.
    package let reviewedBy: String?
    package let reviewed: Timestamp?

    static let columns: Statement = "id, source, pattern, slots, sql_text, status, proposed_by, proposed_at, reviewed_by, reviewed_at"

    init(_ row: any Row) throws {
        id = VerifiedQueryID(row.int(0) ?? 0)
        source = row.text(1) ?? ""
        let slots = try JSONValue(parsing: row.text(3) ?? "{}").object ?? [:]
        content = Content(
            pattern: row.text(2) ?? "", slots: Dictionary(slots.compactMap { name, type in type.string.map { (name, $0) } }) { first, _ in first },
            sql: row.text(4) ?? "")
        status = row.text(5).flatMap(Status.init(rawValue:)) ?? .proposed
        proposedBy = row.text(6) ?? ""
        proposed = Timestamp(microseconds: row.int(7) ?? 0)
        reviewedBy = row.text(8)
        reviewed = row.int(9).map { Timestamp(microseconds: $0) }
    }
}
