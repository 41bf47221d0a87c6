/// Why a text was refused as JSON: a stable code, the position, and a reason that quotes nothing of the text.
public struct JSONError: Error, Hashable, Sendable {
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// More bytes than ``JSONLimits/maximumByteCount``.
        case tooLarge = "too_large"
        /// More nesting than ``JSONLimits/maximumDepth``.
        case tooDeep = "too_deep"
        /// A key appears twice in one object (RFC 8259 section 4 leaves the meaning open; it is refused).
        case duplicateKey = "duplicate_key"
        /// Not JSON.
        case malformed
    }

    public let code: Code
    /// The position of the error, in bytes from the start of the text. For a duplicate key in a large object: the end of the object.
    public let offset: Int
    /// For people and models; safe to send.
    public let reason: String

    public init(code: Code, offset: Int, reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
    }
}

extension JSONError: CustomStringConvertible {
    public var description: String { "\(reason) (at byte \(offset))" }
}
