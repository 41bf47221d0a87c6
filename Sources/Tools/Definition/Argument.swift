import Access
import JSON
import SQL

/// One argument of a tool, declared once: its name and schema, the property that receives its value, and how the audit log records it.
struct Argument<Input>: Sendable {
    let name: String
    /// JSON Schema.
    let schema: JSONValue
    private(set) var isRequired = false
    /// The object that the value names, for the audit log; nil if it names none.
    private(set) var subject: ToolDefinition.Subject?
    /// A former name of the argument, which is still accepted.
    private(set) var formerName: String?
    /// A shorter schema for `tools/list`; nil to list ``schema``.
    private(set) var listedSchema: JSONValue?
    /// The value that null stands for, in a tool that accepts null; nil for the value of an absent argument.
    private(set) var nullValue: JSONValue?
    /// Stores a value that matches the schema and is not null.
    let store: @Sendable (JSONValue, inout Input) throws -> Void

    init(_ name: String, schema: JSONValue, store: @escaping @Sendable (JSONValue, inout Input) throws -> Void) {
        self.name = name
        self.schema = schema
        self.store = store
    }

    /// The same argument, required.
    var required: Argument {
        var copy = self
        copy.isRequired = true
        return copy
    }

    /// The same argument, also accepted under a former name.
    func formerly(_ name: String) -> Argument {
        var copy = self
        copy.formerName = name
        return copy
    }

    /// The same argument, for which null is not the same as absent.
    func reading(null value: JSONValue) -> Argument {
        var copy = self
        copy.nullValue = value
        return copy
    }

    /// The same argument, with a shorter schema in lists than for checking values.
    func listed(as schema: JSONValue) -> Argument {
        var copy = self
        copy.listedSchema = schema
        return copy
    }

    /// The same argument, whose value names an object of the call.
    /// - Parameters:
    ///   - kind: prefix of the name in the audit log: `key/12`; empty for the name alone.
    ///   - source: the argument that names the object's data source; the name is then `main/orders`.
    ///   - absent: the name when the argument is absent.
    func naming(_ kind: String = "", in source: String? = nil, orElse absent: String? = nil) -> Argument {
        var copy = self
        copy.subject = ToolDefinition.Subject(kind: kind, argument: name, in: source, fallback: absent)
        return copy
    }
}

extension Argument {
    typealias Path<Value> = any WritableKeyPath<Input, Value> & Sendable

    /// - Parameter maximum: most characters; nil where other code limits the text.
    static func text(_ name: String, _ path: Path<String>, atMost maximum: Int64? = nil, _ description: String) -> Argument {
        Argument(name, schema: Property.string(description, atMost: maximum)) { value, input in
            if let text = value.string { input[keyPath: path] = text }
        }
    }

    static func text(_ name: String, _ path: Path<String?>, atMost maximum: Int64? = nil, _ description: String) -> Argument {
        Argument(name, schema: Property.string(description, atMost: maximum)) { value, input in input[keyPath: path] = value.string }
    }

    static func texts(_ name: String, _ path: Path<[String]>, _ description: String) -> Argument {
        Argument(name, schema: Property.strings(description)) { value, input in
            input[keyPath: path] = value.array?.compactMap(\.string) ?? []
        }
    }

    static func texts(_ name: String, _ path: Path<[String]?>, _ description: String) -> Argument {
        Argument(name, schema: Property.strings(description)) { value, input in
            input[keyPath: path] = value.array?.compactMap(\.string)
        }
    }

    /// Words, as a list or as one text separated by spaces; stored as text.
    static func words(_ name: String, _ path: Path<String?>, _ description: String) -> Argument {
        let schema: JSONValue = ["type": ["array", "string"], "items": ["type": "string"], "description": .string(description)]
        return Argument(name, schema: schema) { value, input in
            input[keyPath: path] = value.string ?? value.array?.compactMap(\.string).joined(separator: " ")
        }
    }

