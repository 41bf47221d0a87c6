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
