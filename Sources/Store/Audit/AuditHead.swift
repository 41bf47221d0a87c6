import SQL
import SQLSyntax

/// A row of `audit_heads`: the signed end of a chain, and the process that adds to it.
struct AuditHead: Hashable, Sendable {
    let chain: AuditChain
    /// Nil after the chain was ended.
    let process: String?
    /// Until when the process counts as alive; nil where locks say so.
    let leaseEnds: Timestamp?

    /// The head of a node's chain, locked for this transaction; nil when there is none.
    /// - Throws: `StoreError` `audit_broken` when the end is not signed with the store's key.
    static func locked(_ node: String, _ secrets: SecretBox, on connection: any Connection) throws -> AuditHead? {
        let lock: Statement = connection.dialect == .sqlite ? "" : " FOR UPDATE"
        let stored = try connection.first(
            of: "audit_heads",
            "SELECT node, sequence, hash, signature, process, lease_ends FROM audit_heads WHERE node = \(node)\(lock)"
        ) { row in
            let head = AuditHead(
                chain: AuditChain(sequence: try row["sequence", .integer], hash: try row["hash", .bytes]),
                process: try row["process", .optional(.text)], leaseEnds: try row["lease_ends", .optional(.time)])
            return (head, try row["signature", .bytes])
        }
        guard let (head, signature) = stored else { return nil }
        guard head.chain.isSigned(by: signature, node: node, secrets: secrets) else { throw AuditLog.broken }
        return head
    }

    /// Makes the head of a chain that has none; another process may have made it at the same moment.
    static func make(_ node: String, _ secrets: SecretBox, on connection: any Connection) throws -> AuditHead {
        let start = AuditChain.start
        try connection.execute(
            """
            INSERT INTO audit_heads (node, sequence, hash, signature)
            VALUES (\(node), \(start.sequence), \(start.hash), \(start.signature(node: node, by: secrets))) ON CONFLICT (node) DO NOTHING
            """)
        guard let head = try locked(node, secrets, on: connection) else { throw AuditLog.broken }
        // Rows without an end: it was removed.
        let hasRows = try connection.first("SELECT 1 FROM audit WHERE node = \(node) LIMIT 1") { _ in true } ?? false
        guard head.chain != start || !hasRows else { throw AuditLog.broken }
        return head
    }
}
