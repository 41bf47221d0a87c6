import Crypto
import SQL
import SQLSyntax

/// The end of one node's hash chain. Each row's hash covers the previous hash, its sequence number and its canonical bytes.
struct AuditChain: Hashable, Sendable {
    /// The sequence number of the last row; the first is 1.
    private(set) var sequence: Int64
    /// SHA-256 of the last row; zeros before the first.
    private(set) var hash: [UInt8]

    static let start = AuditChain(sequence: 0, hash: [UInt8](repeating: 0, count: SHA256.byteCount))

    /// Appends one row.
    mutating func append(_ canonicalBytes: [UInt8]) {
        sequence += 1
        var function = SHA256()
        hash.withUnsafeBytes { function.update(bufferPointer: $0) }
        withUnsafeBytes(of: sequence.bigEndian) { function.update(bufferPointer: $0) }
        canonicalBytes.withUnsafeBytes { function.update(bufferPointer: $0) }
        hash = function.finalize().withUnsafeBytes { Array($0) }
    }

    /// What a signature about a row states: that it is the chain's end, or that all rows up to it were pruned.
    enum Mark: String, Sendable {
        case end = "audit_heads/"
        case checkpoint = "audit_checkpoints/"
    }

    /// A signature with the store's key, so that nobody else can sign a truncated chain.
    func signature(_ mark: Mark = .end, node: String, by secrets: SecretBox) -> [UInt8] {
        secrets.sign(signedBytes, context: mark.rawValue + node)
    }

    func isSigned(_ mark: Mark = .end, by signature: [UInt8], node: String, secrets: SecretBox) -> Bool {
        secrets.isSigned(signedBytes, by: signature, context: mark.rawValue + node)
    }

    private var signedBytes: [UInt8] { withUnsafeBytes(of: sequence.bigEndian) { Array($0) } + hash }
}

/// A row of `audit_checkpoints`: where a chain begins after its older rows were removed.
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

    /// Signs a position as the chain's beginning.
    static func save(_ chain: AuditChain, of node: String, _ secrets: SecretBox, on connection: any Connection) throws {
        try connection.execute(
            """
            INSERT INTO audit_checkpoints (node, sequence, hash, signature)
            VALUES (\(node), \(chain.sequence), \(chain.hash), \(chain.signature(.checkpoint, node: node, by: secrets)))
            ON CONFLICT (node) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash, signature = excluded.signature
            """)
    }
}

/// A row of `audit_heads`: the signed end of a chain, and the process that adds to it.
struct AuditHead: Hashable, Sendable {
    let chain: AuditChain
    /// Nil after the chain was ended.
    let process: String?
    /// When the process's lease ends; nil with lock files.
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

    /// Creates the head of a chain without one; another process may have created it at the same moment.
    static func make(_ node: String, _ secrets: SecretBox, on connection: any Connection) throws -> AuditHead {
        let start = AuditChain.start
        try connection.execute(
            """
            INSERT INTO audit_heads (node, sequence, hash, signature)
            VALUES (\(node), \(start.sequence), \(start.hash), \(start.signature(node: node, by: secrets))) ON CONFLICT (node) DO NOTHING
            """)
        guard let head = try locked(node, secrets, on: connection) else { throw AuditLog.broken }
        // The chain has rows but no end, so the end was removed.
        let hasRows = try connection.first("SELECT 1 FROM audit WHERE node = \(node) LIMIT 1") { _ in true } ?? false
        guard head.chain != start || !hasRows else { throw AuditLog.broken }
        return head
    }
}
