/// Why the state cannot be opened or the port cannot be taken, though every setting can be used. Names the file or address, and what to do.
package struct StartError: Error, Hashable, Sendable, CustomStringConvertible {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String { reason }
}
