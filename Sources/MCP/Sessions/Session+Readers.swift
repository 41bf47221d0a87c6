extension Session {
    /// The first reader of a call's stream.
    func firstReader(of log: StreamLog) -> LogReader { reader(of: log.name, log, after: 0, opening: priming(log.name)) }

    /// A reader of a call's stream. When it leaves, the call waits for a while for the next reader.
    /// - Parameter log: the writing end, if it is on this node.
    func reader(of name: String, _ log: StreamLog?, after number: Int, opening: [[UInt8]] = []) -> LogReader {
        var kind = LogReader.Kind()
        kind.log = log
        if let log { kind.over = { [self] in left(log) } }
        return LogReader(name, of: claims.handle, on: node, after: number, opening: opening, kind)
    }

    /// A reader of the session's own stream, which carries notifications.
    /// - Parameter event: the event after which to continue. Nil for a new stream.
    func standaloneReader(
        after event: EventID?, _ slot: StreamCounter.Slot, audiences: Set<String>, isCurrent: @escaping @Sendable () async -> Bool,
        isOpen: @escaping @Sendable (_ uri: String, _ topic: String) async -> Bool
    ) -> LogReader {
        let log = makeStandalone(event?.stream)
        var kind = LogReader.Kind()
        kind.log = log
        kind.news = self
        kind.slot = slot
        kind.audiences = audiences
        kind.isCurrent = isCurrent
        kind.isOpen = isOpen
        kind.over = { [self] in left(log) }
        let opening = event == nil ? priming(log.name) : []
        return LogReader(log.name, of: claims.handle, on: node, after: event?.number ?? 0, opening: opening, kind)
    }

    /// The opening event. It is empty for older clients, which would try to parse it as a message.
    private func priming(_ name: String) -> [[UInt8]] {
        guard claims.revision >= .v2025_11_25 else { return [] }
        return [EventFrame.priming(EventID(stream: name, number: 0), retry: node.settings.bounds.retry)]
    }

    /// Called when a reader has left. Its client may reconnect for a while.
    private func left(_ log: StreamLog) {
        if log.isFinished { return forget(log) }
        Task { [settings = node.settings] in
            // Nothing cancels this task; it ends after the sleep.
            try? await settings.clock.sleep(for: settings.bounds.resumptionTime)
            guard !log.hasReader else { return }
            log.abandon()
            forget(log)
        }
    }
}
