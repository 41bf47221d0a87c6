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

    init(_ row: any Row, of execution: ExecutionID, _ secrets: SecretBox) throws {
        path = row.text(0) ?? ""
        node = row.text(1) ?? ""
        status = row.int(2).flatMap(ExecutionStatus.init(rawValue:)) ?? .error
        reason = row.text(3)
        result =
            try row.bytes(4).map { sealed in
                try JSONValue(parsing: secrets.open(sealed, context: Self.sealing(execution, row.text(0) ?? "")))
            } ?? .null
        started = Timestamp(microseconds: row.int(5) ?? 0)
        ended = row.int(6).map { Timestamp(microseconds: $0) }
    }

    static func sealing(_ execution: ExecutionID, _ path: String) -> String { "job\n\(execution.rawValue)\n\(path)" }
}
