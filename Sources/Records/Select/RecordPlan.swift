import Access
import Catalog
import SQL
import SQLSyntax
import Synchronization

/// The part of a reading statement that depends only on rights and fields, made once and shared by many calls. A class, because every call
/// shares it.
final class RecordPlan: Sendable {
    let projection: Projection
    let shape: RowShape
    /// `SELECT … FROM …`, as a single text.
    let head: Statement
    /// ` ORDER BY …`; empty without an order, as for a single row.
    let order: Statement
    /// Nil when the caller cannot find rows by their key.
    let key: KeyShape?
    /// ``head`` with a condition up to the key's value, for rows without relations that a single column identifies.
    let byKey: Statement?

    /// - Parameters:
    ///   - sort: names of fields for ``SortOrder``; nil for no order.
    ///   - tree: the relation to the rows below each row; nil for rows alone.
    init(fields: [String], except: [String], appends: [String], sort: [String]?, tree: Relation? = nil, _ call: RecordCall) throws {
        let rows = try Projection(fields: fields, except: except, appends: appends, call)
        projection = tree.map { rows.tree(of: $0, call.on(call.collection)) } ?? rows
        shape = RowShape(fields: projection.fields, masked: call.rights.masked)
        let head: Statement = "SELECT \(shape.selected(from: RecordCall.alias)) FROM \(call.collection.reference(as: RecordCall.alias))"
        self.head = head.folded(for: call.dialect)
        order = try sort.map { try SortOrder($0, call).clause.folded(for: call.dialect) } ?? Statement()
        // Without a usable key only a request by key fails, so this is not an error here.
        key = try? KeyShape(call)
        let column = projection.appends.isEmpty ? key?.column : nil
        byKey = column.map { (head + " WHERE \(RecordCall.alias).\($0) \(EngineOperator.equal) ").folded(for: call.dialect) }
    }
}

/// Cached plans of reads without relations, at most ``limit``; the cache is emptied when full.
final class RecordPlans: Sendable {
    /// Identifies the collection by its object: cached rights keep it alive.
    private struct Key: Hashable {
        let collection: ObjectIdentifier
        let fields: [String]
        let except: [String]
        let sort: [String]?
    }

    private struct Entry {
        let rights: CollectionRights
        let dialect: Dialect
        let plan: RecordPlan

        /// Whether the call may use the plan, which depends only on what the caller may read of the collection.
        func serves(_ call: RecordCall) -> Bool {
            dialect == call.dialect
                && (rights === call.rights || rights.readable == call.rights.readable && rights.masked == call.rights.masked)
        }
    }

    static let limit = 512
    private let entries = Mutex<[Key: Entry]>([:])

    func plan(
        fields: [String], except: [String], appends: [String], sort: [String]? = nil, tree: Relation? = nil, _ call: RecordCall
    ) throws -> RecordPlan {
        guard appends.isEmpty, tree == nil else {
            return try RecordPlan(fields: fields, except: except, appends: appends, sort: sort, tree: tree, call)
        }
        let key = Key(collection: ObjectIdentifier(call.collection), fields: fields, except: except, sort: sort)
        // For other rights the plan is made again.
        if let known = entries.withLock({ $0[key] }), known.serves(call) { return known.plan }
        let plan = try RecordPlan(fields: fields, except: except, appends: [], sort: sort, call)
        // Whether a relation may be named depends on the rights on another collection.
        let entersRelation = sort?.contains { $0.utf8.contains(UInt8(ascii: ".")) } == true
        guard !entersRelation, Set(call.rights.readable).isSuperset(of: fields) else { return plan }
        entries.withLock { entries in
            if entries.count >= Self.limit { entries.removeAll(keepingCapacity: true) }
            entries[key] = Entry(rights: call.rights, dialect: call.dialect, plan: plan)
        }
        return plan
    }
}