    /// Several values of a set.
    static func choices(_ name: String, _ path: Path<[String]>, _ values: [String], _ description: String) -> Argument {
        let items: JSONValue = ["type": "string", "enum": .array(values.map(JSONValue.string))]
        return Argument(name, schema: ["type": "array", "items": items, "description": .string(description)]) { value, input in
            input[keyPath: path] = value.array?.compactMap(\.string) ?? []
        }
    }

    static func object(_ name: String, _ path: Path<JSONValue?>, _ description: String) -> Argument {
        Argument(name, schema: Property.object(description)) { value, input in input[keyPath: path] = value }
    }

    static func objects(_ name: String, _ path: Path<[JSONValue]>, _ description: String) -> Argument {
        let schema: JSONValue = ["type": "array", "items": ["type": "object"], "description": .string(description)]
        return Argument(name, schema: schema) { value, input in input[keyPath: path] = value.array ?? [] }
    }

    /// A value in one of several forms, each a JSON Schema.
    static func either(_ name: String, _ path: Path<JSONValue?>, _ forms: [JSONValue], _ description: String) -> Argument {
        Argument(name, schema: Property.either(description, forms)) { value, input in input[keyPath: path] = value }
    }

    /// The argument whose value decides the scope; ``ToolScope/byValue(of:_:)`` describes its values.
    static func chosen(_ name: String, _ path: Path<String>, _ description: String) -> Argument {
        Argument(name, schema: Property.choice([], description)) { value, input in
            if let text = value.string { input[keyPath: path] = text }
        }
    }

    /// `id`: a number, or its text.
    static func id(_ path: Path<Int64>, _ description: String) -> Argument {
        Argument("id", schema: Property.id(description)) { value, input in input[keyPath: path] = try value.id("id") }
    }

    static func id(_ path: Path<Int64?>, _ description: String) -> Argument {
        Argument("id", schema: Property.id(description)) { value, input in input[keyPath: path] = try value.id("id") }
    }

    /// A value of an enumeration.
    static func choice<Value: RawRepresentable & CaseIterable & SendableMetatype>(
        _ name: String, _ path: Path<Value>, _ description: String
    ) -> Argument where Value.RawValue == String {
        Argument(name, schema: Property.choice(Value.allCases.map(\.rawValue), description)) { value, input in
            if let chosen = value.string.flatMap(Value.init(rawValue:)) { input[keyPath: path] = chosen }
        }
    }

    static func choice<Value: RawRepresentable & CaseIterable & SendableMetatype>(
        _ name: String, _ path: Path<Value?>, _ description: String
    ) -> Argument where Value.RawValue == String {
        Argument(name, schema: Property.choice(Value.allCases.map(\.rawValue), description)) { value, input in
            input[keyPath: path] = value.string.flatMap(Value.init(rawValue:))
        }
    }

    static func integer(_ name: String, _ path: Path<Int?>, in range: ClosedRange<Int64>, _ description: String) -> Argument {
        Argument(name, schema: Property.int(description, range)) { value, input in input[keyPath: path] = value.int.map { Int(clamping: $0) } }
    }

    static func integer(_ name: String, _ path: Path<Int>, in range: ClosedRange<Int64>, _ description: String) -> Argument {
        Argument(name, schema: Property.int(description, range)) { value, input in
            if let number = value.int { input[keyPath: path] = Int(clamping: number) }
        }
    }

    static func flag(_ name: String, _ path: Path<Bool>, _ description: String) -> Argument {
        Argument(name, schema: Property.bool(description)) { value, input in
            if let flag = value.bool { input[keyPath: path] = flag }
        }
    }

    /// A flag that is nil when absent.
    static func flag(_ name: String, _ path: Path<Bool?>, _ description: String) -> Argument {
        Argument(name, schema: Property.bool(description)) { value, input in input[keyPath: path] = value.bool }
    }

