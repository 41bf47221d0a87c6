package import Access
import Catalog
package import JSON
import SQL

/// A subscription to changes of a collection's rows, within a role's rights.
package struct ChangeSubscription: Sendable {
    /// The subscriber: the id of a workflow.
    package let name: String
    package let actions: Set<RecordAction>
    /// An update is reported only if it sets one of these; empty for every update.
    package let fields: Set<String>
    /// A filter on rows; nil for every row.
    package let filter: JSONValue?
    /// A call of the subscriber, whose rights decide which rows and fields it sees.
    package let call: RecordCall

    package init(name: String, actions: Set<RecordAction>, fields: Set<String>, filter: JSONValue?, call: RecordCall) {
        (self.name, self.actions, self.fields, self.filter, self.call) = (name, actions, fields, filter, call)
    }

    /// - Throws: ``Refusal`` when the subscriber may not use the collection, a field or the filter.
    package func check() throws {
        try call.require(.view)
        for field in fields.sorted() where !call.rights.readable.contains(field) {
            throw Refusal(.invalidArgument, "changed: no field '\(field.prefix(60))' in \(call.collection.name)")
        }
        _ = try call.condition(filter)
    }

    /// The row with a key as the subscriber sees it; nil when the subscription does not match it.
    func row(_ key: [SQLValue], _ connection: any Connection) throws -> [UInt8]? {
        let plan = try RecordPlan(fields: [], except: [], appends: [], sort: nil, call)
        var conditions = Conditions()
        conditions.add(RecordKey(keys: [key], of: call.collection).condition(call.dialect))
        conditions.add(try call.rule(.view))
        conditions.add(try call.condition(filter))
        var writer = JSONWriter(reservingCapacity: 1024)
        // Long values are cut as in a list, because a recorded change is not a copy of a document.
        let summary = try RecordRead(plan, tail: conditions.clause, call).write(connection, maximumRows: 1, to: &writer)
        return summary.rows == 0 ? nil : writer.bytes
    }
}
