/// `properties`, `required` and `additionalProperties` of one schema.
struct SchemaMembers: Sendable {
    var properties: [String: SchemaNode] = [:]
    /// The names in `properties`, in order.
    var names: [String] = []
    var required: [String] = []
    /// What members that `properties` does not name must be; nil when anything.
    var additional: SchemaNode?
    /// True when the schema says `"additionalProperties": false`.
    var isClosed = false
}
