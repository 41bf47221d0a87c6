package import SQL

extension Refusal {
    /// The refusal of a call that a database failed; the same for every tool.
    package init(_ error: DatabaseError) {
        self.init(Self.code(error.code), error.reason)
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
