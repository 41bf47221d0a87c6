package import Store

/// One finished piece of work, as OpenTelemetry defines it. Holds no argument, row, credential or SQL.
package struct Span: Sendable {
    package enum Kind: Int, Sendable {
        /// A call that a client made.
        case server = 2
        /// A use of a database.
        case client = 3
    }

    package let trace: TraceID
    package let id: UInt64
    package let parent: UInt64?
    package let name: String
    package let kind: Kind
    package let start: Timestamp
    package let duration: Duration
    /// Values from closed lists, and names.
    package let attributes: [(name: String, value: String)]
    /// The code of what went wrong.
    package let failure: String?

    package static func makeID() -> UInt64 { .random(in: 1 ... .max) }
}

/// Receives spans. It never waits, and drops spans when memory is short.
package protocol SpanRecorder: Sendable {
    func record(_ span: Span)
}
