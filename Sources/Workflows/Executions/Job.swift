package import JSON
import SQL
package import Store

/// One node of one execution; in a loop, one pass of it.
package struct Job: Hashable, Sendable {
    /// The keys of the nodes around, with the number of the pass: `loop1.0/create1`.
    package let path: String
    package let node: String
    package var status: ExecutionStatus
    package var reason: String?
    package var result: JSONValue
    package let started: Timestamp
    package var ended: Timestamp?
    /// The question to a person, with the values of its variables; nil without one.
    package private(set) var message: String?

    init(
        path: String, node: String, status: ExecutionStatus, reason: String? = nil, result: JSONValue = .null, started: Timestamp,
        ended: Timestamp? = nil, message: String? = nil
    ) {
        (self.path, self.node, self.status, self.reason, self.result) = (path, node, status, reason, result)
        (self.started, self.ended, self.message) = (started, ended, message)
    }

    static let columns: Statement = "execution_id, path, node_key, status, reason, result, started_at, ended_at, message"

    init(_ row: StoredRow, _ secrets: SecretBox) throws(DamagedRow) {
        let execution: ExecutionID = try row["execution_id", .id()]
        let path = try row["path", .text]
        self.path = path
        node = try row["node_key", .text]
        status = try row["status", .status]
        reason = try row["reason", .optional(.text)]
        if try row["result", .optional(.bytes)] == nil {
            result = .null
        } else {
            let plain = try row.opened("result", by: secrets, context: Self.sealing(execution, path))
            do { result = try JSONValue(parsing: plain) } catch { throw row.damage("result", "expected JSON") }
        }
        started = try row["started_at", .time]
        ended = try row["ended_at", .optional(.time)]
        guard try row["message", .optional(.bytes)] != nil else { return }
        message = String(decoding: try row.opened("message", by: secrets, context: Self.sealing(messageOf: execution, path)), as: UTF8.self)
    }

    static func sealing(_ execution: ExecutionID, _ path: String) -> String { "job\n\(execution.rawValue)\n\(path)" }
    static func sealing(messageOf execution: ExecutionID, _ path: String) -> String { "message\n\(execution.rawValue)\n\(path)" }
}
