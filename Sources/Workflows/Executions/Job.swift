package import JSON
import SQL
package import Store

/// One node of one execution; in a loop, of one pass.
package struct Job: Hashable, Sendable {
    /// The keys of the nodes around, with the number of the pass: `loop1.0/create1`.
    package let path: String
    package let node: String
    package var status: ExecutionStatus
    package var reason: String?
    package var result: JSONValue
    package let started: Timestamp
    package var ended: Timestamp?

    init(
        path: String, node: String, status: ExecutionStatus, reason: String? = nil, result: JSONValue = .null, started: Timestamp,
        ended: Timestamp? = nil
    ) {
        (self.path, self.node, self.status, self.reason, self.result) = (path, node, status, reason, result)
        (self.started, self.ended) = (started, ended)
    }

    static let columns: Statement = "path, node_key, status, reason, result, started_at, ended_at"

    init(_ row: StoredRow, of execution: ExecutionID, _ secrets: SecretBox) throws {
        let path = try row["path", .text]
        self.path = path
        node = try row["node_key", .text]
        status = try row["status", .status]
        reason = try row["reason", .optional(.text)]
        let sealed = try row["result", .optional(.bytes)]
        result = try sealed.map { try JSONValue(parsing: secrets.open($0, context: Self.sealing(execution, path))) } ?? .null
        started = try row["started_at", .time]
        ended = try row["ended_at", .optional(.time)]
    }

    static func sealing(_ execution: ExecutionID, _ path: String) -> String { "job\n\(execution.rawValue)\n\(path)" }
}
