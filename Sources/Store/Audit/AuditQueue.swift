/// The rows that wait to be written to the audit log, and the choice of the task that writes them. It only decides and does no I/O.
///
/// One writer at a time takes all waiting rows. The first caller that needs durability becomes the writer; the others are resumed when it
/// is done.
struct AuditQueue {
    typealias Waiter = CheckedContinuation<Void, any Error>

    struct Entry: Sendable {
        /// Nil for a mark: its waiter is resumed when everything before it is durable.
        let record: AuditRecord?
        let waiter: Waiter?
    }

    /// Most rows held, including those being written and the outcomes expected for open intents. Unit: rows.
    let capacity: Int
    private var entries: [Entry] = []
    private var written = 0
    private var owed = 0
    private(set) var hasWriter = false

    init(capacity: Int) { self.capacity = capacity }

    /// Unit: rows.
    var count: Int { entries.count + written }
    var isEmpty: Bool { entries.isEmpty && written == 0 }
    private var isFull: Bool { entries.count + written + owed >= capacity }

    /// Adds a row without a waiting call; returns false when the queue is full.
    mutating func add(_ record: AuditRecord) -> Bool {
        guard !isFull else { return false }
        entries.append(Entry(record: record, waiter: nil))
        return true
    }

    /// Adds an outcome; its entry was reserved with its intent.
    mutating func addOwed(_ record: AuditRecord) {
        owed = max(0, owed - 1)
        entries.append(Entry(record: record, waiter: nil))
    }

    enum Admission { case refused, waits, writes }

    /// Adds an intent and reserves an entry for its outcome. On `writes` the caller must start a task that drains the queue.
    mutating func add(_ record: AuditRecord, waiter: Waiter) -> Admission {
        guard !isFull else { return .refused }
        owed += 1
        return append(Entry(record: record, waiter: waiter))
    }

    /// Adds a mark.
    mutating func addMark(_ waiter: Waiter) -> Admission { append(Entry(record: nil, waiter: waiter)) }

    private mutating func append(_ entry: Entry) -> Admission {
        entries.append(entry)
        guard !hasWriter else { return .waits }
        hasWriter = true
        return .writes
    }

    /// All waiting entries, in order. Nil when none wait; the writer must then end.
    mutating func take() -> [Entry]? {
        guard !entries.isEmpty else {
            hasWriter = false
            return nil
        }
        let taken = entries
        entries = []
        written = taken.count
        return taken
    }

    /// Records that the first `count` taken entries are durable.
    mutating func didWrite(_ count: Int) { written -= count }

    /// Records that nothing of `rest` could be written. Rows without a waiting call return to the queue; all others fail, including those
    /// added since. The writer must then end.
    /// - Returns: the waiters to be resumed with the failure.
    mutating func giveUp(_ rest: some Sequence<Entry>) -> [Waiter] {
        let all = Array(rest) + entries
        written = 0
        hasWriter = false
        entries = all.filter { $0.waiter == nil }
        owed = max(0, owed - all.count { $0.waiter != nil && $0.record != nil })
        return all.compactMap(\.waiter)
    }
}
