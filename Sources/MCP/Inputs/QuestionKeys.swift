import Synchronization

/// Numbers the questions of one run of a handler, so that a repeated run gives them the same keys.
final class QuestionKeys: Sendable {
    private let count = Mutex(0)

    func next() -> String {
        count.withLock { count in
            count += 1
            return "input_\(count)"
        }
    }
}
