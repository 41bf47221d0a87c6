/// A compiled schema: rules that must all hold. None means that everything fits.
struct SchemaNode: Sendable {
    var rules: [SchemaRule] = []

    /// The schema `false`.
    static let never = SchemaNode(rules: [.never])
}
