import Synchronization

/// A row of the server's own tables that cannot be read: an unexpected NULL, a malformed number, an unknown word. Only this row fails, and
/// it fails closed.
package struct DamagedRow: Error, Hashable, Sendable, CustomStringConvertible {
    package let table: String
    package let column: String
    /// Identifies the row in its table; empty if the key is secret.
    package let key: String
    /// For example `it is NULL, expected a whole number`. Never the value itself.
    package let reason: String

    package init(table: String, column: String, key: String, reason: String) {
        self.table = table
        self.column = column
        self.key = key
        self.reason = reason
    }

    package var description: String { "row \(key.isEmpty ? "" : "\(key) ")of \(table) cannot be read: \(column): \(reason)" }
}

/// The damaged rows that lists have skipped. Each is reported once.
package final class DamagedRows: Sendable {
    private struct State {
        var told: Set<DamagedRow> = []
        var tell: (@Sendable (DamagedRow) -> Void)?
    }

    private let state = Mutex(State())
    /// Most rows that are remembered; further ones are reported each time.
    private static let maximumCount = 1_000

    package init() {}

    /// Calls `tell` for each row that a list skips from now on, and at once for those skipped before.
    package func listen(_ tell: @escaping @Sendable (DamagedRow) -> Void) {
        let before = state.withLock { state in
            state.tell = tell
            return state.told
        }
        for row in before { tell(row) }
    }

    /// Records a row that a list skips.
    package func note(_ row: DamagedRow) {
        let tell = state.withLock { state -> (@Sendable (DamagedRow) -> Void)? in
            guard !state.told.contains(row) else { return nil }
            if state.told.count < Self.maximumCount { state.told.insert(row) }
            return state.tell
        }
        tell?(row)
    }

    /// The result of `read` for a row; nil for a damaged row, which is recorded.
    package func readable<Value>(_ read: () throws -> Value) throws -> Value? {
        do {
            return try read()
        } catch let row as DamagedRow {
            note(row)
            return nil
        }
    }
}
