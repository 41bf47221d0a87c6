import FoundationEssentials
import JSON
import MCP
import Store

/// Seals what MCP clients carry with the keys of the store, so that every node can open it, also after a restart.
struct SecretSealer: Sealer {
    private static let timeLength = 8

    let box: SecretBox
    /// Milliseconds since 1970.
    var now: @Sendable () -> Int64 = { Timestamp.now.microseconds / 1000 }

    func seal(_ bytes: [UInt8], context: String, lifetime: Duration) throws -> String {
        let end = UInt64(bitPattern: now() + lifetime.components.seconds * 1000)
        let time = (0..<Self.timeLength).map { UInt8(truncatingIfNeeded: end >> (56 - 8 * UInt64($0))) }
        return Data(try box.seal(time + bytes, context: Self.context(context))).base64EncodedString()
    }

    func open(_ text: String, context: String) -> [UInt8]? {
        // A value that does not open counts as absent; the sender learns no more.
        guard let sealed = Base64.decode(text.utf8), let plain = try? box.open(sealed, context: Self.context(context)) else { return nil }
        guard plain.count >= Self.timeLength else { return nil }
        let end = plain.prefix(Self.timeLength).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int64(bitPattern: end) > now() ? Array(plain.dropFirst(Self.timeLength)) : nil
    }

    private static func context(_ text: String) -> String { "protocol\n" + text }
}
