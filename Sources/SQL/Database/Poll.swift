import Glibc

/// One wait for a socket or a wakeup.
enum Poll {
    /// Returns when the socket is ready for `events`, the wakeup was signalled (the signal is cleared) or `end` has passed.
    /// - Parameter socket: when negative, waits for the wakeup alone.
    /// - Returns: whether the socket is ready.
    @discardableResult
    static func wait(_ socket: Int32, _ events: Int16, _ wakeup: Wakeup, until end: ContinuousClock.Instant) -> Bool {
        var descriptors = [pollfd(fd: socket, events: events, revents: 0), pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)]
        let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
        _ = poll(&descriptors, 2, Int32(max(0, min(left.rounded(.up), 3_600_000))))
        if descriptors[1].revents != 0 { wakeup.clear() }
        return descriptors[0].revents != 0
    }
}
