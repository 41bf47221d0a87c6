import Catalog
import SQL
import SQLSyntax
import Store

extension RecordCall {
    /// The statement by which rows go, without the condition: they are deleted, or, where the collection keeps what was deleted, marked.
    func removal(at now: Timestamp) -> Statement {
        let from = collection.reference(as: Self.alias)
        if let mark = collection.deletionMark {
            return "UPDATE \(from) SET \(Identifier(mark.name)) = \(SQLValue.text(now.text(in: dialect)))"
        }
        return dialect == .mysql ? "DELETE \(Self.alias) FROM \(from)" : "DELETE FROM \(from)"
    }
}
