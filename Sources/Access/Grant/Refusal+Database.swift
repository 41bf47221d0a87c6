package import SQL

extension Refusal {
    /// The refusal of a call that a database failed; the same for every tool.
    package init(_ error: DatabaseError) {
        let isLate = error.code == .timeout
        self.init(
            Self.code(error.code),
            isLate ? "the deadline of the call passed while the database worked: narrow the call or ask for fewer rows" : error.reason)
    }

    static func code(_ code: DatabaseError.Code) -> Code {
        switch code {
        case .timeout, .cancelled, .busy, .limit: .limited
        case .invalid: .invalidArgument
        case .constraint: .conflict
        case .unavailable, .denied, .readOnly, .corrupt, .other: .sourceFailed
        }
    }
}
