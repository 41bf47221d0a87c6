/// One keyword, or keywords that work together, with what it needs to check a value.
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
