/// Why a schema was refused: a fault of who wrote the schema, not of a caller.
public struct JSONSchemaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where in the schema, as a JSON pointer in a fragment: `#/properties/name`.
    public let path: String
    public let reason: String

    public var description: String { "schema at \(path): \(reason)" }
}
