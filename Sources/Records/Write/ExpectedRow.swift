import Access
import Catalog
import JSON
import SQL
import SQLSyntax

/// The row as the caller read it (`ifMatch`; RFC 9110 section 13.1.1). When it has other values now, nothing is changed.
///
/// Values are compared in the form in which results return them, so that a caller can send back what it read.
struct ExpectedRow: Sendable {
    private let values: JSONObject
    private let read: RecordRead

    /// - Parameters:
    ///   - json: an object of fields that the caller may know; nil or null to expect nothing.
    ///   - key: of the row.
    /// - Throws: ``Refusal`` `invalidArgument`, also for a masked or unknown field, and without the key of a single row.
    init?(_ json: JSONValue?, key: JSONValue?, rows: ChangedRows, _ call: RecordCall, _ plans: RecordPlans) throws {
        guard let json, !json.isNull else { return nil }
        guard let values = json.object, !values.isEmpty else {
            throw Refusal(.invalidArgument, "ifMatch: expected an object of fields as they were read, found \(FieldValue.shown(json))")
        }
        guard let key, !key.isNull, key.array == nil else {
            throw Refusal(.invalidArgument, "ifMatch: give the key of the one row in filterByTk; nothing was changed")
        }
        guard call.rights.allows(.view) else { throw Refusal(.forbidden, "ifMatch: no right to view \(call.collection.name)") }
        var names: [String] = []
        for name in values.keys { names.append(try call.open(name, argument: "ifMatch").name) }
        let plan = try plans.plan(fields: names.sorted(), except: [], appends: [], call)
        self.values = values
        // Locked until the change is done, so that the second of two writers sees the first one's values. SQLite has one writer at a time.
        let lock: Statement = call.dialect == .sqlite ? "" : " FOR UPDATE"
        read = try RecordRead(plan, tail: rows.clause + lock, call)
    }

    /// Compares the row inside the transaction of the change, before it.
    /// - Returns: whether there is a row that the change may reach. If not, nothing may be changed: a row that another writer makes
    ///   reachable now was not compared.
    /// - Throws: ``Refusal`` `conflict` with the current values.
    func isFound(_ connection: any Connection) throws -> Bool {
        var writer = JSONWriter()
        let summary = try read.write(connection, maximumRows: 1, isOne: true, to: &writer)
        try summary.checkFirstFits()
        guard summary.rows == 1 else { return false }
        // The rest of a cut value may differ.
        guard summary.cutValues.isEmpty, let now = try? JSONValue(parsing: writer.bytes) else {
            throw Refusal(.invalidArgument, "ifMatch: a value of the row cannot be compared; leave its field out; nothing was changed")
        }
        let others = values.filter { now[$0.key] != $0.value }.map(\.key).sorted()
        guard !others.isEmpty else { return true }
        throw Refusal(
            .conflict, "ifMatch: \(others.joined(separator: ", ")) of the row differ by now; nothing was changed: read the row again, then decide",
            current: now)
    }
}
