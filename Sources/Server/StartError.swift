/// Why the server cannot start although every setting is valid: the state cannot be opened or the port is taken. Names the file or address, and what
/// to do.
package struct StartError: Error, Hashable, Sendable, CustomStringConvertible {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String { reason }
}
