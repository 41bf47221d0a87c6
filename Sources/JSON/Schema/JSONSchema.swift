/// A compiled JSON Schema (2020-12, the part that tool arguments need). It describes in words what is wrong with a value.
///
/// Checked: `type enum const properties required additionalProperties minProperties maxProperties items minItems maxItems uniqueItems
/// minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength anyOf oneOf allOf not $ref $defs`, and the schemas
/// `true` and `false`. Annotations, `format` and `x-…` are allowed and have no effect. Every other keyword is refused.
public struct JSONSchema: Sendable {
    /// Most violations that one check reports.
    public static let maximumViolations = 10
    /// Most schemas applied in one check. A value that needs more is refused, because recursive branches could double the work on each
    /// level.
    package static let maximumSteps = 1_000_000

    let root: SchemaNode
    /// The root's `$defs`, by name.
    let definitions: [String: SchemaNode]

    /// Compiles a schema. Throws when a keyword is unknown or has a wrong value, or when a reference has no target or is circular.
    public init(_ schema: JSONValue) throws(JSONSchemaError) {
        var compiler = SchemaCompiler()
        root = try compiler.compileRoot(schema)
        definitions = compiler.definitions
    }

    /// The violations of the value, in the order of the schema; empty when it is valid.
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

/// One keyword, or several that work together, in compiled form.
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
    /// The schema of members that `properties` does not name; nil when they may be anything.
    var additional: SchemaNode?
    /// True when the schema says `"additionalProperties": false`.
    var isClosed = false
}

/// The type names of the keyword `type`.
enum SchemaType: String {
    case null, boolean, object, array, number, string, integer

    /// The narrowest type of a value.
    init(of value: JSONValue) {
        self =
            switch value {
            case .null: .null
            case .bool: .boolean
            case .number(let number): number.isIntegral ? .integer : .number
            case .string: .string
            case .array: .array
            case .object: .object
            }
    }

    /// True when a value of the narrowest type `other` is of this type.
    func includes(_ other: SchemaType) -> Bool { self == other || (self == .number && other == .integer) }

    /// The type in a sentence: `a string`.
    var words: String {
        switch self {
        case .null: "null"
        case .array, .object, .integer: "an \(rawValue)"
        default: "a \(rawValue)"
        }
    }
}

/// A limit on a number.
struct SchemaBound: Sendable {
    enum Keyword: String { case minimum, maximum, exclusiveMinimum, exclusiveMaximum }

    let keyword: Keyword
    let limit: JSONNumber

    func allows(_ number: JSONNumber) -> Bool {
        switch keyword {
        case .minimum: !(number < limit)
        case .maximum: !(limit < number)
        case .exclusiveMinimum: limit < number
        case .exclusiveMaximum: number < limit
        }
    }

    var words: String {
        switch keyword {
        case .minimum: "at least \(limit)"
        case .maximum: "at most \(limit)"
        case .exclusiveMinimum: "more than \(limit)"
        case .exclusiveMaximum: "less than \(limit)"
        }
    }
}

/// A limit on the length of a string (in Unicode scalars), an array or an object.
struct SchemaSize: Sendable {
    enum Keyword: String { case minLength, maxLength, minItems, maxItems, minProperties, maxProperties }

    let keyword: Keyword
    let limit: Int

    /// The size of a value, or nil when the keyword does not apply to its type.
    func count(_ value: JSONValue) -> Int? {
        switch (keyword, value) {
        case (.minLength, .string(let text)), (.maxLength, .string(let text)): text.unicodeScalars.count
        case (.minItems, .array(let elements)), (.maxItems, .array(let elements)): elements.count
        case (.minProperties, .object(let members)), (.maxProperties, .object(let members)): members.count
        default: nil
        }
    }

    func allows(_ count: Int) -> Bool { isMinimum ? count >= limit : count <= limit }

    private var isMinimum: Bool { keyword == .minLength || keyword == .minItems || keyword == .minProperties }

    var words: String { "\(isMinimum ? "at least" : "at most") \(counted(limit))" }

    func counted(_ count: Int) -> String {
        let unit =
            switch keyword {
            case .minLength, .maxLength: "character"
            case .minItems, .maxItems: "item"
            case .minProperties, .maxProperties: "member"
            }
        return "\(count) \(unit)\(count == 1 ? "" : "s")"
    }
}
