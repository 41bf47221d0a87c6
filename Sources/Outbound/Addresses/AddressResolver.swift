/// Resolves host names to addresses.
package protocol AddressResolver: Sendable {
    /// - Parameter host: a name in lower case, no address.
    /// - Returns: all addresses, at least one.
    /// - Throws: `unreachable`, `busy`.
    func addresses(of host: String) async throws(OutboundError) -> [IPAddress]
}
