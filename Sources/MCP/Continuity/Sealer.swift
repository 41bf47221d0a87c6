/// Protects bytes that a client holds and sends back: they open only if unchanged, in the same context, and before they expire.
///
/// A sealer with authenticated encryption, with the context as associated data, stores nothing. ``MemorySealer`` stores the bytes.
public protocol Sealer: Sendable {
    /// - Parameters:
    ///   - context: the purpose and owner of the bytes. Opening needs the same context.
    ///   - lifetime: the time after which the text no longer opens.
    /// - Returns: visible ASCII without quotes, which fits into a header.
    func seal(_ bytes: [UInt8], context: String, lifetime: Duration) throws -> String

    /// Nil for a text that was changed, was sealed for another context or has expired. Callers cannot distinguish the three.
    func open(_ text: String, context: String) -> [UInt8]?
}
