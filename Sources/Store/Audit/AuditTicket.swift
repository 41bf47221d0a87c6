/// Proof that a call's intent is durable in the audit log: the call may run, and must ``AuditLog/end(_:_:)`` with it once.
package struct AuditTicket: Hashable, Sendable {
    package let callID: String

    /// Only ``AuditLog/begin(_:)`` makes one.
    init(callID: String) { self.callID = callID }
}
