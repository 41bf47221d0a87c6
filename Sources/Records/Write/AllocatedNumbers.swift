import Synchronization

/// The sequence numbers that one call has taken. No other call gets them; those of a failed call are lost.
final class AllocatedNumbers: Sendable {
    private let numbers = Mutex<[NumberedField: Range<Int64>]>([:])

    func add(_ first: Int64, _ count: Int64, for field: NumberedField) { numbers.withLock { $0[field] = first..<first + count } }

    /// The next one; nil when none is left.
    func next(for field: NumberedField) -> Int64? {
        numbers.withLock { numbers in
            guard let left = numbers[field], let next = left.first else { return nil }
            numbers[field] = left.dropFirst()
            return next
        }
    }
}
