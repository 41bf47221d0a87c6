/// How long a session lasts.
package struct SessionLimits: Hashable, Sendable {
    /// Without a request.
    package let idle: Duration
    /// From the sign-in on, whatever happens.
    package let absolute: Duration

    package static let standard = SessionLimits(idle: .seconds(8 * 3_600), absolute: .seconds(24 * 3_600))

    package init(idle: Duration, absolute: Duration) {
        self.idle = idle
        self.absolute = absolute
    }
}
