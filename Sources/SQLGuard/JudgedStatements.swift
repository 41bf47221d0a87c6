import Access
import Catalog
import SQLSyntax
import Synchronization

/// Decisions of the guard, by the shape of the text, the schema and the caller.
final class JudgedStatements: Sendable {
    private struct Key: Hashable {
        let shape: StatementShape
        /// A new schema may get the identity of a released one: ``JudgedStatement/holds(for:_:rows:maximumCost:)`` tells them apart.
        let contents: ObjectIdentifier
        let caller: ObjectIdentifier

        init(_ shape: StatementShape, _ contents: SourceCatalog, _ caller: Caller) {
            self.shape = shape
            self.contents = ObjectIdentifier(contents)
            self.caller = ObjectIdentifier(caller)
        }
    }

    /// Recently used decisions, and older ones. When there are too many recent ones, they become the older ones, and the older ones are
    /// dropped.
    private struct Generations {
        var young: [Key: [JudgedStatement]] = [:]
        var old: [Key: [JudgedStatement]] = [:]

        subscript(key: Key) -> [JudgedStatement]? {
            mutating get {
                if let known = young[key] { return known }
                guard let known = old.removeValue(forKey: key) else { return nil }
                self[key] = known
                return known
            }
            set {
                if young.count >= JudgedStatements.maximumKeys, young[key] == nil { (old, young) = (young, [:]) }
                young[key] = newValue
            }
        }
    }

    private let known = Mutex(Generations())

    /// Longer texts are checked each time. Unit: bytes.
    static let longestText = 4_096
    /// Keys in one generation: a shape counts once for each caller.
    private static let maximumKeys = 512
    /// Decisions for one key, for texts that differ in values outside of conditions.
    private static let maximumDecisions = 4

    func find(
        _ shape: StatementShape, _ values: [StatementShape.Value], _ contents: SourceCatalog, _ rights: CallerRights, rows: Int?, maximumCost: Int64?
    ) -> JudgedStatement? {
        known.withLock { $0[Key(shape, contents, rights.caller)] }?.first {
            $0.holds(for: values, rights, rows: rows, maximumCost: maximumCost)
        }
    }

    func keep(_ statement: JudgedStatement, _ shape: StatementShape, _ contents: SourceCatalog, _ caller: Caller) {
        let key = Key(shape, contents, caller)
        known.withLock { $0[key] = [statement] + ($0[key] ?? []).prefix(Self.maximumDecisions - 1) }
    }
}
