import Access
import Catalog
import SQL
import SQLSyntax
import Store

/// Deletes rows, or marks them where the collection keeps deleted rows. The statement itself contains the rights.
struct RowDeletion: Sendable {
    private let call: RecordCall
    private let removal: Statement
    private let history: RowHistory?
    /// Collections whose rows the engine also changes.
    private let dependents: Set<String>

    /// - Throws: ``Refusal`` `forbidden` when the engine would also change rows of other collections that the caller may not change.
    init(_ call: RecordCall, at now: Timestamp) throws(Refusal) {
        self.call = call
        removal = call.removal(at: now)
        history = RowHistory(call, at: now)
        // Marking rows as deleted affects no other rows.
        dependents = call.collection.deletionMark == nil ? try call.dependentsOfDestroying() : []
    }

    /// Deletes inside a writing transaction, which an error rolls back.
    /// - Returns: the number of deleted rows.
    func make(in rows: ChangedRows, _ connection: any Connection) throws -> Int {
        try rows.check(connection)
        if call.isWatched(.destroy) { try call.note(.destroy, rows.locked(connection), connection) }
        let count: Int
        if call.dialect == .mysql || history != nil {
            let keys = try rows.locked(connection)
            let condition = RecordKey(keys: keys, of: call.collection).condition(call.dialect)
            if let history, !keys.isEmpty { try history.keep(.destroy, keys, before: history.images(of: keys, connection), connection) }
            count = keys.isEmpty ? 0 : try connection.execute("\(removal) WHERE \(condition)")
        } else {
            count = try connection.execute("\(removal)\(rows.clause)")
        }
        guard count <= RecordLimits.changedRows else { throw rows.tooMany(Int64(count)) }
        if count > 0 { call.notes?.add(dependents.union([call.collection.name])) }
        return count
    }
}
