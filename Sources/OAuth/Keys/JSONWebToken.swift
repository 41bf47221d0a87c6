import JSON
import Notation

/// A signed token in its compact form (RFC 7515 section 3.1), decoded but not verified.
struct JSONWebToken: Sendable {
    let header: JSONObject
    let claims: JSONObject
    let signature: [UInt8]
    /// The signed bytes: header and claims as they were written.
    let signed: [UInt8]

    /// Unit: bytes.
    static let maximumLength = 8_192

    /// Nil for anything but three parts of canonical base64url, the first two JSON objects in which no key stands twice.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.maximumLength else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else { return nil }
        self.header = header
        self.claims = claims
        self.signature = signature
        signed = Array(bytes[..<parts[1].endIndex])
    }

    private static func object(_ part: ArraySlice<UInt8>) -> JSONObject? {
        guard let bytes = Base64URL.decode(part) else { return nil }
        // Why it is not JSON is of no use to anyone.
        let value = try? JSONValue(parsing: bytes, limits: JSONLimits(maximumByteCount: maximumLength, maximumDepth: 8))
        return value?.object
    }
}
