import Crypto

/// The end of one node's hash chain. Each row's hash covers the previous hash, its sequence number and its canonical bytes.
struct AuditChain: Hashable, Sendable {
    /// The sequence number of the last row; the first is 1.
    private(set) var sequence: Int64
    /// SHA-256 of the last row; zeros before the first.
    private(set) var hash: [UInt8]

    static let start = AuditChain(sequence: 0, hash: [UInt8](repeating: 0, count: SHA256.byteCount))

    /// Moves on by one row.
    mutating func append(_ canonicalBytes: [UInt8]) {
        sequence += 1
        var function = SHA256()
        hash.withUnsafeBytes { function.update(bufferPointer: $0) }
        withUnsafeBytes(of: sequence.bigEndian) { function.update(bufferPointer: $0) }
        canonicalBytes.withUnsafeBytes { function.update(bufferPointer: $0) }
        hash = function.finalize().withUnsafeBytes { Array($0) }
    }

    /// What a signature states about a row: that it is the chain's end, or that all rows up to it were pruned.
    enum Mark: String, Sendable {
        case end = "audit_heads/"
        case checkpoint = "audit_checkpoints/"
    }

    /// A signature that needs the store's key, so that a shortened chain has none.
    func signature(_ mark: Mark = .end, node: String, by secrets: SecretBox) -> [UInt8] {
        secrets.sign(signedBytes, context: mark.rawValue + node)
    }

    func isSigned(_ mark: Mark = .end, by signature: [UInt8], node: String, secrets: SecretBox) -> Bool {
        secrets.isSigned(signedBytes, by: signature, context: mark.rawValue + node)
    }

    private var signedBytes: [UInt8] { withUnsafeBytes(of: sequence.bigEndian) { Array($0) } + hash }
}
