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
    /// ` ORDER BY …`; nothing where no order is asked for, as of a single row.
    let order: Statement

    /// - Parameter sort: names of fields, as ``SortOrder`` takes them; nil for no order.
    init(fields: [String], except: [String], appends: [String], sort: [String]?, _ call: RecordCall) throws {
        projection = try Projection(fields: fields, except: except, appends: appends, call)
        shape = RowShape(fields: projection.fields, masked: call.rights.masked)
        let head: Statement = "SELECT \(shape.selected(from: RecordCall.alias)) FROM \(call.collection.reference(as: RecordCall.alias))"
        self.head = head.folded(for: call.dialect)
        order = try sort.map { try SortOrder($0, call).clause.folded(for: call.dialect) } ?? Statement()
    }
}

/// Plans of readings without relations, at most ``limit``; emptied when full.
final class RecordPlans: Sendable {
    private struct Key: Hashable {
        let source: String
        let collection: String
        let fields: [String]
        let except: [String]
        let sort: [String]?
    }

    private struct Entry {
        let rights: CollectionRights
        let dialect: Dialect
        let plan: RecordPlan
    }

    static let limit = 512
    private let entries = Mutex<[Key: Entry]>([:])

    func plan(fields: [String], except: [String], appends: [String], sort: [String]? = nil, _ call: RecordCall) throws -> RecordPlan {
        // What lies behind a relation depends on rights on other collections too.
        let entersRelation = !appends.isEmpty || sort?.contains { $0.utf8.contains(UInt8(ascii: ".")) } == true
        guard !entersRelation else { return try RecordPlan(fields: fields, except: except, appends: appends, sort: sort, call) }
        let key = Key(source: call.collection.source, collection: call.collection.name, fields: fields, except: except, sort: sort)
        let known = entries.withLock { $0[key] }
        // Other rights, another schema or workspace under the same names: the plan is made anew, never lent.
        if let known, known.dialect == call.dialect, known.rights == call.rights { return known.plan }
        let plan = try RecordPlan(fields: fields, except: except, appends: [], sort: sort, call)
        guard plan.projection.appends.isEmpty else { return plan }
        entries.withLock { entries in
            if entries.count >= Self.limit { entries.removeAll(keepingCapacity: true) }
            entries[key] = Entry(rights: call.rights, dialect: call.dialect, plan: plan)
        }
        return plan
    }
}
