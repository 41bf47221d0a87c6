/// What a surface does with a list: how much of it one answer has.
package enum ListForm: Hashable, Sendable {
    /// A page, as large as an answer for a model may be; a cursor leads to the next one.
    case page
    /// All of it, or the page that the caller numbered, whatever its size within a wide limit: for programs whose interface knows no cursor.
    case whole

    /// Elements of one answer when the caller says nothing.
    var count: Int { self == .page ? PageRequest.maximumCount : 10_000 }
    /// Unit: bytes of the elements that are sent where a cursor leads on.
    var cutLength: Int { self == .page ? 262_144 : Self.wholeLength }
    /// Unit: bytes of a page that the caller numbered, and which therefore cannot be cut.
    var numberedLength: Int { self == .page ? 1_048_576 : Self.wholeLength }

    private static let wholeLength = 16_777_216
}
