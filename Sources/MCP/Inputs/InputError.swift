/// The reason why a question has no answer.
public struct InputError: Error, Hashable, Sendable {
    enum Value: Hashable, Sendable {
        case notSupported(InputRequest?)
        case timedOut, refused, malformed, tooMany
    }

    let value: Value

    /// The client, its revision or its transport does not support the question.
    public static let notSupported = InputError(value: .notSupported(nil))
    /// The client did not answer in time.
    public static let timedOut = InputError(value: .timedOut)
    /// The client answered with an error.
    public static let refused = InputError(value: .refused)
    /// The answer does not fit the question.
    public static let malformed = InputError(value: .malformed)
    /// The client has too many unanswered questions.
    public static let tooMany = InputError(value: .tooMany)

    /// The client does not support this question.
    static func notSupported(_ request: InputRequest) -> InputError { InputError(value: .notSupported(request)) }

    /// Compares the kinds only; the questions do not matter.
    public static func == (left: InputError, right: InputError) -> Bool { left.kind == right.kind }

    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }

    private var kind: Int {
        switch value {
        case .notSupported: 0
        case .timedOut: 1
        case .refused: 2
        case .malformed: 3
        case .tooMany: 4
        }
    }

    /// The text for the model when a handler does not catch the error.
    var reason: String {
        switch value {
        case .notSupported: "The client cannot be asked for the input that this call needs."
        case .timedOut: "The question of this call was not answered in time."
        case .refused: "The client refused to answer the question of this call."
        case .malformed: "The answer to the question of this call is not what was asked for."
        case .tooMany: "Too many questions wait for an answer."
        }
    }
}
