import Synchronization

/// Caches fetched documents for as long as their servers allow, within limits, and a while longer when they cannot be fetched again.
///
/// Each address is fetched once at a time; callers that request it meanwhile get the same result. A failure is not retried for half a minute.
/// Untrusted clients choose the addresses, so the number of fetches a minute is limited: for each caller, so that none uses up the share of the
/// others, and in total, so that this server cannot be used to flood another. The limits do not apply to cached documents, and a refused fetch does
/// not count.
package final class DocumentCache: Sendable {
    package typealias Fetch = @Sendable (String) async throws(OutboundError) -> FetchedDocument

    package static let minimumLifetime: Duration = .seconds(300)
    package static let maximumLifetime: Duration = .seconds(86_400)
    /// The age up to which a copy is returned in place of a failed fetch.
    package static let maximumStaleAge = maximumLifetime
    package static let failurePause: Duration = .seconds(30)
    package static let fetchesPerMinutePerCaller = 20
    package static let fetchesPerMinuteInTotal = 600
    package static let maximumConcurrentFetchesPerCaller = 4

    private struct State {
        var entries: [String: DocumentCacheEntry] = [:]
        /// Callers that wait for a running fetch, by its URL.
        var waiters: [String: [CheckedContinuation<Void, Never>]] = [:]
        /// The start of the minute in which fetches are counted, the number of fetches in it, and the number by each caller.
        var minute: Duration = .zero
        var fetches = 0
        var fetchesOf: [String: Int] = [:]
        /// The number of running fetches by caller; a caller without any has no entry.
        var runningCounts: [String: Int] = [:]

        mutating func takeFetch(of caller: String, at time: Duration) -> Bool {
            if time - minute >= .seconds(60) {
                minute = time
                fetches = 0
                fetchesOf = [:]
            }
            guard fetches < DocumentCache.fetchesPerMinuteInTotal, fetchesOf[caller, default: 0] < DocumentCache.fetchesPerMinutePerCaller,
                runningCounts[caller, default: 0] < DocumentCache.maximumConcurrentFetchesPerCaller
            else { return false }
            fetches += 1
            fetchesOf[caller, default: 0] += 1
            runningCounts[caller, default: 0] += 1
            return true
        }

        mutating func endFetch(of caller: String) {
            guard let count = runningCounts[caller] else { return }
            runningCounts[caller] = count > 1 ? count - 1 : nil
        }

        /// Stores an entry. A full cache evicts a failure first, then the entry that was fetched longest ago; a failure evicts failures only.
        mutating func keep(_ entry: DocumentCacheEntry, for url: String, capacity: Int) {
            if entries[url] == nil, entries.count >= capacity {
                let evicted = entries.min { left, right in
                    left.value.hasCopy != right.value.hasCopy ? right.value.hasCopy : left.value.lastFetch < right.value.lastFetch
                }
                guard let evicted, entry.hasCopy || !evicted.value.hasCopy else { return }
                entries[evicted.key] = nil
            }
            entries[url] = entry
        }
    }

    private enum Step {
        case cached(Result<[UInt8], OutboundError>)
        case fetch
        case join
    }

    private let check: @Sendable (String) throws(OutboundError) -> Void
    private let fetch: Fetch
    private let now: @Sendable () -> Duration
    private let capacity: Int
    private let concurrency: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - now: time since any fixed moment.
    ///   - capacity: maximum number of documents. A full cache evicts a failure, or else the document that was fetched longest ago.
    ///   - concurrency: maximum number of simultaneous fetches; a further one is refused.
    ///   - check: throws for an address that must never be fetched.
    package init(
        now: @escaping @Sendable () -> Duration, capacity: Int = 256, concurrency: Int = 32,
        check: @escaping @Sendable (String) throws(OutboundError) -> Void = { _ in }, fetch: @escaping Fetch
    ) {
        self.check = check
        self.fetch = fetch
        self.now = now
        self.capacity = capacity
        self.concurrency = concurrency
    }

    package convenience init(client: OutboundClient, now: @escaping @Sendable () -> Duration) {
        self.init(now: now, check: client.check) { url throws(OutboundError) in try await client.get(url) }
    }

    /// The document at an address.
    /// - Parameter caller: the caller that a fetch counts for.
    /// - Throws: ``OutboundError``.
    package func document(_ url: String, for caller: String) async throws(OutboundError) -> [UInt8] {
        try check(url)
        while true {
            switch try step(url, caller) {
            case .cached(let result): return try result.get()
            case .join: await join(url)
            case .fetch: return try await fetchAndStore(url, caller)
            }
        }
    }

    private func step(_ url: String, _ caller: String) throws(OutboundError) -> Step {
        let time = now()
        let step = state.withLock { state -> Step? in
            if let result = state.entries[url]?.validResult(at: time) { return .cached(result) }
            if state.waiters[url] != nil { return .join }
            guard state.waiters.count < concurrency, state.takeFetch(of: caller, at: time) else {
                return state.entries[url]?.lastCopy(at: time).map { .cached(.success($0)) }
            }
            state.waiters[url] = []
            return .fetch
        }
        guard let step else { throw OutboundError(.busy, "too many documents are being fetched; try again later") }
        return step
    }

    /// Waits until the running fetch has ended. The fetching task may have been cancelled, so the caller checks the cache again.
    private func join(_ url: String) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.waiters[url] != nil else { return true }
                state.waiters[url]?.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    private func fetchAndStore(_ url: String, _ caller: String) async throws(OutboundError) -> [UInt8] {
        let result: Result<FetchedDocument, OutboundError>
        do throws(OutboundError) { result = .success(try await fetch(url)) } catch { result = .failure(error) }
        let isCancelled = Task.isCancelled
        let time = now()
        let (waiters, outcome) = state.withLock { state in
            let waiters = state.waiters.removeValue(forKey: url) ?? []
            state.endFetch(of: caller)
            if isCancelled, case .failure(let error) = result { return (waiters, Result<[UInt8], OutboundError>.failure(error)) }
            let entry = DocumentCacheEntry(result, at: time, after: state.entries[url])
            state.keep(entry, for: url, capacity: capacity)
            return (waiters, entry.validResult(at: time) ?? result.map(\.body))
        }
        for waiter in waiters { waiter.resume() }
        return try outcome.get()
    }
}

