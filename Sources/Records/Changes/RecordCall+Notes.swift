import Access
import Catalog
import JSON
import SQL
import SQLSyntax
import Store

extension RecordCall {
    /// Whether a workflow waits for such a change.
    func isWatched(_ action: RecordAction) -> Bool { notes.map { !$0.watches(of: action, on: collection).isEmpty } ?? false }

    /// Records subscribed changes inside the transaction of the change: after rows were added or changed, or before they are deleted. Also
    /// notes that the collection has changed.
    /// - Parameter fields: the fields that an update sets.
    func note(_ action: RecordAction, _ keys: [[SQLValue]], setting fields: Set<String> = [], _ connection: any Connection) throws {
        guard let notes, !keys.isEmpty else { return }
        notes.add([collection.name])
        let depth = Int64(grant.caller.step?.depth ?? -1) + 1
        for watch in notes.watches(of: action, on: collection) {
            guard action != .update || watch.fields.isEmpty || !watch.fields.isDisjoint(with: fields) else { continue }
            for key in keys {
                var (row, problem): ([UInt8]?, String?) = (nil, nil)
                do {
                    row = try watch.row(key, connection)
                } catch let refusal as Refusal {
                    // The change must not fail because a trigger cannot be evaluated.
                    problem = refusal.reason
                }
                guard row != nil || problem != nil else { continue }
                let text = row.map { String(decoding: $0, as: UTF8.self) }
                try connection.execute(
                    """
                    INSERT INTO _gatehouse_changes (event, watch, action, row_json, problem, depth)
                    VALUES (\(Self.newEvent()), \(watch.name), \(action.rawValue), \(text), \(problem), \(depth))
                    """)
            }
        }
    }

    /// Runs a change in one transaction. As a step of a workflow it happens only once: its result is stored in the same transaction, and
    /// returned on repetition.
    func commit(_ change: @escaping @Sendable (any Connection) throws -> RecordResult) async throws -> RecordResult {
        let body: @Sendable (any Connection) throws -> RecordResult = { [numbers] connection in
            numbers.beginAgain()
            return try change(connection)
        }
        guard let notes else { return try await database.write(bounds, body) }
        let effect = notes.isKept ? grant.caller.step?.effect : nil
        let answer = try await database.write(bounds) { connection in
            guard let effect else { return try body(connection) }
            let now = Timestamp.now
            // On a server, the second of two transactions waits here for the first.
            let isFirst = try connection.execute(
                "INSERT INTO _gatehouse_effects (effect, noted_at) VALUES (\(effect), \(now)) ON CONFLICT (effect) DO NOTHING")
            guard isFirst > 0 else {
                let kept = try connection.value(
                    of: "_gatehouse_effects", "SELECT answer FROM _gatehouse_effects WHERE effect = \(effect)", .optional(.text))
                return RecordResult(kept: (kept ?? nil) ?? #"{"data":null}"#)
            }
            let answer = try body(connection)
            try connection.execute("UPDATE _gatehouse_effects SET answer = \(answer.json.description) WHERE effect = \(effect)")
            return answer
        }
        notes.tell()
        return answer
    }

    private static func newEvent() -> String {
        String(UInt64.random(in: .min ... .max), radix: 36) + String(UInt64.random(in: .min ... .max), radix: 36)
    }
}
