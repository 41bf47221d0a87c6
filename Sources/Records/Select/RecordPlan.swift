import Access
import Catalog
import SQL
import Synchronization

/// What of a reading statement depends on rights and fields alone, made once and used by many calls.
struct RecordPlan {
    let projection: Projection
    let shape: RowShape
    /// `SELECT … FROM …`, one piece of text.
    let head: Statement

    init(fields: [String], except: [String], appends: [String], _ call: RecordCall) throws(Refusal) {
        projection = try Projection(fields: fields, except: except, appends: appends, call)
        shape = RowShape(fields: projection.fields, masked: call.rights.masked)
        let head: Statement = "SELECT \(shape.selected(from: RecordCall.alias)) FROM \(call.collection.reference(as: RecordCall.alias))"
        self.head = head.folded(for: call.dialect)
    }
}

/// Plans of readings without relations, at most ``limit``; emptied when full.
final class RecordPlans: Sendable {
    private struct Key: Hashable {
        let source: String
        let collection: String
        let fields: [String]
        let except: [String]
    }

    private struct Entry {
        let rights: CollectionRights
        let dialect: Dialect
        let plan: RecordPlan
    }

    static let limit = 512
    private let entries = Mutex<[Key: Entry]>([:])

    func plan(fields: [String], except: [String], appends: [String], _ call: RecordCall) throws(Refusal) -> RecordPlan {
        guard appends.isEmpty else { return try RecordPlan(fields: fields, except: except, appends: appends, call) }
        let key = Key(source: call.collection.source, collection: call.collection.name, fields: fields, except: except)
        let known = entries.withLock { $0[key] }
        // Other rights, another schema or workspace under the same names: the plan is made anew, never lent.
        if let known, known.dialect == call.dialect, known.rights == call.rights { return known.plan }
        let plan = try RecordPlan(fields: fields, except: except, appends: [], call)
        guard plan.projection.appends.isEmpty else { return plan }
        entries.withLock { entries in
            if entries.count >= Self.limit { entries.removeAll(keepingCapacity: true) }
            entries[key] = Entry(rights: call.rights, dialect: call.dialect, plan: plan)
        }
        return plan
    }
}
