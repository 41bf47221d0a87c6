/// Who called which tool on what: everything that the audit log records about a call before it runs. It has no member for arguments, secrets or rows.
package struct AuditCall: Hashable, Sendable {
    /// Unique in the instance; made by ``AuditLog/makeCallID()``, and the same in the request's log line.
    package let id: String
    /// When the call arrived.
    package let time: Timestamp
    /// The organization's name; nil for an anonymous caller.
    package let organization: String?
    /// The workspace's name.
    package let workspace: String?
    /// The credential's kind with its name, for example `api_key:built-in/admin`.
    package let caller: String
    /// The person, as `organization/name`.
    package let user: String?
    /// The client: its application, and the name that it gives itself.
    package let client: String?
    package let tool: String
    /// The objects of the call, for example `main/orders`.
    package private(set) var objects: [String]
    package let requestID: String?

    /// Longest text stored in one member; the rest is truncated. Unit: bytes of UTF-8.
    package static let maximumTextBytes = 256
    /// Most stored ``objects``.
    package static let maximumObjects = 64

    package init(
        id: String, time: Timestamp = .now, organization: String?, workspace: String?, caller: String, user: String? = nil, client: String? = nil,
        tool: String, objects: [String] = [], requestID: String? = nil
    ) {
        self.id = Self.kept(id)
        self.time = time
        self.organization = organization.map(Self.kept)
        self.workspace = workspace.map(Self.kept)
        self.caller = Self.kept(caller)
        self.user = user.map(Self.kept)
        self.client = client.map(Self.kept)
        self.tool = Self.kept(tool)
        self.objects = Self.kept(objects)
        self.requestID = requestID.map(Self.kept)
    }

    /// The same call with these objects, unless there are none.
    package consuming func about(_ objects: [String]) -> AuditCall {
        if !objects.isEmpty { self.objects = Self.kept(objects) }
        return self
    }

    static func kept(_ objects: [String]) -> [String] {
        objects.isEmpty ? [] : objects.prefix(maximumObjects).map { kept($0) }
    }

    /// Tool names and clients come from outside: truncates the text, and removes NULs, which PostgreSQL cannot store.
    static func kept(_ text: String) -> String {
        let bytes = text.utf8.span
        if bytes.count <= maximumTextBytes, bytes.indices.allSatisfy({ bytes[$0] != 0 }) { return text }
        var out = String.UnicodeScalarView()
        var length = 0
        for scalar in text.unicodeScalars where scalar != "\0" {
            length += UTF8.width(scalar)
            if length > maximumTextBytes { break }
            out.append(scalar)
        }
        return String(out)
    }
}

/// How a call ended.
package struct AuditOutcome: Hashable, Sendable {
    package enum Decision: String, Hashable, Sendable, CaseIterable { case allowed, refused }

    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        case ok, error, refused
        /// The process ended between the intent and the outcome: the call may or may not have had its effect.
        case unknown
    }

    package let decision: Decision
    /// The stable code of the error or refusal; nil when the call succeeded.
    package let code: String?
    /// Rows sent to the caller; nil when the call reads none.
    package let rows: Int?
    /// Rows created, updated or removed; nil when the call changes none.
    package let changed: Int?
    package let duration: Duration
    package let outcome: Outcome
    /// The objects of the call, if they became known only after its intent; empty when the intent names them.
    package let objects: [String]

    package init(
        decision: Decision = .allowed, code: String? = nil, rows: Int? = nil, changed: Int? = nil, duration: Duration, outcome: Outcome,
        objects: [String] = []
    ) {
        self.decision = decision
        self.code = code.map(AuditCall.kept)
        self.rows = rows
        self.changed = changed
        self.duration = duration
        self.outcome = outcome
        self.objects = AuditCall.kept(objects)
    }
}

/// Proof that a call's intent is durable in the audit log. The call may now run, and must call ``AuditLog/end(_:_:)`` with it once.
package struct AuditTicket: Hashable, Sendable {
    package let callID: String
}
