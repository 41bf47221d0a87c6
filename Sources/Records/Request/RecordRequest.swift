import Access
import Catalog
package import JSON
import SQL

/// Asks for a page of rows. The members are the arguments of `crud` with the same names.
package struct ListRequest: Hashable, Sendable {
    /// In the filter language of the catalogue; nil for all rows that the caller may see.
    package var filter: JSONValue?
    /// Fields and relations that the answer has; empty for all fields.
    package var fields: [String] = []
    /// Fields that the answer leaves out.
    package var except: [String] = []
    /// Relations, relations of theirs, and fields of these (`customer.region.name`), that are given inside each row.
    package var appends: [String] = []
    /// Field names, also through relations to one (`customer.region.name`), with `-` in front for descending order. The primary key is always the last.
    package var sort: [String] = []
    /// Counts from 1.
    package var page = 1
    /// Range: 1...1,000. Unit: rows.
    package var pageSize = 20
    /// False: rows from the first on, as many as the limits allow, without counting.
    package var paginate = true
    /// Rows that answers before gave, in place of ``page``; see `nextCursor` in ``Records/list(_:_:cursor:)``. Unit: rows.
    package var offset: Int?
    /// Whether `meta.allowedActions` says which of the rows may be updated and destroyed.
    package var tellsActions = false

    package init() {}

    /// Largest ``pageSize``, and the most rows of any answer.
    package static let maximumPageSize = 1000
}

/// Asks for one row by its key, or for several by an array of keys.
package struct GetRequest: Hashable, Sendable {
    /// `filterByTk`: a number or string; an object of fields for a key of several; an array of these.
    ///
    /// Nil for the only row that there can be, where the call is on a relation to one.
    package var key: JSONValue?
    /// As ``ListRequest/filter``; what it leaves out is not found.
    package var filter: JSONValue?
    package var fields: [String] = []
    package var except: [String] = []
    package var appends: [String] = []

    /// As ``ListRequest/tellsActions``.
    package var tellsActions = false

    package init(key: JSONValue?) { self.key = key }
}

/// Adds one row, or several at once.
package struct CreateRequest: Hashable, Sendable {
    /// An object by names of fields and relations, or an array of 1 to 1,000 of them.
    package var values: JSONValue
    /// When not empty, all other fields of ``values`` are left out.
    package var whitelist: [String] = []
    /// Fields of ``values`` that are left out.
    package var blacklist: [String] = []
    /// Paths of relations whose rows, named by their keys in ``values``, get the values that stand beside these.
    package var writtenRelations: [String] = []

    package init(values: JSONValue) { self.values = values }
}

/// Changes the rows with a key or that match a filter; one of the two is required, and both together narrow.
package struct UpdateRequest: Hashable, Sendable {
    package var key: JSONValue?
    package var filter: JSONValue?
    /// An object by field names.
    package var values: JSONValue
    /// Fields of the one row as they were read: when it has others by now, nothing is changed.
    package var ifMatch: JSONValue?
    package var whitelist: [String] = []
    package var blacklist: [String] = []
    /// As ``CreateRequest/writtenRelations``.
    package var writtenRelations: [String] = []
    /// Changes nothing, and says how many rows would be.
    package var isDry = false

    package init(key: JSONValue? = nil, filter: JSONValue? = nil, values: JSONValue) {
        self.key = key
        self.filter = filter
        self.values = values
    }
}

/// Deletes the rows with a key or that match a filter; one of the two is required, and both together narrow.
package struct DestroyRequest: Hashable, Sendable {
    package var key: JSONValue?
    package var filter: JSONValue?
    /// As ``UpdateRequest/ifMatch``.
    package var ifMatch: JSONValue?
    /// As ``UpdateRequest/isDry``.
    package var isDry = false

    package init(key: JSONValue? = nil, filter: JSONValue? = nil) {
        self.key = key
        self.filter = filter
    }
}

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

/// Runs `body`; what the catalogue or the database says becomes a refusal that is safe to send.
func mapped<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch { throw refusal(of: error) }
}

func mapped<R>(_ body: () async throws -> R) async throws -> R {
    do { return try await body() } catch { throw refusal(of: error) }
}

/// A cancellation and an error of no known domain stay as they are.
private func refusal(of error: any Error) -> any Error {
    switch error {
    case let error as CatalogError: Refusal(error)
    case let error as DatabaseError where error.code != .cancelled: Refusal(error)
    default: error
    }
}
