import Crypto
import Notation

extension AuditLog {
    private static let name = "definitions"
    /// Longer than a server stands still.
    private static let lifetime = Duration.seconds(3650 * 24 * 3600)

    /// Logs, when what the server offers is another than at its last start, the hash of it and the hash of what was before: a row of `tools/list`
    /// by the caller `server`, with `sha256:…` as its objects.
    /// - Parameters:
    ///   - text: all definitions, in an order that stays.
    ///   - kept: where the last hash is.
    /// - Returns: whether it is another. The first start knows none before, and logs its own.
    package func noteDefinitions(_ text: [UInt8], in kept: SharedValues) async throws -> Bool {
        let hash = "sha256:" + Hexadecimal.text(SHA256.hash(data: text))
        let before = try await kept.value(Self.name).map { String(decoding: $0, as: UTF8.self) }
        guard before != hash else { return false }
        let call = AuditCall(
            id: makeCallID(), organization: nil, workspace: nil, caller: "server", tool: "tools/list",
            objects: [hash] + (before.map { ["before " + $0] } ?? []))
        try record(call, AuditOutcome(duration: .zero, outcome: .ok))
        try await kept.save(Array(hash.utf8), as: Self.name, for: Self.lifetime)
        return before != nil
    }
}
