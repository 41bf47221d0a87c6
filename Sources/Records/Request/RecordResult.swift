package import JSON

/// The result of a call on a collection, with the figures for the audit log.
package struct RecordResult: Hashable, Sendable {
    /// `{"data":…}`, with `meta` where there is something to say of it.
    package let json: JSONFragment
    /// Rows in the answer.
    package let rows: Int
    /// Rows created, updated or deleted; nil for a reading call.
    package let changed: Int?

    private init(json: JSONFragment, rows: Int, changed: Int?) {
        self.json = json
        self.rows = rows
        self.changed = changed
    }

    /// What an earlier run of the same change gave.
    init(kept text: String) { self.init(json: JSONFragment(trusted: Array(text.utf8)), rows: 0, changed: 0) }

    init(_ writer: JSONWriter, rows: Int, changed: Int? = nil) {
        json = JSONFragment(trusted: writer.bytes)
        self.rows = rows
        self.changed = changed
    }
}

/// Limits on every result and change.
package enum RecordLimits {
    /// Unit: bytes of an answer, about; rows that would pass them are left for the next one, and the answer says so.
    package static let answerBytes = 256 * 1024
    /// A longer value is cut where an answer has several rows. Unit: bytes of JSON.
    package static let listedValueBytes = 8 * 1024
    /// What one answer may read of the database, values that it cuts among them. Unit: bytes.
    static let readBytes = 32 * 1024 * 1024
    /// Unit: rows that one call may change.
    package static let changedRows = 1000
    /// Unit: rows that all relations of one kind together may add to an answer.
    package static let appendedRows = 1000
    /// A filter that matches every row the caller could change is refused when there are more than this. Unit: rows.
    package static let changedTogether = 10
    /// What one value may hold when it is written, so that an answer can carry it. Unit: bytes; of a blob three quarters of that.
    package static let valueBytes = 200 * 1024
}