/// The state of one cached document. Times count from the cache's fixed start.
struct DocumentCacheEntry: Sendable {
    /// The last good copy, and when it was fetched.
    private let copy: (body: [UInt8], fetched: Duration)?
    private let failure: OutboundError?
    /// The time of the last fetch, successful or not.
    let lastFetch: Duration
    private let expires: Duration

    /// - Parameter old: the entry before this fetch; its copy is kept when the fetch failed.
    init(_ result: Result<FetchedDocument, OutboundError>, at time: Duration, after old: DocumentCacheEntry?) {
        lastFetch = time
        switch result {
        case .success(let document):
            copy = (document.body, time)
            failure = nil
            expires = time + min(max(document.freshness ?? .zero, DocumentCache.minimumLifetime), DocumentCache.maximumLifetime)
        case .failure(let error):
            copy = old?.copy
            failure = error
            expires = time + DocumentCache.failurePause
        }
    }

    /// The document or the failure; nil when it has expired and must be fetched again.
    func validResult(at time: Duration) -> Result<[UInt8], OutboundError>? {
        guard time < expires else { return nil }
        if let body = lastCopy(at: time) { return .success(body) }
        return failure.map(Result.failure)
    }

    var hasCopy: Bool { copy != nil }

    /// The last good copy, unless it is older than ``DocumentCache/maximumStaleAge``.
    func lastCopy(at time: Duration) -> [UInt8]? {
        guard let copy, time - copy.fetched <= DocumentCache.maximumStaleAge else { return nil }
        return copy.body
    }
}
