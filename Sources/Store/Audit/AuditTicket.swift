/// Proof that a call's intent is durable in the audit log. The call may now run, and must call ``AuditLog/end(_:_:)`` with it once.
package struct AuditTicket: Hashable, Sendable {
    package let callID: String
}
