import SQL

/// The columns of one row of the table `audit`, without its position in the chain (`node`, `sequence`, `hash`).
struct AuditFields: Hashable, Sendable {
    var kind: String
    var callID: String
    var time: Timestamp
    var organization: String?
    var workspace: String?
    var user: String?
    var tool: String?
    var outcome: String?
    /// A JSON object with the members that are not searched.
    var detail: String

    init(
        kind: String, callID: String, time: Timestamp, organization: String? = nil, workspace: String? = nil, user: String? = nil,
        tool: String? = nil, outcome: String? = nil, detail: String
    ) {
        self.kind = kind
        self.callID = callID
        self.time = time
        self.organization = organization
        self.workspace = workspace
        self.user = user
        self.tool = tool
        self.outcome = outcome
        self.detail = detail
    }

    /// The columns that ``init(_:from:)`` reads, in its order.
    static let columns: Statement = "kind, call_id, time, organization, workspace, user_name, tool, outcome, detail"

    /// A whole row of the table: the position in the chain, ``columns``, and the hash.
    func row(of node: SQLValue, at position: AuditChain) -> [SQLValue] {
        [
            node, .int(position.sequence), .text(kind), .text(callID), time.sqlValue, Self.value(organization), Self.value(workspace),
            Self.value(user), Self.value(tool), Self.value(outcome), .text(detail), .blob(position.hash),
        ]
    }

    private static func value(_ text: String?) -> SQLValue { text.map(SQLValue.text) ?? .null }

    /// - Parameter first: the index of the first of ``columns`` in the row.
    init(_ row: any Row, from first: Int) {
        self.init(
            kind: row.text(first) ?? "", callID: row.text(first + 1) ?? "", time: Timestamp(microseconds: row.int(first + 2) ?? 0),
            organization: row.text(first + 3), workspace: row.text(first + 4), user: row.text(first + 5), tool: row.text(first + 6),
            outcome: row.text(first + 7), detail: row.text(first + 8) ?? "")
    }

    /// An unambiguous encoding of all members, for the chain's hash: each text after its length, absence as the length 2^32 - 1.
    func canonicalBytes(node: String) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(256 + detail.utf8.count)
        func append(_ text: String?) {
            withUnsafeBytes(of: UInt32(truncatingIfNeeded: text?.utf8.count ?? -1).bigEndian) { out.append(contentsOf: $0) }
            if let text { text.utf8.span.withUnsafeBufferPointer { out.append(contentsOf: $0) } }
        }
        append("gatehouse audit 1")
        append(node)
        withUnsafeBytes(of: time.microseconds.bigEndian) { out.append(contentsOf: $0) }
        append(kind)
        append(callID)
        append(organization)
        append(workspace)
        append(user)
        append(tool)
        append(outcome)
        append(detail)
        return out
    }
}
