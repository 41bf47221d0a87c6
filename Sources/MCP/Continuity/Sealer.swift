/// Protects bytes that a client holds and sends back: they can be opened only unchanged, in the same context, and in time.
///
/// Authenticated encryption with the context as associated data needs no memory; ``MemorySealer`` does.
public protocol Sealer: Sendable {
    /// - Parameters:
    ///   - context: what the bytes are for and whose they are; needed again to open them.
    ///   - lifetime: after this long the text opens no more.
    /// - Returns: visible ASCII without quotes, fit for a header.
    func seal(_ bytes: [UInt8], context: String, lifetime: Duration) throws -> String

    /// Nil for a text that was changed, was sealed for another context, or is too old; the three look alike.
    func open(_ text: String, context: String) -> [UInt8]?
}
