import Synchronization

/// Passes one value from one sender to one receiver, once.
final class OneShotChannel<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case empty
        case waiting(CheckedContinuation<Value?, Never>)
        case full(Value)
        case closed
    }

    private let state = Mutex(State.empty)

    /// Passes the value. Returns false if a value was passed before or the receiver has left.
    @discardableResult
    func put(_ value: Value) -> Bool {
        let (isTaken, waiter): (Bool, CheckedContinuation<Value?, Never>?) = state.withLock { state in
            switch state {
            case .empty:
                state = .full(value)
                return (true, nil)
            case .waiting(let waiter):
                state = .closed
                return (true, waiter)
            case .full, .closed: return (false, nil)
            }
        }
        waiter?.resume(returning: value)
        return isTaken
    }

    /// Waits for the value. Nil if the task is cancelled first.
    func take() async -> Value? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known: Value?? = state.withLock { state in
                    switch state {
                    case .empty where !Task.isCancelled:
                        state = .waiting(continuation)
                        return .none
                    case .full(let value):
                        state = .closed
                        return .some(value)
                    default:
                        state = .closed
                        return .some(nil)
                    }
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            let waiter: CheckedContinuation<Value?, Never>? = state.withLock { state in
                guard case .waiting(let waiter) = state else { return nil }
                state = .closed
                return waiter
            }
            waiter?.resume(returning: nil)
        }
    }
}
