/// A setting that cannot be used: what was found, where it stands and what was expected. The server does not start.
package struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String { reason }
}
