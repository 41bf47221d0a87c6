import Synchronization

/// How a response begins.
enum ResponseStart: Sendable {
    /// The handler ended without a message before.
    case response(EncodedResponse)
    /// A message came first: frames follow.
    case events
    /// The client cancelled the call: there is no response.
    case nothing
}

/// How a response begins, decided once, for the task that waits to write it. Use it inside a mutex.
struct ResponseStartDecision: Sendable {
    fileprivate var opening: ResponseStart?
    fileprivate var opener: CheckedContinuation<ResponseStart, Never>?
}

extension Mutex<ResponseStartDecision> {
    /// What was settled.
    var settled: ResponseStart? { withLock { $0.opening } }

    /// Waits until it is settled. To be called once.
    func opening() async -> ResponseStart {
        await withCheckedContinuation { continuation in
            let known: ResponseStart? = withLock { state in
                if state.opening == nil { state.opener = continuation }
                return state.opening
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Settles how the response begins, unless that is settled; true when it begins as given.
    func decide(_ opening: ResponseStart) -> Bool {
        let (begins, opener): (Bool, CheckedContinuation<ResponseStart, Never>?) = withLock { state in
            switch (state.opening, opening) {
            case (nil, _):
                state.opening = opening
                defer { state.opener = nil }
                return (true, state.opener)
            case (.events, .events): return (true, nil)
            default: return (false, nil)
            }
        }
        opener?.resume(returning: opening)
        return begins
    }
}
