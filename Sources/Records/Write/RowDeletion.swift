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
    /// Collections of which the engine changes rows along.
    private let dependents: Set<String>

    /// - Throws: ``Refusal`` `forbidden` when the engine would change rows of other collections along that the caller may not change.
    init(_ call: RecordCall, at now: Timestamp) throws(Refusal) {
        self.call = call
        removal = call.removal(at: now)
        history = RowHistory(call, at: now)
        // Rows that are only marked take none along.
        dependents = call.collection.deletionMark == nil ? try call.dependentsOfDestroying() : []
    }

    /// Inside a writing transaction, which a throw undoes.
    /// - Returns: how many rows were deleted.
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