    /// The data source of a call; `main` when absent.
    static func dataSource(_ path: Path<String>) -> Argument {
        text("dataSource", path, "main when absent.").naming(orElse: "main")
    }
}

extension JSONValue {
    /// The value as an id: a number or its text.
    /// - Throws: ``Refusal`` `invalidArgument` with the argument's name.
    fileprivate func id(_ argument: String) throws(Refusal) -> Int64 {
        if let number = int ?? string.flatMap({ Int64($0) }) { return number }
        throw Refusal(.invalidArgument, "argument '\(argument)': expected the id of an object, a whole number")
    }
}

/// Converts text arguments where the schema leaves no doubt: some clients send numbers, flags, lists and objects as strings.
indirect enum InputForm: Hashable, Sendable {
    /// Text is valid, or several forms are: values stay unchanged.
    case any
    case integer, number, flag
    case object([String: InputForm])
    case array(InputForm)
    /// An object, or an array of them.
    case objects

    /// - Parameter schema: JSON Schema of the argument.
    init(_ schema: JSONValue) {
        switch Self.types(of: schema).subtracting(["null"]) {
        case ["integer"]: self = .integer
        case ["number"], ["number", "integer"]: self = .number
        case ["boolean"]: self = .flag
        case ["array"]: self = .array(schema["items"].map(InputForm.init) ?? .any)
        case ["object", "array"]: self = .objects
        case ["object"]:
            let members = schema["properties"]?.object ?? [:]
            self = .object(Dictionary(members.map { ($0.key, InputForm($0.value)) }) { first, _ in first })
        default: self = .any
        }
    }

    private static func types(of schema: JSONValue) -> Set<String> {
        if let forms = schema["anyOf"]?.array { return forms.reduce(into: []) { $0.formUnion(types(of: $1)) } }
        return Set(schema["type"]?.string.map { [$0] } ?? schema["type"]?.array?.compactMap(\.string) ?? [])
    }

    /// The value in this form; unchanged when it does not fit, so that the schema refuses it.
    func read(_ value: JSONValue) -> JSONValue {
        switch (self, value) {
        case (.any, _): value
        case (.integer, .string(let text)): JSONNumber(text: text).flatMap { $0.int == nil ? nil : .number($0) } ?? value
        case (.number, .string(let text)): JSONNumber(text: text).map { .number($0) } ?? value
        case (.flag, .string("true")): true
        case (.flag, .string("false")): false
        case (.array, .string(let text)):
            if let list = Self.parsed(text, startingWith: "[") { read(list) } else { alone(text, else: value) }
        case (.array(let form), .array(let list)): form.isPlain ? value : .array(list.map { form.read($0) })
        case (.object, .string(let text)): Self.parsed(text, startingWith: "{").map { read($0) } ?? value
        case (.objects, .string(let text)): Self.parsed(text, startingWith: "{") ?? Self.parsed(text, startingWith: "[") ?? value
        case (.object(let forms), .object(let members)):
            forms.isEmpty ? value : .object(JSONObject(members.map { ($0.key, forms[$0.key]?.read($0.value) ?? $0.value) }))
        default: value
        }
    }

    /// Wraps a single name where a list of names is expected.
    private func alone(_ text: String, else value: JSONValue) -> JSONValue { self == .array(.any) && !text.isEmpty ? [.string(text)] : value }

    private var isPlain: Bool { self == .any || self == .object([:]) }

    /// Parses text that is JSON with this first character.
    private static func parsed(_ text: String, startingWith mark: Character) -> JSONValue? {
        guard text.first(where: { !$0.isWhitespace }) == mark else { return nil }
        // Text that is not JSON stays text, and the schema refuses it.
        return try? JSONValue(parsing: Array(text.utf8))
    }
}

extension JSONValue {
    /// Whether any value can change in this form: text, or a value that contains text.
    var mayBeReadAnew: Bool {
        switch self {
        case .string, .array, .object: true
        default: false
        }
    }
}
