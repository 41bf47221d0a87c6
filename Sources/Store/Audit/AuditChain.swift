import Crypto

/// The end of one node's chain: each row's hash is made of the hash before it, its sequence number and its canonical bytes.
struct AuditChain: Hashable, Sendable {
    /// Of the last row; rows count from 1.
    private(set) var sequence: Int64
    /// SHA-256 of the last row; zeros before the first.
    private(set) var hash: [UInt8]

    static let start = AuditChain(sequence: 0, hash: [UInt8](repeating: 0, count: SHA256.byteCount))

    init(sequence: Int64, hash: [UInt8]) {
        self.sequence = sequence
        self.hash = hash
    }

    /// Moves on by one row.
    mutating func append(_ canonicalBytes: [UInt8]) {
        sequence += 1
        var function = SHA256()
        hash.withUnsafeBytes { function.update(bufferPointer: $0) }
        withUnsafeBytes(of: sequence.bigEndian) { function.update(bufferPointer: $0) }
        canonicalBytes.withUnsafeBytes { function.update(bufferPointer: $0) }
        hash = function.finalize().withUnsafeBytes { Array($0) }
    }

    /// What a signature says of a place in a chain: that it is the chain's end, or that all rows up to it were removed.
    enum Mark: String, Sendable {
        case end = "audit_heads/"
        case checkpoint = "audit_checkpoints/"
    }

    /// A mark that only a holder of the store's key can make, so that a shortened chain has none.
    func signature(_ mark: Mark = .end, node: String, by secrets: SecretBox) -> [UInt8] {
        secrets.sign(signedBytes, context: mark.rawValue + node)
    }

    func isSigned(_ mark: Mark = .end, by signature: [UInt8], node: String, secrets: SecretBox) -> Bool {
        secrets.isSigned(signedBytes, by: signature, context: mark.rawValue + node)
    }

    private var signedBytes: [UInt8] { withUnsafeBytes(of: sequence.bigEndian) { Array($0) } + hash }
}
