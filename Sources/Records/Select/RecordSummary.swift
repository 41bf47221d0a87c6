import Access
import JSON

/// What is reported about a finished read.
struct RecordSummary: Hashable, Sendable {
    let rows: Int
    var isTruncated: Bool
    /// Relations of which not all rows fitted.
    var cutRelations: [String] = []
    /// Fields, and fields of relations, of which some value was longer than an answer gives.
    var cutValues: Set<String> = []
    /// Where the rows go on that did not fit.
    var nextCursor: String?
    /// See ``AllowedActions``; nil when they were not requested.
    var allowedActions: [UInt8]?

    /// Writes what was cut as members of `meta`.
    func write(to writer: inout JSONWriter) {
        if isTruncated {
            writer.key("truncated")
            writer.bool(true)
        }
        if !cutRelations.isEmpty {
            writer.key("truncatedAppends")
            writer.array { writer in
                for name in cutRelations { writer.string(name) }
            }
        }
        if !cutValues.isEmpty {
            writer.key("truncatedValues")
            writer.array { writer in
                for name in cutValues.sorted() { writer.string(name) }
            }
        }
        if let nextCursor {
            writer.key("nextCursor")
            writer.string(nextCursor)
        }
        if let allowedActions {
            writer.key("allowedActions")
            writer.raw(allowedActions)
        }
    }

    /// - Throws: ``Refusal`` `limited` when there were rows and not even the first fitted.
    func checkFirstFits() throws(Refusal) {
        guard isTruncated, rows == 0 else { return }
        throw Refusal(.limited, "one row alone is larger than \(RecordLimits.readBytes / 1024 / 1024) MB: ask for fewer fields")
    }

    /// Writes `meta` with what was cut, where something was.
    func writeMeta(to writer: inout JSONWriter) {
        guard isTruncated || !cutRelations.isEmpty || !cutValues.isEmpty || allowedActions != nil else { return }
        writer.key("meta")
        writer.object { write(to: &$0) }
    }
}
