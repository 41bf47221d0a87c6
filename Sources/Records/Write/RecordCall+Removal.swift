import Catalog
import SQL
import SQLSyntax
import Store

extension RecordCall {
    /// The statement that removes rows, without the condition: it deletes them, or marks them if the collection keeps deleted rows.
    func removal(at now: Timestamp) -> Statement {
        let from = collection.reference(as: Self.alias)
        if let mark = collection.deletionMark {
            return "UPDATE \(from) SET \(Identifier(mark.name)) = \(SQLValue.text(now.text(in: dialect)))"
        }
        return dialect == .mysql ? "DELETE \(Self.alias) FROM \(from)" : "DELETE FROM \(from)"
    }
}
