import Synchronization

/// Passes one result to one waiting task, whichever comes first. A second result is dropped.
final class Once<Answer: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Answer, Never>)
        case given(Answer)
        case done
    }

    private let state = Mutex(State.open)

    /// To be called once.
    func wait(_ continuation: CheckedContinuation<Answer, Never>) {
        let answer = state.withLock { state -> Answer? in
            if case .given(let answer) = state {
                state = .done
                return answer
            }
            state = .waiting(continuation)
            return nil
        }
        if let answer { continuation.resume(returning: answer) }
    }

    func give(_ answer: Answer) {
        let waiter = state.withLock { state -> CheckedContinuation<Answer, Never>? in
            switch state {
            case .open:
                state = .given(answer)
                return nil
            case .waiting(let continuation):
                state = .done
                return continuation
            case .given, .done: return nil
            }
        }
        waiter?.resume(returning: answer)
    }
}
