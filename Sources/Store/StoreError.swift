/// Why the store refused: a stable code and a reason that says what to do and holds no secret, path or SQL.
package struct StoreError: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// The database holds a migration that this program does not know: a newer program made it.
        case newerSchema = "newer_schema"
        /// The database and this program disagree about a migration that has already run.
        case changedSchema = "changed_schema"
        /// The key file is missing a right form: open to others, not a plain file, of another owner, or of a wrong length.
        case unsafeKeyFile = "unsafe_key_file"
        /// The file of locks that shows which processes are alive cannot be used.
        case lockFile = "lock_file"
        /// A sealed value was changed, belongs to another place, or was sealed under another key.
        case notSealed = "not_sealed"
        /// The audit log's queue is full, so that nothing may run until it has been written.
        case auditFull = "audit_full"
        /// The audit log was changed from outside, so that nothing may be added to it.
        case auditBroken = "audit_broken"
    }

    package let code: Code
    package let reason: String
    /// What the system said: for the log alone.
    package let detail: String

    package init(_ code: Code, _ reason: String, detail: String = "") {
        self.code = code
        self.reason = reason
        self.detail = detail
    }
}
