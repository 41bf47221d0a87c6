import SQL
import Store

/// The status of an execution or of a node, by NocoBase's numbers. Null, for an execution only, means queued.
package enum ExecutionStatus: Int64, Hashable, Sendable {
    /// An execution began; a node runs or waits for a person.
    case started = 0
    case resolved = 1
    /// Ended as its nodes say: a condition that rejects, an `end` with -1.
    case failed = -1
    /// Something went wrong.
    case error = -2
    /// Ended by a limit: time, depth.
    case aborted = -3
    case canceled = -4
    case rejected = -5
    /// What a node did is not known, since its process ended in between: a person looks and decides.
    case unknown = -6
}

extension Codec<ExecutionStatus> {
    static let status = Codec("a status", write: { .int($0.rawValue) }) { row, index in row.int(index).flatMap(ExecutionStatus.init(rawValue:)) }
}
