import Synchronization

/// Caches fetched documents for as long as their servers allow, within limits, and a while longer when they cannot be fetched again.
///
/// Each address is fetched once at a time; callers that ask meanwhile get the same result. A failure is not retried for half a minute. Strangers
/// choose the addresses, so the number of fetches a minute is limited: for each caller, so that none uses up the share of the others, and in total,
/// so that this server cannot be used to flood another. Cached documents are returned all the same, and a refused fetch does not count.
package final class DocumentCache: Sendable {
    package typealias Fetch = @Sendable (String) async throws(OutboundError) -> FetchedDocument

    package static let shortest: Duration = .seconds(300)
    /// Also how old a copy may be that stands in for a failed fetch.
    package static let longest: Duration = .seconds(86_400)
    package static let failurePause: Duration = .seconds(30)
    /// By one caller.
    package static let fetchesPerMinute = 20
    /// By all askers.
    package static let maximumFetchesPerMinute = 600
    /// Of one caller, at once.
    package static let concurrencyPerAsker = 4

    private struct State {
        var entries: [String: DocumentCacheEntry] = [:]
        /// Who waits for a fetch that runs.
        var running: [String: [CheckedContinuation<Void, Never>]] = [:]
        /// The minute that is counted, its fetches, and those of each caller.
        var minute: Duration = .zero
        var fetches = 0
        var fetchesOf: [String: Int] = [:]
        /// How many fetches of each caller run; those of whom none runs are not in it.
        var runningOf: [String: Int] = [:]

        mutating func takeFetch(of caller: String, at time: Duration) -> Bool {
            if time - minute >= .seconds(60) {
                minute = time
                fetches = 0
                fetchesOf = [:]
            }
            guard fetches < DocumentCache.maximumFetchesPerMinute, fetchesOf[caller, default: 0] < DocumentCache.fetchesPerMinute,
                runningOf[caller, default: 0] < DocumentCache.concurrencyPerAsker
            else { return false }
            fetches += 1
            fetchesOf[caller, default: 0] += 1
            runningOf[caller, default: 0] += 1
            return true
        }

        mutating func endFetch(of caller: String) {
            guard let running = runningOf[caller] else { return }
            runningOf[caller] = running > 1 ? running - 1 : nil
        }

        /// Keeps an entry. When there is no room, one that failed goes first, then the one that was fetched longest ago; a failure pushes out failures only.
        mutating func keep(_ entry: DocumentCacheEntry, for url: String, capacity: Int) {
            if entries[url] == nil, entries.count >= capacity {
                let least = entries.min { left, right in
                    left.value.hasCopy != right.value.hasCopy ? right.value.hasCopy : left.value.asked < right.value.asked
                }
                guard let least, entry.hasCopy || !least.value.hasCopy else { return }
                entries[least.key] = nil
            }
            entries[url] = entry
        }
    }

    private enum Step {
        case answer(Result<[UInt8], OutboundError>)
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
    ///   - capacity: documents; when full, one that failed makes room, else the one that was fetched longest ago.
    ///   - concurrency: fetches at once; one more is refused.
    ///   - check: refuses an address that is never fetched.
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
            case .answer(let result): return try result.get()
            case .join: await join(url)
            case .fetch: return try await renew(url, caller)
            }
        }
    }

    private func step(_ url: String, _ caller: String) throws(OutboundError) -> Step {
        let time = now()
        let step = state.withLock { state -> Step? in
            if let answer = state.entries[url]?.answer(at: time) { return .answer(answer) }
            if state.running[url] != nil { return .join }
            guard state.running.count < concurrency, state.takeFetch(of: caller, at: time) else {
                return state.entries[url]?.lastCopy(at: time).map { .answer(.success($0)) }
            }
            state.running[url] = []
            return .fetch
        }
        guard let step else { throw OutboundError(.busy, "too many documents are being fetched; try again later") }
        return step
    }

    /// Waits until the fetch that runs has ended. Who fetched may have been cancelled: the caller looks again.
    private func join(_ url: String) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.running[url] != nil else { return true }
                state.running[url]?.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    private func renew(_ url: String, _ caller: String) async throws(OutboundError) -> [UInt8] {
        let result: Result<FetchedDocument, OutboundError>
        do throws(OutboundError) { result = .success(try await fetch(url)) } catch { result = .failure(error) }
        let isCancelled = Task.isCancelled
        let time = now()
        let (waiters, answer) = state.withLock { state in
            let waiters = state.running.removeValue(forKey: url) ?? []
            state.endFetch(of: caller)
            if isCancelled, case .failure(let error) = result { return (waiters, Result<[UInt8], OutboundError>.failure(error)) }
            let entry = DocumentCacheEntry(result, at: time, after: state.entries[url])
            state.keep(entry, for: url, capacity: capacity)
            return (waiters, entry.answer(at: time) ?? result.map(\.body))
        }
        for waiter in waiters { waiter.resume() }
        return try answer.get()
    }
}

/// The state of one cached document. Times count from the cache's fixed start.
struct DocumentCacheEntry: Sendable {
    /// The last good copy, and when it was fetched.
    private let copy: (body: [UInt8], fetched: Duration)?
    private let failure: OutboundError?
    /// The last fetch, good or bad.
    let asked: Duration
    private let expires: Duration

    /// - Parameter old: what was known before; its copy stands in for a failure.
    init(_ result: Result<FetchedDocument, OutboundError>, at time: Duration, after old: DocumentCacheEntry?) {
        asked = time
        switch result {
        case .success(let answer):
            copy = (answer.body, time)
            failure = nil
            expires = time + min(max(answer.freshness ?? .zero, DocumentCache.shortest), DocumentCache.longest)
        case .failure(let error):
            copy = old?.copy
            failure = error
            expires = time + DocumentCache.failurePause
        }
    }

    /// Nil when it has to be fetched.
    func answer(at time: Duration) -> Result<[UInt8], OutboundError>? {
        guard time < expires else { return nil }
        if let body = lastCopy(at: time) { return .success(body) }
        return failure.map(Result.failure)
    }

    var hasCopy: Bool { copy != nil }

    /// What was fetched last, for at most a day.
    func lastCopy(at time: Duration) -> [UInt8]? {
        guard let copy, time - copy.fetched <= DocumentCache.longest else { return nil }
        return copy.body
    }
}
