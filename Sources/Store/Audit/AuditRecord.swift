import JSON

/// One row of the log before it has a position in the chain.
indirect enum AuditRecord: Hashable, Sendable {
    /// A call that only read, with its outcome, whose objects are those of the call.
    case call(AuditCall, AuditOutcome)
    /// A call that is about to run.
    case intent(AuditCall)
    /// The end of an intent.
    case outcome(callID: String, time: Timestamp, AuditOutcome)

    /// Words of the column `kind`. `begin` and `end` are no calls: a process takes a chain, and it, or another one after its death, ends it.
    enum Kind: String, Hashable, Sendable { case call, intent, outcome, begin, end }

    /// The row that is stored, all but its place.
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
