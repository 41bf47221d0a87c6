extension Session {
    /// The reader of a call's stream that has just begun.
    func firstReader(of log: StreamLog) -> LogReader { reader(of: log.name, log, after: 0, opening: priming(log.name)) }

    /// A reader of a call's stream. When it goes, the call waits a while for the next one.
    /// - Parameter log: the stream, when it is filled here.
    func reader(of name: String, _ log: StreamLog?, after number: Int, opening: [[UInt8]] = []) -> LogReader {
        var kind = LogReader.Kind()
        kind.log = log
        if let log { kind.over = { [self] in left(log) } }
        return LogReader(name, of: claims.handle, on: node, after: number, opening: opening, kind)
    }

    /// A reader of the session's own stream, which carries news.
    /// - Parameter event: where to go on; nil for a new stream.
    func standaloneReader(
        after event: EventID?, _ place: StreamCounter.Place, audiences: Set<String>, isCurrent: @escaping @Sendable () async -> Bool,
        isOpen: @escaping @Sendable (_ uri: String, _ topic: String) async -> Bool
    ) -> LogReader {
        let log = makeStandalone(event?.stream)
        var kind = LogReader.Kind()
        kind.log = log
        kind.news = self
        kind.place = place
        kind.audiences = audiences
        kind.isCurrent = isCurrent
        kind.isOpen = isOpen
        kind.over = { [self] in left(log) }
        let opening = event == nil ? priming(log.name) : []
        return LogReader(log.name, of: claims.handle, on: node, after: event?.number ?? 0, opening: opening, kind)
    }

    /// Older clients try to read the empty event as a message.
    private func priming(_ name: String) -> [[UInt8]] {
        guard claims.revision >= .v2025_11_25 else { return [] }
        return [EventFrame.priming(EventID(stream: name, number: 0), retry: node.settings.bounds.retry)]
    }

    /// A reader has gone: its client may come back for a while.
    private func left(_ log: StreamLog) {
        if log.isFinished { return forget(log) }
        Task { [settings = node.settings] in
            // Nothing cancels this task: it ends with its time.
            try? await settings.clock.sleep(for: settings.bounds.resumptionTime)
            guard !log.hasReader else { return }
            log.abandon()
            forget(log)
        }
    }
}
