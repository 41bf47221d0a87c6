/// Why a database call failed: a stable code and a reason without driver text, path, host, SQL or value.
package struct DatabaseError: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// No connection could be made: down, unreachable, refused.
        case unavailable
        /// The engine refused the server's login, or the login lacks a right.
        case denied
        /// The deadline passed; the engine was asked to stop.
        case timeout
        case cancelled
        /// Pool and queue are full.
        case busy
        /// The statement is not valid SQL for this engine or names something unknown.
        case invalid
        /// A constraint was violated; ``DatabaseError/constraint`` says which.
        case constraint
        /// A limit of this server or of the engine: length, depth, memory, disk.
        case limit
        /// The database cannot be written: read-only or full disk.
        case readOnly = "read_only"
        /// The file or its pages are damaged.
        case corrupt
        case other
    }

    package let code: Code
    /// For people and models; safe to send.
    package let reason: String
    /// The engine's own message, for the log only.
    package let detail: String
    /// Set only with ``Code/constraint``.
    package let constraint: BrokenConstraint?

    package init(_ code: Code, _ reason: String, detail: String = "", constraint: BrokenConstraint? = nil) {
        self.code = code
        self.reason = reason
        self.detail = detail
        self.constraint = code == .constraint ? constraint ?? BrokenConstraint(.other) : nil
    }
}
