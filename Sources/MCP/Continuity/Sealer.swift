/// Protects bytes that a client carries and brings back: what comes back is what was given, to the same context, in time.
///
/// Authenticated encryption whose associated data is the context does it without memory; ``MemorySealer`` does it with.
public protocol Sealer: Sendable {
    /// - Parameters:
    ///   - context: what the bytes are for and whose they are; needed again to open them.
    ///   - lifetime: after this long the text opens no more.
    /// - Returns: visible ASCII without quotes, fit for a header.
    func seal(_ bytes: [UInt8], context: String, lifetime: Duration) throws -> String

    /// Nil for a text that was changed, was sealed for another context, or is too old; the three look alike.
    func open(_ text: String, context: String) -> [UInt8]?
}
