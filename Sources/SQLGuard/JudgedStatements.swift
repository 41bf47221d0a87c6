import Access
import Catalog
import SQLSyntax
import Synchronization

/// Decisions of the guard, by the shape of the text and the schema.
final class JudgedStatements: Sendable {
    private struct Key: Hashable {
        let shape: StatementShape
        /// A decision that is kept under the key keeps the schema alive.
        let contents: ObjectIdentifier
    }

    private let known = Mutex<[Key: [JudgedStatement]]>([:])

    /// Longer texts are judged each time. Unit: bytes.
    static let longestText = 4_096
    /// Unit: shapes. Beyond, all are forgotten.
    private static let maximumShapes = 512
    /// Unit: decisions on one shape, for callers with other rights or texts with other values outside of conditions.
    private static let maximumDecisions = 8

    func find(
        _ shape: StatementShape, _ values: [StatementShape.Value], _ contents: SourceCatalog, _ rights: CallerRights, rows: Int?, maximumCost: Int64?
    ) -> JudgedStatement? {
        known.withLock { $0[Key(shape: shape, contents: ObjectIdentifier(contents))] }?.first {
            $0.holds(for: values, contents, rights, rows: rows, maximumCost: maximumCost)
        }
    }

    func keep(_ statement: JudgedStatement, _ shape: StatementShape, _ contents: SourceCatalog) {
        let key = Key(shape: shape, contents: ObjectIdentifier(contents))
        known.withLock { known in
            if known.count >= Self.maximumShapes, known[key] == nil { known = [:] }
            known[key] = [statement] + (known[key] ?? []).prefix(Self.maximumDecisions - 1)
        }
    }
}
