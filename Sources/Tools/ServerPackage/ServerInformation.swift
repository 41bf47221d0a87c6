/// What the server reports about itself.
package struct ServerInformation: Sendable {
    package let version: String
    package let started: ContinuousClock.Instant

    package init(version: String, started: ContinuousClock.Instant = .now) {
        self.version = version
        self.started = started
    }
}
