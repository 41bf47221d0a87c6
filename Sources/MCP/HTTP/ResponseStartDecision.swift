import Synchronization

/// How a response begins.
enum ResponseStart: Sendable {
    /// The handler ended without sending a message, so this is the whole response.
    case response(EncodedResponse)
    /// The handler sent a message, so the response is an event stream.
    case events
    /// The client cancelled the call, so there is no response.
    case nothing
}

/// Decides once how a response begins. One task waits for the decision to write the response.
struct ResponseStartDecision: Sendable {
    fileprivate var opening: ResponseStart?
    fileprivate var opener: CheckedContinuation<ResponseStart, Never>?
}

extension Mutex<ResponseStartDecision> {
    /// The decision. Nil while it is open.
    var settled: ResponseStart? { withLock { $0.opening } }

    /// Waits for the decision. Call it once.
    func opening() async -> ResponseStart {
        await withCheckedContinuation { continuation in
            let known: ResponseStart? = withLock { state in
                if state.opening == nil { state.opener = continuation }
                return state.opening
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Decides how the response begins unless that is decided already. Returns whether the decision is the given one.
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
