/// The rows that wait to be written to the audit log, and who writes them. It only decides and does no I/O.
///
/// One writer at a time takes all waiting rows. The first caller that needs durability becomes that writer; the others are resumed when it is done.
struct AuditQueue {
    typealias Waiter = CheckedContinuation<Void, any Error>

    struct Entry: Sendable {
        /// Nil for a mark: its waiter is resumed when everything before it is durable.
        let record: AuditRecord?
        let waiter: Waiter?
    }

    /// Most rows held, those being written and the outcomes still owed for open intents included. Unit: rows.
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

    /// Adds a row without a waiting call; false when the queue is full.
    mutating func add(_ record: AuditRecord) -> Bool {
        guard !isFull else { return false }
        entries.append(Entry(record: record, waiter: nil))
        return true
    }

    /// Adds an outcome, whose room was kept when its intent was added.
    mutating func addOwed(_ record: AuditRecord) {
        owed = max(0, owed - 1)
        entries.append(Entry(record: record, waiter: nil))
    }

    enum Admission { case refused, waits, writes }

    /// Adds an intent and keeps room for its outcome. On `writes` the caller must start a task that drains the queue.
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

    /// Everything that waits, in order; nil when nothing does, and then there is no writer any more.
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

    /// The first `count` entries of those taken are durable.
    mutating func didWrite(_ count: Int) { written -= count }

    /// Nothing of `rest` could be written. Rows without a waiting call go back to the queue; all others fail, also those that were added since.
    /// - Returns: the waiters to be resumed with the news that nothing was written. There is no writer any more.
    mutating func giveUp(_ rest: some Sequence<Entry>) -> [Waiter] {
        let all = Array(rest) + entries
        written = 0
        hasWriter = false
        entries = all.filter { $0.waiter == nil }
        owed = max(0, owed - all.count { $0.waiter != nil && $0.record != nil })
        return all.compactMap(\.waiter)
    }
}
