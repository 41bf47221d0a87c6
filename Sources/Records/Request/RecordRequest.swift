import Access
import Catalog
package import JSON
import SQL

/// A request for a page of rows. The members are the arguments of `crud` with the same names.
package struct ListRequest: Hashable, Sendable {
    /// In the catalogue's filter language; nil for all rows that the caller may see.
    package var filter: JSONValue?
    /// Fields and relations in the result; empty for all fields.
    package var fields: [String] = []
    /// Fields that the result omits.
    package var except: [String] = []
    /// Relations, nested relations, and their fields (`customer.region.name`) that are included in each row.
    package var appends: [String] = []
    /// Field names, also through to-one relations (`customer.region.name`), with a leading `-` for descending order. The primary key is
    /// always added as the last.
    package var sort: [String] = []
    /// Starts at 1.
    package var page = 1
    /// Range: 1...1,000. Unit: rows.
    package var pageSize = 20
    /// False returns rows from the first on, as many as the limits allow, without counting.
    package var paginate = true
    /// Number of rows that earlier pages returned, instead of ``page``; see `nextCursor` in ``Records/list(_:_:cursor:)``.
    package var offset: Int?
    /// Whether each row has the rows below it inside, as `children`; without a filter the rows are those that are below none.
    package var isTree = false
    /// Whether `meta.allowedActions` lists the rows that may be updated and destroyed.
    package var tellsActions = false

    package init() {}

    /// Largest ``pageSize``, and most rows of any result.
    package static let maximumPageSize = 1000
}

/// A request for one row by its key, or for several by an array of keys.
package struct GetRequest: Hashable, Sendable {
    /// `filterByTk`: a number or string; an object of fields for a key of several; an array of these.
    ///
    /// Nil for the only possible row, if the call is on a to-one relation.
    package var key: JSONValue?
    /// As ``ListRequest/filter``; rows that it excludes are not found.
    package var filter: JSONValue?
    package var fields: [String] = []
    package var except: [String] = []
    package var appends: [String] = []

    /// As ``ListRequest/tellsActions``.
    package var tellsActions = false

    package init(key: JSONValue?) { self.key = key }
}

/// A request to add one row, or several at once.
package struct CreateRequest: Hashable, Sendable {
    /// An object by names of fields and relations, or an array of 1 to 1,000 of them.
    package var values: JSONValue
    /// If not empty, all other fields of ``values`` are ignored.
    package var whitelist: [String] = []
    /// Fields of ``values`` that are ignored.
    package var blacklist: [String] = []
    /// Paths of relations whose existing rows get the values given with their keys in ``values``.
    package var writtenRelations: [String] = []

    package init(values: JSONValue) { self.values = values }
}

/// A request to change the rows with a key or that match a filter; at least one is required, and both together narrow.
package struct UpdateRequest: Hashable, Sendable {
    package var key: JSONValue?
    package var filter: JSONValue?
    /// An object by field names.
    package var values: JSONValue
    /// The expected fields of the row: if it has other values now, nothing is changed.
    package var ifMatch: JSONValue?
    package var whitelist: [String] = []
    package var blacklist: [String] = []
    /// As ``CreateRequest/writtenRelations``.
    package var writtenRelations: [String] = []
    /// Whether only the number of affected rows is returned, without a change.
    package var isDry = false

    package init(key: JSONValue? = nil, filter: JSONValue? = nil, values: JSONValue) {
        self.key = key
        self.filter = filter
        self.values = values
    }
}

/// A request to delete the rows with a key or that match a filter; at least one is required, and both together narrow.
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

/// The result of a call on a collection, with the counts for the audit log.
package struct RecordResult: Hashable, Sendable {
    /// `{"data":…}`, with `meta` if there is any.
    package let json: JSONFragment
    /// Number of rows in the result.
    package let rows: Int
    /// Number of rows created, updated or deleted; nil for a reading call.
    package let changed: Int?

    private init(json: JSONFragment, rows: Int, changed: Int?) {
        self.json = json
        self.rows = rows
        self.changed = changed
    }

    /// The stored result of an earlier run of the same change.
    init(kept text: String) { self.init(json: JSONFragment(trusted: Array(text.utf8)), rows: 0, changed: 0) }

    init(_ writer: JSONWriter, rows: Int, changed: Int? = nil) {
        json = JSONFragment(trusted: writer.bytes)
        self.rows = rows
        self.changed = changed
    }
}

/// Limits on every result and change.
package enum RecordLimits {
    /// Approximate size of a result. Rows beyond it are omitted, and the result says so. Unit: bytes.
    package static let answerBytes = 256 * 1024
    /// Longest value in a result with several rows; longer ones are cut. Unit: bytes of JSON.
    package static let listedValueBytes = 8 * 1024
    /// Most bytes that one result may read from the database, including values that are cut.
    static let readBytes = 32 * 1024 * 1024
    /// Most rows that one call may change.
    package static let changedRows = 1000
    /// Most rows that all relations of one kind together may add to a result.
    package static let appendedRows = 1000
    /// A filter that matches every row that the caller could change is refused if there are more rows than this.
    package static let changedTogether = 10
    /// Largest value that can be written, so that a result can contain it. Unit: bytes; for a blob three quarters of that.
    package static let valueBytes = 200 * 1024
}

/// Runs `body`, and converts errors of the catalogue and the database to refusals that are safe to send.
func mapped<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch { throw refusal(of: error) }
}

func mapped<R>(_ body: () async throws -> R) async throws -> R {
    do { return try await body() } catch { throw refusal(of: error) }
}

/// The refusal for an error. A cancellation and an error of an unknown domain stay unchanged.
private func refusal(of error: any Error) -> any Error {
    switch error {
    case let error as CatalogError: Refusal(error)
    case let error as DatabaseError where error.code != .cancelled: Refusal(error)
    default: error
    }
}
