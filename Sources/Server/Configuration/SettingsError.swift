/// A setting that cannot be used: its text, where that came from, and what was expected. The server does not start.
package struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String { reason }
}
