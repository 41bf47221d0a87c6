import Access
import Catalog
import SQL
import SQLSyntax

/// Deletes rows. Rights stand in the DELETE itself.
struct RowDeletion: Sendable {
    private let call: RecordCall

    /// - Throws: ``Refusal`` `forbidden` when the engine would change rows of other collections along that the caller may not change.
    init(_ call: RecordCall) throws(Refusal) {
        self.call = call
        try call.checkDependentsOfDestroying()
    }

    /// Inside a writing transaction, which a throw undoes.
    /// - Returns: how many rows were deleted.
    func make(in rows: ChangedRows, _ connection: any Connection) throws -> Int {
        try rows.check(connection)
        let from = call.collection.reference(as: RecordCall.alias)
        let count: Int
        if call.dialect == .mysql {
            let keys = try rows.locked(connection)
            let condition = RecordKey(keys: keys, of: call.collection).condition(call.dialect)
            count = keys.isEmpty ? 0 : try connection.execute("DELETE \(RecordCall.alias) FROM \(from) WHERE \(condition)")
        } else {
            count = try connection.execute("DELETE FROM \(from)\(rows.clause)")
        }
        guard count <= RecordLimits.changedRows else { throw rows.tooMany(Int64(count)) }
        return count
    }
}
