import SQL

/// A row of `audit_checkpoints`: the point where a chain begins after its older rows were removed.
struct AuditCheckpoint: Hashable, Sendable {
    /// The last row that was removed.
    let chain: AuditChain
    let signature: [UInt8]

    static func find(_ node: String, on connection: any Connection) throws -> AuditCheckpoint? {
        try connection.first(
            of: "audit_checkpoints", "SELECT node, sequence, hash, signature FROM audit_checkpoints WHERE node = \(node)"
        ) { row in
            AuditCheckpoint(
                chain: AuditChain(sequence: try row["sequence", .integer], hash: try row["hash", .bytes]), signature: try row["signature", .bytes])
        }
    }

    func isSigned(_ node: String, _ secrets: SecretBox) -> Bool { chain.isSigned(.checkpoint, by: signature, node: node, secrets: secrets) }

    /// Signs a place as the chain's beginning.
    static func save(_ chain: AuditChain, of node: String, _ secrets: SecretBox, on connection: any Connection) throws {
        try connection.execute(
            """
            INSERT INTO audit_checkpoints (node, sequence, hash, signature)
            VALUES (\(node), \(chain.sequence), \(chain.hash), \(chain.signature(.checkpoint, node: node, by: secrets)))
            ON CONFLICT (node) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash, signature = excluded.signature
            """)
    }
}
