/// A compiled JSON Schema (2020-12, the part that tool arguments need) that says in words what is wrong with a value.
///
/// Checked: `type enum const properties required additionalProperties minProperties maxProperties items minItems maxItems uniqueItems minimum maximum
/// exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength anyOf oneOf allOf not $ref $defs`, and the schemas `true` and `false`.
/// Annotations, `format` and `x-…` are allowed and mean nothing here. Every other keyword is refused.
public struct JSONSchema: Sendable {
    /// Most violations that one check reports.
    public static let maximumViolations = 10
    /// Most schemas applied in one check; a value that needs more is refused. Branches that recurse could otherwise double the work on each level.
    package static let maximumSteps = 1_000_000

    let root: SchemaNode
    /// The root's `$defs`, by name.
    let definitions: [String: SchemaNode]

    /// Compiles a schema; throws when a keyword is unknown or has a wrong value, or a reference leads nowhere or in a circle.
    public init(_ schema: JSONValue) throws(JSONSchemaError) {
        var compiler = SchemaCompiler()
        root = try compiler.compileRoot(schema)
        definitions = compiler.definitions
    }

    /// What is wrong with the value, in the order of the schema; empty when it fits.
    public func check(_ value: JSONValue) -> [SchemaViolation] { check(value, steps: Self.maximumSteps) }

    /// Checks with a bound on the work, counted in schemas applied.
    package func check(_ value: JSONValue, steps: Int) -> [SchemaViolation] {
        var checker = SchemaChecker(definitions: definitions, budget: steps)
        checker.check(value, root)
        guard checker.budget > 0 else {
            return [SchemaViolation(kind: .mismatch, path: "", expected: "a simpler value", found: "one that takes too long to check")]
        }
        return checker.violations
    }
}

/// Why a schema was refused: an error of the schema's author, not of a caller.
public struct JSONSchemaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where in the schema, as a JSON pointer in a fragment: `#/properties/name`.
    public let path: String
    public let reason: String

    public var description: String { "schema at \(path): \(reason)" }
}
