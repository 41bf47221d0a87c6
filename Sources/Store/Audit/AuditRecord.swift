import JSON

/// One row of the log before it has a position in the chain.
indirect enum AuditRecord: Hashable, Sendable {
    /// A call that only read, with its outcome.
    case call(AuditCall, AuditOutcome)
    /// A call that is about to run.
    case intent(AuditCall)
    /// The end of an intent.
    case outcome(callID: String, time: Timestamp, AuditOutcome)

    /// Values of the column `kind`. `begin` and `end` are not calls: a process takes a chain, and it, or another process after its death,
    /// ends the chain.
    enum Kind: String, Hashable, Sendable { case call, intent, outcome, begin, end }

    /// The stored row, without its position in the chain.
    var fields: AuditFields {
        switch self {
        case .call(let call, let outcome): Self.fields(.call, call, outcome)
        case .intent(let call): Self.fields(.intent, call, nil)
        case .outcome(let callID, let time, let outcome):
            AuditFields(
                kind: Kind.outcome.rawValue, callID: callID, time: time, outcome: outcome.outcome.rawValue,
                detail: Self.detail { Self.write(outcome, to: &$0) })
        }
    }

    private static func fields(_ kind: Kind, _ call: AuditCall, _ outcome: AuditOutcome?) -> AuditFields {
        AuditFields(
            kind: kind.rawValue, callID: call.id, time: call.time, organization: call.organization, workspace: call.workspace, user: call.user,
            tool: call.tool, outcome: outcome?.outcome.rawValue,
            detail: detail { writer in
                write(call, to: &writer)
                if let outcome { write(outcome, to: &writer) }
            })
    }

    private static func detail(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        writer.object(body)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func write(_ call: AuditCall, to writer: inout JSONWriter) {
        writer.member("caller", call.caller)
        writer.given("client", call.client)
        write(call.objects, to: &writer)
        writer.given("request", call.requestID)
    }

    private static func write(_ objects: [String], to writer: inout JSONWriter) {
        guard !objects.isEmpty else { return }
        writer.member("objects", objects)
    }

    private static func write(_ outcome: AuditOutcome, to writer: inout JSONWriter) {
        writer.member("decision", outcome.decision.rawValue)
        writer.given("code", outcome.code)
        writer.given("rows", outcome.rows)
        writer.given("changed", outcome.changed)
        writer.member("duration", outcome.duration.microseconds)
        write(outcome.objects, to: &writer)
    }
}

extension Duration {
    /// Whole microseconds, rounded down.
    package var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}

/// One call in the list of the audit log: a reading call, or an intent with its outcome.
package struct AuditEntry: Hashable, Sendable {
    /// The position of an entry in the order of the list.
    package struct Position: Hashable, Sendable {
        package let time: Timestamp
        package let node: String
        package let sequence: Int64

        init(time: Timestamp, node: String, sequence: Int64) {
            self.time = time
            self.node = node
            self.sequence = sequence
        }

        /// Parses ``text``; nil for anything else.
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
    ///   - end: outcome and detail of the row of kind `outcome` that ends the intent.
    init(node: String, sequence: Int64, fields: AuditFields, end: (outcome: String, detail: String)?) {
        position = Position(time: fields.time, node: node, sequence: sequence)
        let detail = Self.members(of: fields.detail)
        var ended = detail
        // The objects in the single row of a reading call belong to the call.
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
        // A row that was damaged from outside is still listed; `verify` reports it.
        (try? JSONValue(parsing: Array(detail.utf8)))?.object ?? JSONObject()
    }
}
