/// One keyword, or several that work together, compiled into what checking a value needs.
indirect enum SchemaRule: Sendable {
    case never
    case types([SchemaType])
    /// `enum` and `const`.
    case values([JSONValue])
    case bound(SchemaBound)
    case multiple(JSONNumber)
    case size(SchemaSize)
    case members(SchemaMembers)
    case items(SchemaNode)
    case uniqueItems
    case anyOf([SchemaNode])
    case oneOf([SchemaNode])
    case allOf([SchemaNode])
    case not(SchemaNode)
    /// The name of a definition, which is known to exist.
    case reference(String)
}

/// A compiled schema: rules that must all hold. An empty one accepts everything.
struct SchemaNode: Sendable {
    var rules: [SchemaRule] = []

    /// The schema `false`.
    static let never = SchemaNode(rules: [.never])
}

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
