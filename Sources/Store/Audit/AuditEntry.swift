import JSON

/// One call as the audit log shows it: a reading call, or an intent with its outcome.
package struct AuditEntry: Hashable, Sendable {
    /// Where an entry stands in the order of the list.
    package struct Position: Hashable, Sendable {
        package let time: Timestamp
        package let node: String
        package let sequence: Int64

        init(time: Timestamp, node: String, sequence: Int64) {
            self.time = time
            self.node = node
            self.sequence = sequence
        }

        /// Reads what ``text`` wrote; nil for anything else.
        package init?(text: String) {
            let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, let time = Int64(parts[0]), let sequence = Int64(parts[1]) else { return nil }
            self.init(time: Timestamp(microseconds: time), node: String(parts[2]), sequence: sequence)
        }

        package var text: String { "\(time.microseconds) \(sequence) \(node)" }
    }

    package let position: Position
    package let call: AuditCall
    /// Nil while the call runs.
    package let outcome: AuditOutcome?

    /// - Parameters:
    ///   - fields: of a row of kind `call` or `intent`.
    ///   - end: of the row of kind `outcome` that ends the intent.
    init(node: String, sequence: Int64, fields: AuditFields, end: (outcome: String, detail: String)?) {
        position = Position(time: fields.time, node: node, sequence: sequence)
        let detail = Self.members(of: fields.detail)
        var ended = detail
        // Objects in the one row of a reading call are the call's.
        ended["objects"] = nil
        outcome = if let end { Self.outcome(end.outcome, Self.members(of: end.detail)) } else { fields.outcome.flatMap { Self.outcome($0, ended) } }
        call = AuditCall(
            id: fields.callID, time: fields.time, organization: fields.organization, workspace: fields.workspace,
            caller: detail["caller"]?.string ?? "", user: fields.user, client: detail["client"]?.string, tool: fields.tool ?? "",
            objects: Self.objects(in: detail), requestID: detail["request"]?.string
        ).about(outcome?.objects ?? [])
    }

    private static func outcome(_ word: String, _ detail: JSONObject) -> AuditOutcome? {
        guard let outcome = AuditOutcome.Outcome(rawValue: word) else { return nil }
        return AuditOutcome(
            decision: detail["decision"]?.string.flatMap(AuditOutcome.Decision.init) ?? .allowed, code: detail["code"]?.string,
            rows: detail["rows"]?.int.map { Int($0) }, changed: detail["changed"]?.int.map { Int($0) },
            duration: .microseconds(detail["duration"]?.int ?? 0), outcome: outcome,
            objects: objects(in: detail))
    }

    private static func objects(in detail: JSONObject) -> [String] { detail["objects"]?.array?.compactMap(\.string) ?? [] }

    private static func members(of detail: String) -> JSONObject {
        // A row that was damaged from outside is still listed; `verify` names it.
        (try? JSONValue(parsing: Array(detail.utf8)))?.object ?? JSONObject()
    }
}
